CREATE INDEX `orders_unpaid_phone` ON `orders` (`customer_phone`) WHERE "orders"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX `orders_unpaid_caller` ON `orders` (`caller`) WHERE "orders"."caller" is not null;--> statement-breakpoint
CREATE INDEX `orders_unpaid_remote` ON `orders` (`payment_method`) WHERE "orders"."status" = 'PENDING' and "orders"."source" = 'relay';