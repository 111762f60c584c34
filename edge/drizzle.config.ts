// Settings of `drizzle-kit generate`, which writes the migrations from the schema.
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./edge/storage/schema/*.ts', './edge/shop/users/schema.ts'],
  out: './edge/storage/migrations',
});
