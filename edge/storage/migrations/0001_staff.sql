CREATE TABLE `cash_closes` (
	`number` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`body` text NOT NULL,
	`closed_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cash_closes_session_id_unique` ON `cash_closes` (`session_id`);--> statement-breakpoint
CREATE TABLE `cash_movements` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`note` text NOT NULL,
	`user_name` text NOT NULL,
	`at_ms` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `cash_sessions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cash_movements_session` ON `cash_movements` (`session_id`);--> statement-breakpoint
CREATE TABLE `cash_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`opened_at_ms` integer NOT NULL,
	`opened_by` text NOT NULL,
	`float_cents` integer NOT NULL,
	`from_number` integer NOT NULL,
	`close_number` integer
);
--> statement-breakpoint
CREATE TABLE `hand_payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`card` text,
	`amount_cents` integer NOT NULL,
	`session_id` text,
	`user_name` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hand_payments_once` ON `hand_payments` (`order_id`,`kind`);--> statement-breakpoint
CREATE INDEX `hand_payments_session` ON `hand_payments` (`session_id`);--> statement-breakpoint
CREATE TABLE `report_clients` (
	`month` text NOT NULL,
	`phone` text NOT NULL,
	`orders` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`month`, `phone`)
);
--> statement-breakpoint
CREATE TABLE `report_hours` (
	`date` text NOT NULL,
	`hour` integer NOT NULL,
	`method` text NOT NULL,
	`orders` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`date`, `hour`, `method`)
);
--> statement-breakpoint
CREATE TABLE `report_items` (
	`date` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`date`, `type`, `name`)
);
--> statement-breakpoint
CREATE TABLE `report_orders` (
	`number` integer PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	`hour` integer NOT NULL,
	`method` text NOT NULL,
	`cents` integer NOT NULL,
	`counted` integer NOT NULL,
	`first_seq` integer,
	`last_seq` integer
);
--> statement-breakpoint
CREATE INDEX `report_orders_date` ON `report_orders` (`date`);--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit` (`subject`,`id`);--> statement-breakpoint
CREATE TRIGGER `cash_closes_never_change` BEFORE UPDATE ON `cash_closes` BEGIN SELECT RAISE(ABORT, 'a cash close never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `cash_closes_never_go` BEFORE DELETE ON `cash_closes` BEGIN SELECT RAISE(ABORT, 'a cash close never goes'); END;
