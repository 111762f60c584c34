ALTER TABLE "vouches" ADD COLUMN "role" text DEFAULT 'ADMIN' NOT NULL;--> statement-breakpoint
CREATE INDEX "wholesale_orders_number" ON "wholesale_orders" USING btree ("store_id","number");