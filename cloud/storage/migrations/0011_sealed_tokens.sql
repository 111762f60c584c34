-- Tracking tokens stood here in plain. They are dropped, not sealed: SQL has no key, and whoever holds one needs none from here.
UPDATE "commands" SET "outcome" = jsonb_set("outcome", '{trackingToken}', '""') WHERE "outcome"->>'trackingToken' IS NOT NULL;
