CREATE TABLE `alarms` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`since_ms` integer NOT NULL,
	`ended_at_ms` integer
);
