CREATE TABLE `new_device` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`at` integer NOT NULL,
	`name` text NOT NULL,
	`transport` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `new_device_user` ON `new_device` (`user_id`);--> statement-breakpoint
ALTER TABLE `session` ADD `transport` text DEFAULT 'lan' NOT NULL;--> statement-breakpoint
ALTER TABLE `session` ADD `last_seen_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `password_grade` text;--> statement-breakpoint
ALTER TABLE `user` ADD `password_due_at` integer;