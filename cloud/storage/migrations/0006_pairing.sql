CREATE TABLE "pairing_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"host" text,
	"replaces" uuid,
	"expires_at_ms" bigint NOT NULL,
	"used_by" uuid
);
--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "revoked_at_ms" bigint;