CREATE TABLE "alarms" (
	"store_id" uuid NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"since_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"told_at_ms" bigint,
	CONSTRAINT "alarms_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"subscription_id" uuid,
	"message" jsonb NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"next_try_at_ms" bigint NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_messages_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"store_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid,
	"label" text,
	"user_id" text,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"told_at_ms" bigint,
	CONSTRAINT "push_subscriptions_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE INDEX "alarms_untold" ON "alarms" USING btree ("store_id") WHERE told_at_ms is null and ended_at_ms is null;--> statement-breakpoint
CREATE INDEX "push_messages_due" ON "push_messages" USING btree ("next_try_at_ms");--> statement-breakpoint
CREATE INDEX "push_subscriptions_order" ON "push_subscriptions" USING btree ("store_id","order_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_waiting" ON "push_subscriptions" USING btree ("store_id","order_id") WHERE order_id is not null and told_at_ms is null;