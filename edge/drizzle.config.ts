// Settings of `drizzle-kit generate`, which writes the migrations from the schema.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./edge/db/schema.ts', './edge/users/schema.ts'],
  out: './edge/db/migrations',
});
