// What a relay knows of itself, for all its processes. It comes before any store, so no store begins its key.
import { pgTable, text } from 'drizzle-orm/pg-core';

/** A secret stands here as SECRETS_KEY seals it. */
export const relayFacts = pgTable('relay_facts', {
  name: text().primaryKey(),
  value: text().notNull(),
});
