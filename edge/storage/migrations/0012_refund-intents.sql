CREATE TABLE `refund_intents` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`amount_cents` integer,
	`cents` integer NOT NULL,
	`state` text NOT NULL,
	`tries` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`next_try_at_ms` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE INDEX `refund_intents_due` ON `refund_intents` (`next_try_at_ms`);