CREATE TABLE `tv_screens` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`device` text NOT NULL,
	`token_hash` text NOT NULL,
	`paired_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_seen_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tv_screens_token_hash_unique` ON `tv_screens` (`token_hash`);
--> statement-breakpoint
ALTER TABLE `printers` ADD `family` text DEFAULT 'EPSON' NOT NULL;
--> statement-breakpoint
ALTER TABLE `print_jobs` ADD `part` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP INDEX `print_jobs_once`;
--> statement-breakpoint
CREATE UNIQUE INDEX `print_jobs_once` ON `print_jobs` (`order_id`,`purpose`,`printer_id`,`copy`,`part`);
