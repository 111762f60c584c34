CREATE TABLE `wholesale_order_items` (
	`order_number` integer NOT NULL,
	`position` integer NOT NULL,
	`id` text NOT NULL,
	`product_id` text NOT NULL,
	`product_name` text NOT NULL,
	`product_price_cents` integer NOT NULL,
	`selected_size` text,
	`selected_flavor` text,
	`quantity` integer NOT NULL,
	`total_price_cents` integer NOT NULL,
	PRIMARY KEY(`order_number`, `position`),
	FOREIGN KEY (`order_number`) REFERENCES `wholesale_orders`(`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wholesale_orders` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`source` text NOT NULL,
	`customer_name` text,
	`customer_phone` text,
	`customer_cpf_cnpj` text,
	`customer_address` text,
	`observations` text NOT NULL,
	`total_cents` integer NOT NULL,
	`status` text NOT NULL,
	`request_hash` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`started_at_ms` integer,
	`ended_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wholesale_orders_id` ON `wholesale_orders` (`id`);--> statement-breakpoint
CREATE INDEX `wholesale_orders_phone` ON `wholesale_orders` (`customer_phone`,`number`);--> statement-breakpoint
CREATE INDEX `wholesale_orders_open` ON `wholesale_orders` (`number`) WHERE "wholesale_orders"."status" in ('NOVO', 'EM_ANDAMENTO');--> statement-breakpoint
CREATE INDEX `outbox_wholesale` ON `outbox` (`aggregate_id`) WHERE "outbox"."kind" = 'wholesale-order';