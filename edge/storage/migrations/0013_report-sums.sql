CREATE TABLE `report_sums` (
	`date` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`date`, `kind`, `name`)
);
--> statement-breakpoint
ALTER TABLE `report_orders` ADD `sums` text DEFAULT '[]' NOT NULL;