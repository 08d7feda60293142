import { createHash } from 'node:crypto';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip as gzipCompress } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import type * as Development from '#cli/commands/start.ts';
import { chunkFileName, FIRST_SCREEN_CHUNK, languagePlugins } from './src/app/language/languages.build.ts';
import { firstPaint } from './src/app/outline/first-paint.build.ts';
import { sourceAndLicences } from './src/release/source-and-licences.build.ts';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

/** The gateway's own paths; all others belong to the app. */
const gatewayPath = /^\/(?:api|desk|healthz|readyz|metrics)(?:[/?]|$)/;

/**
 * `npm run dev`: the development server mounts the same gateway as in production, with the same embedded default. The
 * database stays open while the code of gateway and service is reloaded.
 */
function frontdesk(): Plugin {
  return {
    name: 'frontdesk',
    apply: 'serve',
    config: () => ({
      server: { host: process.env['HOST'] || '127.0.0.1', port: Number(process.env['PORT'] || 4100), strictPort: true },
    }),
    async configureServer(server) {
      if (process.env['VITEST'] !== undefined) return;
      const load = async () => (await server.ssrLoadModule('/src/cli/commands/start.ts')) as typeof Development;
      const resources = await (await load()).openDevelopmentResources(process.env).catch((error: unknown) => {
        // An error that a person can fix needs no stack.
        server.config.logger.error(error instanceof Error ? error.message : String(error));
        process.exit(1);
      });
      let loaded: typeof Development | undefined;
      let gateway: ReturnType<typeof Development.buildDevelopmentGateway> | undefined;
      server.httpServer?.once('close', () => void Promise.resolve(gateway?.stopWrites()).then(() => resources.close()));
      const listener = getRequestListener(async (request, bindings) => {
        const current = await load();
        if (gateway === undefined || current !== loaded) {
          // Its event streams end, and browsers reconnect to the current gateway.
          void gateway?.stopWrites();
          loaded = current;
          gateway = current.buildDevelopmentGateway(resources);
        }
        return gateway.fetch(request, bindings);
      });
      server.middlewares.use((request, response, next) => {
        if (gatewayPath.test(request.url ?? '')) listener(request, response).catch(next);
        else next();
      });
    },
  };
}

/**
 * Lists the text files of each language, so that the script of the first paint can fetch those of the language that it
 * chooses.
 */
function textsInPage(): Plugin {
  return {
    name: 'texts-in-page',
    applyToEnvironment: (environment) => environment.name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {}).flatMap((name) => {
          const [, tag] = /^assets\/([\w-]+)-first-[\w-]+\.js$/.exec(name) ?? [];
          const attrs = { name: `texts-${tag}`, content: `/${name}` };
          return tag === undefined ? [] : [{ tag: 'meta', attrs, injectTo: 'head' as const }];
        }),
    },
  };
}

/**
 * Marks the code that the first page needs, so that Chromium compiles it on another thread while it arrives, instead of
 * function by function on the main thread when it is called. https://v8.dev/blog/explicit-compile-hints
 */
function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.name === FIRST_SCREEN_CHUNK)
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** Writes `.br` and `.gz` files beside the text files that the gateway serves, so that nothing is compressed per request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '.' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(?:js|css|html|svg|json|txt)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const text = await readFile(join(dir, name));
          await writeFile(join(dir, `${name}.br`), await brotli(text));
          await writeFile(join(dir, `${name}.gz`), await gzip(text, { level: 9 }));
        }),
      );
    },
  };
}

/** Lists the files of the app in its service worker, which therefore changes with each release. */
function release(): Plugin {
  return {
    name: 'release',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '.' }, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .sort()
        .map((name) => `/${name}`);
      const page = await readFile(join(dir, 'index.html'));
      const name = createHash('sha256').update(JSON.stringify(files)).update(page).digest('hex').slice(0, 16);
      const worker = join(dir, 'sw.js');
      await writeFile(worker, `const RELEASE = ${JSON.stringify({ name, files })};\n${await readFile(worker, 'utf8')}`);
    },
  };
}

/** Its time is the beginning of the build; src/cli/launch.js reads it. */
const stamp = fileURLToPath(new URL('dist/built', import.meta.url));

export default defineConfig({
  // The pages of the benchmarks use different packages.
  optimizeDeps: { entries: 'index.html' },
  resolve: {
    // FullCalendar's dates use the browser's Temporal.
    alias: [
      {
        find: /^temporal-polyfill\/fns\/(?:Instant|PlainDateTime|ZonedDateTime)$/,
        replacement: fileURLToPath(new URL('src/scheduling/temporal.ts', import.meta.url)),
      },
    ],
  },
  plugins: [
    // The compiler runs on the output of the text macros.
    ...languagePlugins(),
    react({ compiler: true }),
    tailwindcss(),
    frontdesk(),
    firstPaint(),
    release(),
    sourceAndLicences(),
    textsInPage(),
    compileEarly(),
    precompress(),
  ],
  builder: {
    async buildApp(builder) {
      const startedAt = new Date();
      await rm(stamp, { force: true });
      for (const name of ['client', 'server']) {
        const environment = builder.environments[name];
        if (environment !== undefined) await builder.build(environment);
      }
      // Files saved during the build may not be part of it, so they must count as newer.
      if (!builder.config.isProduction) return;
      await writeFile(stamp, '');
      await utimes(stamp, startedAt, startedAt);
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // src/release/bundle.system.test.ts limits the compressed size of the first page.
        chunkSizeWarningLimit: 1000,
        rolldownOptions: {
          output: {
            chunkFileNames: chunkFileName,
            // What the first page needs is one file, which compresses better than many; later parts import from it.
            codeSplitting: {
              groups: [
                { name: 'first', tags: ['$initial'] },
                // What most of the later parts need: two dozen small files would take as many requests.
                { name: 'base-ui', test: /base-ui|floating-ui/ },
              ],
            },
          },
        },
      },
    },
    server: {
      consumer: 'server',
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        sourcemap: true,
        rollupOptions: {
          input: {
            cli: 'src/cli/main.ts',
            'pglite-worker': 'src/service/db/pglite-worker.js',
          },
          // All in one folder, because they find the database's thread and the built app relative to their own location.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
});
