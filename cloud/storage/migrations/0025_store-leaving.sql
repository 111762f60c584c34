ALTER TABLE "stores" ADD COLUMN "leaving_at_ms" bigint;
