import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'server']) {
        const environment = builder.environments[name];
        if (environment !== undefined) await builder.build(environment);
      }
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
          input: { cli: 'src/cli/cli.ts', 'pglite-worker': 'src/service/db/pglite-worker.js' },
        },
      },
    },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
});
