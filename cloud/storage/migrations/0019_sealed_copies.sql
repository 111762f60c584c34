CREATE TABLE "copies" (
	"store_id" uuid NOT NULL,
	"name" text NOT NULL,
	"at_ms" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "copies_store_id_name_pk" PRIMARY KEY("store_id","name")
);
--> statement-breakpoint
CREATE TABLE "copy_parts" (
	"store_id" uuid NOT NULL,
	"name" text NOT NULL,
	"part" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "copy_parts_store_id_name_part_pk" PRIMARY KEY("store_id","name","part")
);
