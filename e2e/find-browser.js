// Finds a Chromium for the browser tests: an installed Chromium or Chrome, else Playwright's own, downloaded if need be,
// else Debian's package where this process may install it. Prints nothing; throws one clear message where none can be had.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, firefox, webkit } from '@playwright/test';

// The shell is Chromium without its windows; with them the tests take a quarter longer.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const wellKnown = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** @param {string} file */
function runnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} programs @param {string[]} elsewhere */
function onPath(programs, elsewhere = []) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [...folders.flatMap((folder) => programs.map((name) => join(folder, name))), ...elsewhere].find(runnable);
}

function installed() {
  return onPath(names, wellKnown);
}

function playwrightsOwn() {
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const done = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return done.status === 0;
}

function downloaded() {
  run(process.execPath, [join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium']);
  return playwrightsOwn();
}

function fromDebian() {
  const mayInstall = process.getuid?.() === 0 && runnable('/usr/bin/apt-get');
  if (!mayInstall) return undefined;
  run('apt-get', ['update', '-qq']);
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  if (!run('apt-get', [...install, 'chromium-headless-shell'])) run('apt-get', [...install, 'chromium']);
  return installed();
}

/** @returns {string} the path of a Chromium that can be started */
export function findBrowser() {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (runnable(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which cannot be run.`);
  }
  const found = installed() ?? playwrightsOwn() ?? downloaded() ?? fromDebian();
  if (found !== undefined) return found;
  throw new Error(
    'The browser tests need Chromium or Chrome, and none could be found, downloaded or installed. Install one, or name one with CHROMIUM_PATH.',
  );
}

/**
 * The browsers of the other engines: Playwright's own build of each, else what the system has.
 * @returns {{ engine: 'Firefox' | 'WebKit', driver: 'playwright' | 'bidi' | 'webdriver', path: string | undefined, install: string }[]}
 * without a path where it isn't installed; `install` says what to install then
 */
export function otherBrowsers() {
  const [ownFirefox, ownWebKit] = [firefox, webkit].map((type) => [type.executablePath()].find(runnable));
  return [
    {
      engine: 'Firefox',
      driver: ownFirefox ? 'playwright' : 'bidi',
      path: ownFirefox ?? onPath(['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox']),
      install: 'npx playwright install firefox, or Debian’s firefox-esr',
    },
    {
      engine: 'WebKit',
      driver: ownWebKit ? 'playwright' : 'webdriver',
      path: ownWebKit ?? (runnable('/usr/bin/Xvfb') ? onPath(['WebKitWebDriver']) : undefined),
      install: 'npx playwright install webkit, or Debian’s webkit2gtk-driver and xvfb',
    },
  ];
}

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

/** How the browser is started for tests. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page of a test lives for long enough to gain by the code of the compiler that optimizes most.
  '--js-flags=--no-turbofan',
  `--disable-features=${disabledFeatures.join(',')}`,
];
