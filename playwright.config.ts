import { defineConfig } from '@playwright/test';

/** Chromium heeds the last list of features alone, so those that Playwright switches off (1.65) are here, too. */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  // Pages that every window loads for its address bar, which nobody sees here: a third of the time of a test.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** Browser tests: every test has a desk of its own on the practice of its worker, and two at a time fit two cores. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // The built product runs as it is shipped.
  build: { external: ['**/dist/**'] },
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // A machine that builds for many may stall for seconds; what then passes is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  // Far above what any step needs on a busy machine: they end what hangs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Recording costs a sixth of the time; where nothing is tried again, ask for it with --trace=retain-on-failure.
    trace: 'on-first-retry',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] === undefined ? {} : { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
});
