// Settings of `drizzle-kit generate`, which writes the migrations from the schema.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./cloud/storage/schema.ts'],
  out: './cloud/storage/migrations',
});
