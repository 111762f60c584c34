ALTER TABLE `orders` ADD `made_at` text;
