import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#testing/postgres.ts';
import { expect, test as plain } from './harness.ts';

// WebKitGTK as Debian has it, through its WebDriver: Playwright drives no WebKit but its own build.

/** Keys that are no letters, as WebDriver names them (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const keys = {
  Tab: '\uE004',
  Enter: '\uE007',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
} as const;

type Key = keyof typeof keys;

/** A window of WebKitGTK, used by keys as a person would. */
export interface WebKitWindow {
  goto(url: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses keys together, the last one with the others held. */
  press(...together: Key[] | [...Key[], string]): Promise<void>;
  /** The accessible name of what has the focus. */
  focusedName(): Promise<string>;
  /** Runs a function in the page; what it takes and answers travels as JSON, its type is the page's word. */
  evaluate<Result, Args extends unknown[]>(script: (...args: Args) => Result, ...args: Args): Promise<Result>;
}

/** A screen that nobody sees; answers its name. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const told = screen.stdio[3];
  if (!told || !('on' in told)) throw new Error('Xvfb cannot say which display it has');
  const [number] = await once(told, 'data');
  return { screen, display: `:${String(number).trim()}` };
}

async function startDriver(display: string): Promise<{ driver: ChildProcess; address: string }> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LANG: 'en_GB.UTF-8' },
  });
  const address = `http://127.0.0.1:${port}`;
  await expect(async () => expect((await fetch(`${address}/status`)).ok).toBe(true)).toPass();
  return { driver, address };
}

async function openWindow(address: string) {
  async function send(method: string, path: string, body?: object) {
    const answer = await fetch(address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`WebKitWebDriver refused ${path}: ${JSON.stringify(value)}`);
    return value;
  }
  const { sessionId } = await send('POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  const act = (actions: object[]) =>
    send('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] });
  const down = (value: string) => ({ type: 'keyDown', value });
  const up = (value: string) => ({ type: 'keyUp', value });
  await send('POST', `${session}/window/rect`, { width: 1280, height: 860 });
  const window: WebKitWindow = {
    goto: (url) => send('POST', `${session}/url`, { url }),
    type: (text) => act([...text].flatMap((letter) => [down(letter), up(letter)])),
    press(...together) {
      const values = together.map((key) => (key in keys ? keys[key as Key] : key));
      return act([...values.map(down), ...values.reverse().map(up)]);
    },
    async focusedName() {
      const [element] = Object.values(await send('GET', `${session}/element/active`));
      return send('GET', `${session}/element/${element}/computedlabel`);
    },
    evaluate: (script, ...args) =>
      send('POST', `${session}/execute/sync`, { script: `return (${script})(...arguments)`, args }),
  };
  return { window, close: () => send('DELETE', session) };
}

/** Runs in the page before the app: WebDriver tells of no console error, so the page keeps them itself. */
const guard = `
globalThis.consoleErrors = [];
const { error } = console;
console.error = (...words) => { consoleErrors.push(words.join(' ')); error.apply(console, words); };
addEventListener('error', ({ message }) => consoleErrors.push('uncaught: ' + message));
addEventListener('unhandledrejection', ({ reason }) => consoleErrors.push('unhandled: ' + reason));
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  consoleErrors.push('blocked by the content security policy: ' + effectiveDirective + ' ' + blockedURI));
`;

declare global {
  var consoleErrors: string[] | undefined;
}

export const test = plain.extend<{ webKit: WebKitWindow }, { webDriver: string }>({
  webDriver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the destructured parameter.
    async ({}, use) => {
      const { screen, display } = await startScreen();
      const { driver, address } = await startDriver(display);
      await use(address);
      driver.kill();
      screen.kill();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the destructured parameter.
  assets: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-guarded-'));
    cpSync(join('dist', 'client'), folder, { recursive: true });
    for (const compressed of ['br', 'gz']) rmSync(join(folder, `index.html.${compressed}`), { force: true });
    const index = join(folder, 'index.html');
    writeFileSync(index, readFileSync(index, 'utf8').replace('<head>', '<head><script src="/guard.js"></script>'));
    writeFileSync(join(folder, 'guard.js'), guard);
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  webKit: async ({ webDriver }, use) => {
    const { window, close } = await openWindow(webDriver);
    const unexpected: string[] = [];
    let isOpen = false;
    const collect = async () => {
      if (isOpen)
        unexpected.push(...(await window.evaluate(() => globalThis.consoleErrors ?? ['nothing watched the console'])));
    };
    async function goto(url: string) {
      await collect();
      await window.goto(url);
      isOpen = true;
    }
    await use({ ...window, goto });
    await collect();
    await close();
    expect(unexpected, 'unexpected console errors').toEqual([]);
  },
});
