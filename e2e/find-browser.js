// Finds a Chromium for the browser tests. It installs nothing; if there is none, it throws a one-line error that says how to
// get one.
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

// The shell is Chromium without windows; with windows the tests take a quarter longer.
const shells = ['chromium-headless-shell'];
const withWindows = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** @param {string} file */
function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function filesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/**
 * The headless shell that `npx playwright install --only-shell chromium` installs beside the folder of Playwright's Chromium.
 * Playwright has no function that returns its path.
 * @param {string} playwrights the path of Playwright's Chromium, installed or not
 */
function shellBeside(playwrights) {
  const [, folder, revision] = /^(.*[\\/])chromium(\w*-\d+)[\\/]/.exec(playwrights) ?? [];
  if (folder === undefined) return [];
  const files = filesIn(join(folder, `chromium_headless_shell${revision}`));
  return files.filter((file) => /[\\/]chrome-headless-shell(?:\.exe)?$/.test(file));
}

/**
 * An error for the person who runs the tests, without a stack, which would only hide the message.
 * @param {string} message
 */
const problem = (message) => Object.assign(new Error(message), { stack: `Error: ${message}` });

/**
 * @param {{ env?: NodeJS.ProcessEnv, places?: string[], playwrights?: string }} [where] the environment, the paths at which systems
 * install a browser that is not on the PATH, and the path of Playwright's own
 * @returns {string} the path of a Chromium that can be started
 */
export function findBrowser({ env = process.env, places = usualPlaces, playwrights = chromium.executablePath() } = {}) {
  const named = env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (isRunnable(named)) return named;
    throw problem(`CHROMIUM_PATH names ${named}, which cannot be run.`);
  }
  const folders = (env['PATH'] ?? '').split(delimiter);
  const onPath = (/** @type {string[]} */ names) =>
    folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = [...onPath(shells), ...shellBeside(playwrights), ...onPath(withWindows), ...places, playwrights];
  const found = candidates.find(isRunnable);
  if (found !== undefined) return found;
  throw problem(
    'The browser tests need Chromium or Chrome, and none was found: run `npx playwright install --only-shell chromium`, install Debian’s package `chromium-headless-shell`, or name one with CHROMIUM_PATH.',
  );
}

/** Chromium uses only the last list of features, so the features that Playwright switches off (1.65) are included. */
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
  // Pages that every window loads for its address bar, which is not visible here: a third of the time of a test.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** The arguments with which the browser is started for tests. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page of a test lives long enough to benefit from the optimizing compiler.
  '--js-flags=--no-turbofan',
  `--disable-features=${disabledFeatures.join(',')}`,
];
