// Settings of `drizzle-kit generate`, which writes the migrations from the schema.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./cloud/db/schema.ts'],
  out: './cloud/db/migrations',
});
