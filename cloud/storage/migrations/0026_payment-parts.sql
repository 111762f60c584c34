ALTER TABLE "payment_attempts" ADD COLUMN "part_id" uuid;
