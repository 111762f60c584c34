ALTER TABLE "payment_attempts" ADD COLUMN "won_back_at_ms" bigint;
