CREATE TABLE "order_states" (
	"store_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"epoch" integer NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "order_states_store_id_order_id_pk" PRIMARY KEY("store_id","order_id")
);
