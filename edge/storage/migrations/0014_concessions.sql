ALTER TABLE `orders` ADD `concession` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `concession_by` text;--> statement-breakpoint
ALTER TABLE `user` ADD `pin_hash` text;
