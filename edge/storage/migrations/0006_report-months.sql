CREATE TABLE `report_days` (
	`date` text NOT NULL,
	`method` text NOT NULL,
	`orders` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`date`, `method`)
);
--> statement-breakpoint
CREATE TABLE `report_month_hours` (
	`month` text NOT NULL,
	`hour` integer NOT NULL,
	`orders` integer NOT NULL,
	PRIMARY KEY(`month`, `hour`)
);
--> statement-breakpoint
CREATE TABLE `report_month_items` (
	`month` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`month`, `type`, `name`)
);
--> statement-breakpoint
INSERT INTO `report_days` SELECT `date`, `method`, sum(`orders`), sum(`cents`) FROM `report_hours` GROUP BY `date`, `method`;--> statement-breakpoint
INSERT INTO `report_month_hours` SELECT substr(`date`, 1, 7), `hour`, sum(`orders`) FROM `report_hours` GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO `report_month_items` SELECT substr(`date`, 1, 7), `type`, `name`, sum(`count`) FROM `report_items` GROUP BY 1, 2, 3;
