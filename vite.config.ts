import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments['client']!);
      await builder.build(builder.environments['server']!);
    },
  },
  environments: {
    client: { build: { outDir: 'dist/client' } },
    server: {
      consumer: 'server',
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        target: 'node20',
        sourcemap: true,
        rollupOptions: {
          input: { cli: 'src/cli/main.ts', 'pglite-worker': 'src/service/db/pglite-worker.js' },
        },
      },
    },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
});
