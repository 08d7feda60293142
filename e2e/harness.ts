import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect } from '@playwright/test';

/** A product that runs as a person would start it: built, on a data folder of its own, on a free loopback port. */
export interface Product {
  /** Where a browser opens it, without a slash at the end. */
  url: string;
  dataDir: string;
  /** Stops the process (SIGTERM by default) and waits for its end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same data folder and the same port. */
  start(): Promise<void>;
  /** Runs the `frontdesk` command on the same data folder and answers what it printed. */
  frontdesk(...args: string[]): Promise<string>;
}

const cli = join('dist', 'server', 'cli.js');

function environment(dataDir: string, extra: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, PRACTICE_API_URL: _url, PRACTICE_API_KEY: _key, ...inherited } = process.env;
  return { ...inherited, DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'error', ...extra };
}

/** Starts a server command of the built product; resolves with its address once it says that it is ready. */
async function launch(command: string, env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [cli, command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (text: Buffer) => errors.push(text.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /http:\/\/\S+/.exec(line)?.[0];
      if (address !== undefined) resolve(address.replace(/\/$/, ''));
    });
    child.once('exit', (code, signal) => {
      if (!child.killed)
        process.stderr.write(`frontdesk ${command} ended by itself (${code ?? signal}): ${errors.join('')}\n`);
      reject(new Error(`frontdesk ${command} ended with ${code}: ${errors.join('')}`));
    });
  });
  return { child, url };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}

/** Starts a product on a data folder of its own with the demo practice, copied where `run.js` has seeded one. The caller stops it and then disposes of the folder. */
export async function startProduct(extra: Record<string, string> = {}, command = 'start') {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-e2e-'));
  const seeded = process.env['SEEDED_DATA_DIR'];
  if (seeded !== undefined) cpSync(seeded, dataDir, { recursive: true });
  let { child, url } = await launch(command, environment(dataDir, { PORT: '0', ...extra }));
  const product: Product = {
    get url() {
      return url;
    },
    dataDir,
    stop: (signal = 'SIGTERM') => ended(child, signal),
    async start() {
      ({ child, url } = await launch(command, environment(dataDir, { ...extra, PORT: new URL(url).port })));
    },
    frontdesk: (...args) =>
      new Promise((resolve, reject) => {
        const run = spawn(process.execPath, [cli, ...args], { env: environment(dataDir, extra) });
        const out: string[] = [];
        const err: string[] = [];
        run.stdout.on('data', (text: Buffer) => out.push(text.toString()));
        run.stderr.on('data', (text: Buffer) => err.push(text.toString()));
        run.once('close', (code) =>
          code === 0
            ? resolve(out.join(''))
            : reject(new Error(`frontdesk ${args.join(' ')} ended with ${code}: ${err.join('')}`)),
        );
      }),
  };
  return {
    product,
    async dispose() {
      // Nothing of it is wanted any more.
      await product.stop('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Every test has a `product` of its own: its practice untouched, its key with a whole minute's requests. An unexpected
 * console error or uncaught page error fails the test; expected ones are listed with `expectConsole`.
 */
export const test = base.extend<{ product: Product; expectConsole: RegExp[]; consoleGuard: undefined }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the destructured parameter.
    async ({}, use) => {
      const { product, dispose } = await startProduct();
      await use(product);
      await dispose();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  expectConsole: [[], { option: true }],
  consoleGuard: [
    async ({ page, expectConsole }, use) => {
      const unexpected: string[] = [];
      const note = (text: string) => {
        if (!expectConsole.some((expected) => expected.test(text))) unexpected.push(text);
      };
      page.on('console', (message) => {
        if (message.type() === 'error') note(message.text());
      });
      // Chromium alone does not report on the console what the content security policy blocks.
      await page.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          console.error(`blocked by the content security policy: ${effectiveDirective} ${blockedURI}`),
        ),
      );
      page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
      await use(undefined);
      expect(unexpected, 'unexpected console errors').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
