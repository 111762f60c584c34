CREATE TABLE "assertion_keys" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"key" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remote_edits" (
	"store_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "remote_edits_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"edit" jsonb NOT NULL,
	CONSTRAINT "remote_edits_store_id_position_pk" PRIMARY KEY("store_id","position")
);
--> statement-breakpoint
CREATE TABLE "vouches" (
	"store_id" uuid NOT NULL,
	"session_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"seq" integer NOT NULL,
	"vouched_at_ms" bigint NOT NULL,
	"assertion" text NOT NULL,
	CONSTRAINT "vouches_store_id_session_hash_pk" PRIMARY KEY("store_id","session_hash")
);
--> statement-breakpoint
CREATE INDEX "vouches_age" ON "vouches" USING btree ("vouched_at_ms");