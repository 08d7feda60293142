import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes the next migration from the schema; the service applies them when it starts. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/service/db/schema.ts',
  out: './src/service/db/migrations',
});
