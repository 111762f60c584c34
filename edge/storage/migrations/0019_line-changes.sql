ALTER TABLE `orders` ADD `changes` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `balance_cents` integer;