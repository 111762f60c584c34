ALTER TABLE "provider_credentials" ADD COLUMN "api" text DEFAULT 'payments' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_credentials" ADD COLUMN "api_changed_at_ms" bigint;