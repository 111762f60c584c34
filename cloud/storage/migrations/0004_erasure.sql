CREATE TABLE "erased_orders" (
	"store_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"gone" boolean NOT NULL,
	CONSTRAINT "erased_orders_store_id_order_id_pk" PRIMARY KEY("store_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "commands" ALTER COLUMN "command" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "cleared_up_to" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "retired_up_to" integer DEFAULT 0 NOT NULL;