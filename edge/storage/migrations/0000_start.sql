CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`user_id` text,
	`user_name` text NOT NULL,
	`from` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `catalog_entries` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`kind`, `id`)
);
--> statement-breakpoint
CREATE TABLE `checkpoints` (
	`follower` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `doc_updates` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`update` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `images` (
	`hash` text NOT NULL,
	`variant` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`hash`, `variant`)
);
--> statement-breakpoint
CREATE TABLE `inbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`request_hash` text NOT NULL,
	`outcome` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_item_toppings` (
	`order_number` integer NOT NULL,
	`item_position` integer NOT NULL,
	`position` integer NOT NULL,
	`topping_id` text NOT NULL,
	`name` text NOT NULL,
	`category` text NOT NULL,
	`layer` text NOT NULL,
	`price_cents` integer NOT NULL,
	PRIMARY KEY(`order_number`, `item_position`, `position`),
	FOREIGN KEY (`order_number`) REFERENCES `orders`(`number`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `order_items` (
	`order_number` integer NOT NULL,
	`position` integer NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`product_id` text,
	`product_name` text,
	`size_id` text,
	`size_name` text,
	`base_id` text,
	`base_name` text,
	`ice_cream_id` text,
	`ice_cream_name` text,
	`meio_a_meio` integer NOT NULL,
	`secondary_ice_cream_id` text,
	`secondary_ice_cream_name` text,
	`price_cents` integer NOT NULL,
	PRIMARY KEY(`order_number`, `position`),
	FOREIGN KEY (`order_number`) REFERENCES `orders`(`number`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `orders` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`code` text NOT NULL,
	`panel_number` integer,
	`panel_date` text,
	`panel_series` integer,
	`source` text NOT NULL,
	`customer_phone` text,
	`consumption_type` text NOT NULL,
	`observations` text NOT NULL,
	`subtotal_cents` integer NOT NULL,
	`discount_percent` real NOT NULL,
	`discount_cents` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`status` text NOT NULL,
	`payment_status` text NOT NULL,
	`payment_method` text,
	`change_for_cents` integer,
	`cancel_reason` text,
	`late` integer NOT NULL,
	`request_hash` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`received_at_ms` integer,
	`preparing_at_ms` integer,
	`ready_at_ms` integer,
	`delivered_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_id` ON `orders` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_code` ON `orders` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_panel` ON `orders` (`panel_date`,`panel_series`,`panel_number`) WHERE "orders"."panel_number" is not null;--> statement-breakpoint
CREATE INDEX `orders_open` ON `orders` (`created_at_ms`) WHERE "orders"."status" in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY');--> statement-breakpoint
CREATE INDEX `orders_phone` ON `orders` (`customer_phone`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `orders_delivered` ON `orders` (`delivered_at_ms`) WHERE "orders"."delivered_at_ms" is not null;--> statement-breakpoint
CREATE TABLE `outbox` (
	`seq` integer PRIMARY KEY NOT NULL,
	`lineage` text NOT NULL,
	`epoch` integer NOT NULL,
	`kind` text NOT NULL,
	`aggregate_id` text NOT NULL,
	`sealed` integer NOT NULL,
	`body` text,
	`body_hash` text NOT NULL,
	`hash` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payments` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`fact` text NOT NULL,
	`attention` text,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`);--> statement-breakpoint
CREATE TABLE `print_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`printer_id` text NOT NULL,
	`purpose` text NOT NULL,
	`order_id` text,
	`copy` integer NOT NULL,
	`content` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at_ms` integer NOT NULL,
	`last_error` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `print_jobs_once` ON `print_jobs` (`order_id`,`purpose`,`printer_id`,`copy`);--> statement-breakpoint
CREATE INDEX `print_jobs_waiting` ON `print_jobs` (`state`,`printer_id`,`id`);--> statement-breakpoint
CREATE TABLE `printers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`enabled` integer NOT NULL,
	`transport` text NOT NULL,
	`host` text,
	`port` integer,
	`device_path` text,
	`columns` integer NOT NULL,
	`code_page` text NOT NULL,
	`purposes` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_user` ON `account` (`user_id`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`impersonated_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_token_unique` ON `session` (`token`);--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`role` text,
	`banned` integer DEFAULT false,
	`ban_reason` text,
	`ban_expires` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE TABLE `verification` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verification_identifier` ON `verification` (`identifier`);