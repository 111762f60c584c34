-- What was kept of the rows does not suffice any more: every store says its log again, from the first row.
DELETE FROM "change_log";--> statement-breakpoint
DELETE FROM "aggregates";--> statement-breakpoint
UPDATE "orders" SET "seq" = 0;--> statement-breakpoint
UPDATE "stores" SET "seq" = 0, "hash" = repeat('0', 64);--> statement-breakpoint
ALTER TABLE "change_log" ADD COLUMN "lineage" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "change_log" ADD COLUMN "epoch" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "change_log" ADD COLUMN "sealed" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "change_log" ADD COLUMN "body_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "change_log" ADD COLUMN "at_ms" bigint NOT NULL;