CREATE TABLE "payment_terminals" (
	"store_id" uuid NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"added_at_ms" bigint NOT NULL,
	CONSTRAINT "payment_terminals_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "terminal_id" text;
