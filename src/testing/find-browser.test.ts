import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findBrowser } from '../../e2e/find-browser.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-browsers-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Creates a program at a path in the folder, and returns its path. */
function install(...path: string[]): string {
  const file = join(folder, ...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '', { mode: 0o755 });
  return file;
}

/** The location of Playwright's browsers once they are installed. */
const playwrights = (...path: string[]) => join('ms-playwright', 'chromium-1255', ...path);
const shell = [
  'ms-playwright',
  'chromium_headless_shell-1255',
  'chrome-headless-shell-linux64',
  'chrome-headless-shell',
];

/** Searches only in the folder. */
function find(env: Record<string, string> = {}, full = playwrights('chrome-linux64', 'chrome')) {
  const PATH = [join(folder, 'first'), join(folder, 'second')].join(delimiter);
  return findBrowser({
    env: { PATH, ...env },
    places: [join(folder, 'Applications', 'chrome')],
    playwrights: join(folder, full),
  });
}

test('the browser in CHROMIUM_PATH takes precedence', () => {
  install('first', 'chromium-headless-shell');
  const named = install('elsewhere', 'my-chromium');
  expect(find({ CHROMIUM_PATH: named })).toBe(named);
});

test('a CHROMIUM_PATH that cannot be executed is reported, whatever else is installed', () => {
  install('first', 'chromium-headless-shell');
  const named = join(folder, 'missing');
  expect(() => find({ CHROMIUM_PATH: named })).toThrow(`CHROMIUM_PATH names ${named}, which cannot be run.`);
});

test('the headless shell on the PATH takes precedence over a Chromium earlier on it', () => {
  install('first', 'chromium');
  expect(find()).toBe(join(folder, 'first', 'chromium'));
  const shellOfSystem = install('second', 'chromium-headless-shell');
  expect(find()).toBe(shellOfSystem);
});

test.each([
  ['Linux', playwrights('chrome-linux64', 'chrome'), shell],
  [
    'macOS',
    playwrights('chrome-mac-arm64', 'Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'),
    [...shell.slice(0, 2), 'chrome-headless-shell-mac-arm64', 'chrome-headless-shell'],
  ],
  [
    'Windows',
    playwrights('chrome-win64', 'chrome.exe'),
    [...shell.slice(0, 2), 'chrome-headless-shell-win64', 'chrome-headless-shell.exe'],
  ],
])('Playwright’s headless shell is found on %s, before a Chromium with windows', (_, full, path) => {
  install('first', 'chromium');
  const own = install(...path);
  expect(find({}, full)).toBe(own);
});

test('a headless shell of another release of Playwright is not used', () => {
  install('ms-playwright', 'chromium_headless_shell-1000', ...shell.slice(2));
  expect(() => find()).toThrow('none was found');
});

test('Chrome in its usual place is found without the PATH', () => {
  const chrome = install('Applications', 'chrome');
  expect(find()).toBe(chrome);
});

test('Playwright’s Chromium with windows is found', () => {
  const own = install(playwrights('chrome-linux64', 'chrome'));
  expect(find()).toBe(own);
});

test('without a browser one line says how to get one', () => {
  expect(() => find()).toThrow(
    /^[^\n]*`npx playwright install --only-shell chromium`[^\n]*`chromium-headless-shell`[^\n]*$/,
  );
});
