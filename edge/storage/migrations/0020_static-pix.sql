CREATE TABLE `static_pix` (
	`txid` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`state` text NOT NULL,
	`at_ms` integer NOT NULL,
	`user_name` text NOT NULL,
	`said_by` text,
	`provider_payment_id` text,
	`lost_at_ms` integer,
	`regained_at_ms` integer,
	`looks` integer NOT NULL,
	`next_look_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `static_pix_state` ON `static_pix` (`state`);--> statement-breakpoint
CREATE INDEX `static_pix_due` ON `static_pix` (`next_look_at_ms`) WHERE "static_pix"."next_look_at_ms" is not null;--> statement-breakpoint
CREATE TABLE `counted_online` (
	`order_id` text PRIMARY KEY NOT NULL,
	`cents` integer NOT NULL
);
