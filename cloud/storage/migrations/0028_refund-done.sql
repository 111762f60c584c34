ALTER TABLE "payment_refunds" ADD COLUMN "done_at_ms" bigint;--> statement-breakpoint
UPDATE "payment_refunds" SET "done_at_ms" = "created_at_ms" WHERE "state" = 'done' AND "provider_refund_id" IS NOT NULL;
