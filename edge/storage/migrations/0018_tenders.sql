ALTER TABLE `orders` ADD `tenders` text;--> statement-breakpoint
ALTER TABLE `hand_payments` ADD `part` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP INDEX `hand_payments_once`;--> statement-breakpoint
CREATE UNIQUE INDEX `hand_payments_once` ON `hand_payments` (`order_id`,`kind`,`part`);--> statement-breakpoint
ALTER TABLE `report_orders` ADD `ways` text;
