ALTER TABLE `wholesale_orders` ADD `wished_date` text;--> statement-breakpoint
ALTER TABLE `wholesale_orders` ADD `terms` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `wholesale_orders` ADD `paid_on` text;--> statement-breakpoint
ALTER TABLE `wholesale_orders` ADD `paid_with` text;