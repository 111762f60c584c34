CREATE TABLE "store_links" (
	"store_id" uuid PRIMARY KEY NOT NULL,
	"instance" uuid NOT NULL,
	"address" text NOT NULL,
	"fence" bigint NOT NULL,
	"seen_at_ms" bigint NOT NULL
);
