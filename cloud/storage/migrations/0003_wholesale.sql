CREATE TABLE "wholesale_orders" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"number" integer NOT NULL,
	"customer_phone" text,
	"status" text NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "wholesale_orders_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE INDEX "wholesale_orders_phone" ON "wholesale_orders" USING btree ("store_id","customer_phone","number");--> statement-breakpoint
CREATE UNIQUE INDEX "commands_wholesale_once" ON "commands" USING btree ("store_id","order_id") WHERE kind = 'wholesale.place';