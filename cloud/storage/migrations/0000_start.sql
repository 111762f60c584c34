CREATE TABLE "aggregates" (
	"store_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"aggregate_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"sealed" boolean NOT NULL,
	"body" text,
	CONSTRAINT "aggregates_store_id_kind_aggregate_id_pk" PRIMARY KEY("store_id","kind","aggregate_id")
);
--> statement-breakpoint
CREATE TABLE "change_log" (
	"store_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"aggregate_id" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "change_log_store_id_seq_pk" PRIMARY KEY("store_id","seq")
);
--> statement-breakpoint
CREATE TABLE "commands" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "commands_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"command" jsonb NOT NULL,
	"request_hash" text NOT NULL,
	"state" text NOT NULL,
	"outcome" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at_ms" bigint NOT NULL,
	"last_error" text,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "commands_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "doc_updates" (
	"store_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "doc_updates_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"update" "bytea" NOT NULL,
	CONSTRAINT "doc_updates_store_id_position_pk" PRIMARY KEY("store_id","position")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"store_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"variant" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "images_store_id_hash_variant_pk" PRIMARY KEY("store_id","hash","variant")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"code" text NOT NULL,
	"number" integer NOT NULL,
	"panel_number" integer,
	"panel_date" text,
	"customer_phone" text,
	"total_cents" integer NOT NULL,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "orders_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"host" text,
	"name" text NOT NULL,
	"public_key" jsonb NOT NULL,
	"paired_at_ms" bigint NOT NULL,
	"last_seen_ms" bigint DEFAULT 0 NOT NULL,
	"lineage" uuid,
	"epoch" integer DEFAULT 0 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	"condition" text DEFAULT 'following' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_code" text NOT NULL,
	"method" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"status_detail" text,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"mismatch" text,
	"paid_cents" bigint,
	"observed_at_ms" bigint NOT NULL,
	"provider_payment_id" text,
	"qr_code" text,
	"qr_code_base64" text,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint,
	"provider_expires_at_ms" bigint,
	"cancel_asked_at_ms" bigint,
	"approved_at_ms" bigint,
	"last_error" text,
	"next_check_at_ms" bigint,
	"checks" integer DEFAULT 0 NOT NULL,
	"polled_at_ms" bigint DEFAULT 0 NOT NULL,
	"fact_command_id" uuid,
	"paid_command_id" uuid,
	"paid_at_ms" bigint,
	"acknowledged_at_ms" bigint,
	CONSTRAINT "payment_attempts_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_attention" (
	"store_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"raised_at_ms" bigint NOT NULL,
	"alarmed_at_ms" bigint,
	"ended_at_ms" bigint,
	CONSTRAINT "payment_attention_store_id_attempt_id_kind_pk" PRIMARY KEY("store_id","attempt_id","kind")
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"store_id" uuid NOT NULL,
	"notice_id" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"received_at_ms" bigint NOT NULL,
	"next_try_at_ms" bigint,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	CONSTRAINT "payment_notices_store_id_notice_id_pk" PRIMARY KEY("store_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"amount_cents" bigint,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"provider_refund_id" text,
	"created_at_ms" bigint NOT NULL,
	"next_try_at_ms" bigint,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	CONSTRAINT "payment_refunds_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "provider_credentials" (
	"store_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"sealed_access_token" text NOT NULL,
	"sealed_webhook_secret" text,
	"public_key" text,
	"payee_id" text NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "provider_credentials_store_id_provider_pk" PRIMARY KEY("store_id","provider")
);
--> statement-breakpoint
CREATE INDEX "commands_waiting" ON "commands" USING btree ("store_id","position") WHERE state in ('queued', 'deferred');--> statement-breakpoint
CREATE UNIQUE INDEX "commands_place_once" ON "commands" USING btree ("store_id","order_id") WHERE kind = 'order.place';--> statement-breakpoint
CREATE INDEX "orders_code" ON "orders" USING btree ("store_id","code");--> statement-breakpoint
CREATE INDEX "orders_number" ON "orders" USING btree ("store_id","number");--> statement-breakpoint
CREATE INDEX "orders_phone" ON "orders" USING btree ("store_id","customer_phone","created_at_ms");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("store_id","created_at_ms");--> statement-breakpoint
CREATE INDEX "orders_panel" ON "orders" USING btree ("store_id","panel_number","created_at_ms") WHERE panel_number is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_order" ON "payment_attempts" USING btree ("store_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_provider" ON "payment_attempts" USING btree ("store_id","provider_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("store_id","order_id") WHERE status in ('created', 'pending', 'in_process');--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("next_check_at_ms");--> statement-breakpoint
CREATE INDEX "payment_attempts_unacknowledged" ON "payment_attempts" USING btree ("store_id","paid_at_ms") WHERE paid_at_ms is not null and acknowledged_at_ms is null;--> statement-breakpoint
CREATE INDEX "payment_attempts_day" ON "payment_attempts" USING btree ("store_id","created_at_ms");--> statement-breakpoint
CREATE INDEX "payment_attention_open" ON "payment_attention" USING btree ("store_id","ended_at_ms");--> statement-breakpoint
CREATE INDEX "payment_notices_due" ON "payment_notices" USING btree ("next_try_at_ms");--> statement-breakpoint
CREATE INDEX "payment_notices_age" ON "payment_notices" USING btree ("received_at_ms");--> statement-breakpoint
CREATE INDEX "payment_refunds_attempt" ON "payment_refunds" USING btree ("store_id","attempt_id");--> statement-breakpoint
CREATE INDEX "payment_refunds_due" ON "payment_refunds" USING btree ("next_try_at_ms");