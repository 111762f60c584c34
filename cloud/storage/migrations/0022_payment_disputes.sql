ALTER TABLE "payment_notices" ADD COLUMN "topic" text DEFAULT 'payment' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attention" ADD COLUMN "due_at_ms" bigint;