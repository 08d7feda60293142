import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';
import { chromiumArguments, findBrowser } from './e2e/find-browser.js';
import { environmentWithFonts } from './e2e/fonts.js';
import { languagePlugins } from './src/app/language/languages.build.ts';
import { sourceAndLicences } from './src/release/source-and-licences.build.ts';
import { RetriedTests } from './src/testing/retried-tests.ts';

// Which files each project runs, and which command runs which projects: CONTRIBUTING.md, "Test".

// The tests run the app as shipped: React's development build takes twice the time.
process.env['NODE_ENV'] = 'production';

const isCi = Boolean(process.env['CI']);
/** Locally nothing is retried, and three failures end the run: Vitest also counts the files of failed tests. */
const failures = isCi ? { bail: 0, retry: 1 } : { bail: 5, retry: 0 };
/** How long a component test waits for an expectation. A CI machine may stall for seconds. */
const patienceMs = isCi ? 15_000 : 3_000;

const longTests = 'src/**/*.long.test.ts';
const serviceTests = 'src/**/*.service.test.ts';
const systemTests = 'src/**/*.system.test.ts';
const postgresTests = 'src/**/*.postgres.test.ts';
const browserTests = 'src/**/*.browser.test.tsx';
const wideTests = 'src/**/*.wide.browser.test.tsx';

/** The tests that run in Node. */
type NodeOptions = NonNullable<TestProjectInlineConfiguration['test']> & { name: string };
const withDatabases = { globalSetup: 'src/testing/postgres-setup.ts' };
const inNode = (options: NodeOptions): TestProjectInlineConfiguration => ({
  plugins: [react(), ...languagePlugins()],
  test: {
    setupFiles: 'src/testing/in-english.ts',
    ...failures,
    restoreMocks: true,
    // The files of a worker share its modules and open databases: loading both for each file would take most of the time.
    isolate: false,
    maxWorkers: 2,
    // The embedded database's code is compiled only once, without optimization: no test runs long enough to benefit from it.
    execArgv: ['--liftoff-only'],
    // Far above what any test needs on a busy machine: these end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    provide: { patienceMs: 30_000 },
    ...options,
    // For the products that tests start: allocating the default page cache takes a second on a machine with slow memory.
    env: { DATABASE_CACHE_MB: '16', ...options.env },
  },
});

/** A browser in a time zone far from those of the stores, because the app shows the times of the stores. */
const chromium = (fonts: 'wide' | 'narrow') =>
  playwright({
    launchOptions: {
      executablePath: findBrowser(),
      args: chromiumArguments,
      env: environmentWithFonts(fonts),
      // The browsers end with the process, which Vitest ends itself; Node warns of too many listeners.
      handleSIGTERM: false,
    },
    // A click that waits for its target fails with the target's name, instead of timing out with its test.
    actionTimeout: patienceMs,
    contextOptions: { locale: 'en-GB', timezoneId: 'Asia/Tokyo' },
  });

/** Files whose results depend on the width of letters: they also run with the narrow font. */
const measuring = [
  'src/app/components/filter-combobox.browser.test.tsx',
  'src/app/features/board/{calendar/board-calendar,calendar/blocks,day-views}.browser.test.tsx',
  'src/app/features/appointments/filter-bar.browser.test.tsx',
  'src/app/features/search/{search-field,search}.browser.test.tsx',
  'src/app/features/settings/settings.browser.test.tsx',
];
const ownPageTests = [
  'src/testing/languages/*.wide.browser.test.tsx',
  // Holds code back that every other page has loaded.
  'src/app/components/opened-early.wide.browser.test.tsx',
  // Runs React's development build.
  'src/app/routes/screens.wide.browser.test.tsx',
];

/** A browser that runs some of the component tests. Browsers of a group run concurrently, one group after another. */
interface BrowserOptions {
  name: string;
  include: string[];
  exclude?: string[];
  groupOrder: number;
  maxWorkers?: number;
  fonts?: 'wide' | 'narrow';
}
const browser = ({ groupOrder, maxWorkers = 1, fonts = 'wide', ...named }: BrowserOptions) => ({
  browser: 'chromium' as const,
  provider: chromium(fonts),
  maxWorkers,
  sequence: { groupOrder },
  ...named,
});
/** Each of these files has a separate page, because a page has one language, one build of the libraries, and code once. */
const ownPages = 'wide (own pages)';
/** What Vitest has no option for if it differs between several browsers. */
const browserSettings: Plugin = {
  name: 'browser-settings',
  configureVitest({ project: { name, config } }) {
    if (name === ownPages) config.browser.isolate = true;
    if (name === 'smoke') config.tagsFilter = ['smoke'];
    if (name === 'extended') config.tagsFilter = ['!smoke'];
  },
};

