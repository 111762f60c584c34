ALTER TABLE `orders` ADD `claim_hash` text;--> statement-breakpoint
ALTER TABLE `wholesale_orders` ADD `claim_hash` text;