/** The app in a real browser, with a practice in memory. */
const inBrowsers: TestProjectInlineConfiguration = {
  plugins: [...languagePlugins(), react({ compiler: true }), tailwindcss(), sourceAndLicences(), browserSettings],
  optimizeDeps: {
    entries: ['index.html', 'src/testing/app-in-memory.tsx', 'src/testing/accessible.ts'],
    // If these were discovered while tests run, Vite would reload the page under them; which browsers load them is decided
    // there.
    include: ['temporal-polyfill', 'temporal-polyfill/global', 'chardet', 'papaparse'],
    // Both builds of the libraries are available, for each file to choose from (src/testing/react-in-development.ts).
    rolldownOptions: {
      transform: { define: { 'process.env.NODE_ENV': '(globalThis.buildOfLibraries ?? "production")' } },
    },
  },
  test: {
    name: 'in browsers',
    ...failures,
    restoreMocks: true,
    setupFiles: ['src/testing/in-english.ts', 'src/testing/clean-page.ts', 'src/testing/hide-page.ts'],
    // The files share a page and its modules: loading the app for each file would cost a quarter of the time.
    isolate: false,
    // Far above what any test needs on a busy machine: it ends what hangs.
    testTimeout: 60_000,
    expect: { poll: { timeout: patienceMs } },
    provide: { patienceMs },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: chromium('wide'),
      instances: [
        ...['components', 'smoke', 'extended'].map((name) =>
          browser({ name, include: [browserTests], exclude: [wideTests], groupOrder: 2, maxWorkers: 2 }),
        ),
        browser({ name: 'wide', include: [wideTests], exclude: ownPageTests, groupOrder: 5 }),
        browser({ name: 'wide (narrow font)', include: measuring, groupOrder: 5, fonts: 'narrow' }),
        browser({ name: ownPages, include: ownPageTests, groupOrder: 6 }),
      ],
    },
  },
};

/** The tests for which `npm run test:long` has more time: long tests, and those with a number of random rounds. */
const proofs = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.test\.tsx?$/.test(path) && !path.endsWith('.browser.test.tsx'))
  .filter((path) => path.endsWith('.long.test.ts') || readFileSync(path, 'utf8').includes('rounds('));
/** The installed programs that some proofs need, by the names of their files. */
const programsOf: Record<string, readonly string[]> = {
  pgbouncer: ['pgbouncer'],
  patroni: ['patroni', 'etcd', 'haproxy', 'psql'],
};
const excludedProofs = Object.entries(programsOf).flatMap(([name, programs]) => {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0) return [];
  if (process.argv.includes('proofs')) {
    process.stdout.write(`Not installed: ${missing.join(', ')}. src/**/${name}.long.test.ts does not run.\n`);
  }
  return [`src/**/${name}.long.test.ts`];
});

export default defineConfig({
  test: {
    reporters: ['default', new RetriedTests()],
    bail: failures.bail,
    tags: [{ name: 'smoke', description: 'Shows that a screen is wired: runs in `npm test`, not only in the matrix.' }],
    experimental: { fsModuleCache: true },
    projects: [
      inNode({
        name: 'logic',
        include: ['src/**/*.test.{ts,tsx}'],
        exclude: ['src/{service,cli}/**', longTests, serviceTests, systemTests, postgresTests, browserTests],
      }),
      inNode({
        name: 'service',
        ...withDatabases,
        include: ['src/{service,cli}/**/*.test.ts', serviceTests],
        exclude: [longTests, systemTests, postgresTests],
        sequence: { groupOrder: 1 },
      }),
      inBrowsers,
      inNode({
        name: 'postgres',
        ...withDatabases,
        include: [postgresTests, 'src/service/{db,routes}/**/*.test.ts'],
        exclude: [longTests, systemTests],
        env: { TEST_DATABASE: 'PostgreSQL' },
        sequence: { groupOrder: 3 },
      }),
      inNode({ name: 'system', ...withDatabases, include: [systemTests], sequence: { groupOrder: 4 } }),
      // All tests in Node with many rounds (src/testing/rounds.ts), and those that take minutes.
      inNode({
        name: 'proofs',
        ...withDatabases,
        include: proofs,
        setupFiles: ['src/testing/in-english.ts', 'src/testing/shrink-in-time.ts'],
        exclude: excludedProofs,
        // Thousands of rounds slow down a database that is shared with other files.
        isolate: true,
        env: { FRONTDESK_TEST_LONG: '1' },
        testTimeout: 1_800_000,
        sequence: { groupOrder: 7 },
      }),
    ],
  },
} satisfies ViteUserConfig);
