import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { test as base, expect, type Page } from '@playwright/test';
import { quickly, startProduct } from '#testing/built-product.ts';
import type * as InProcess from '#testing/product-in-process.ts';
import { closeSource, loadSource } from '#testing/source-modules.js';

/** A running product, as a browser uses it. */
export interface Product {
  /** The address that a browser opens, without a trailing slash. */
  readonly url: string;
}

/** The product of {@link test}, which can issue keys. */
export interface SharedProduct extends Product {
  /** Issues a key for the first receptionist with permission to book. */
  issueKey(): Promise<string>;
  /** Issues a key for the employee with the name. */
  issueKeyOf(name: string): Promise<string>;
}

/** The folder of the built app. */
const assets = join('dist', 'client');

/** The data folder that `seed.ts` has seeded. */
const seeded = () => process.env['SEEDED_DATA_DIR'] ?? '';

/** Starts a product process on a copy of the demo practice. The caller must dispose of it. */
export const startSeeded = () => startProduct(['start'], seeded());

async function receptionistOf(practice: InProcess.OpenPractice): Promise<string> {
  const receptionist = (await practice.employees()).find(
    ({ role, isActive, permissions }) =>
      role === 'receptionist' && isActive && permissions.includes('appointments.write'),
  );
  if (receptionist === undefined) throw new Error('the demo practice has no receptionist who may book');
  return receptionist.id;
}

interface WorkerFixtures {
  /** Gateway and service from their sources, as functions in this process; the app is the built one. */
  server: typeof InProcess;
  /** The demo practice, open in this process for all tests of a worker, one after another. */
  practice: InProcess.OpenPractice;
}

interface TestFixtures {
  product: SharedProduct;
  /** How people sign in: `shared` opens the calendar immediately, `sign_in` asks everyone for a key. */
  access: 'shared' | 'sign_in';
  /** Serves a product with a different environment, such as one on another practice API; it ends with the test. */
  startDesk: (environment: Record<string, string>) => Promise<Product>;
}

/**
 * Records what a page receives from now on: addresses, headers and bodies. The returned function waits for the page's
 * event stream, and returns the responses that have ended until then and the beginning of that stream, which never ends
 * and therefore has no body to wait for.
 */
export function recordReceived(page: Page): () => Promise<string[]> {
  const reading: Promise<string[]>[] = [];
  page.on('requestfinished', (request) => {
    const read = request.response().then(async (response) => {
      if (!response) return [];
      return [response.url(), JSON.stringify(await response.allHeaders()), String(await response.body())];
    });
    // Responses that end while the page is being left can no longer be read.
    reading.push(read.catch(() => []));
  });
  const streaming = page.waitForResponse((response) =>
    /^text\/event-stream/.test(response.headers()['content-type'] ?? ''),
  );
  return async () => {
    const stream = await streaming;
    const beginning = await page.evaluate(async (url) => {
      const leaving = new AbortController();
      const { body } = await fetch(url, { signal: leaving.signal });
      const first = await body?.getReader().read();
      leaving.abort();
      return new TextDecoder().decode(first?.value);
    }, stream.url());
    return [...(await Promise.all(reading)).flat(), JSON.stringify(stream.headers()), beginning];
  };
}

/** A console error or an uncaught error in any page of a journey fails it, unless `expectConsole` lists it. */
const guarded = base.extend<{ expectConsole: RegExp[] }>({
  expectConsole: [[], { option: true }],
  context: async ({ context, expectConsole }, use) => {
    const unexpected: string[] = [];
    const note = (text: string) => {
      if (!expectConsole.some((expected) => expected.test(text))) unexpected.push(text);
    };
    context.on('console', (message) => {
      if (message.type() === 'error') note(message.text());
    });
    context.on('weberror', (error) => note(`uncaught: ${error.error().message}`));
    // Chromium does not log on its own what the content security policy blocks.
    await context.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        console.error(`blocked by the content security policy: ${effectiveDirective} ${blockedURI}`),
      ),
    );
    await use(context);
    expect(unexpected, 'unexpected console errors').toEqual([]);
  },
});

/**
 * Every journey has its own `product` on the practice of its worker, with its own origin, key and request budget; its
 * bookings are deleted afterwards. A journey that kills its product uses {@link startSeeded}.
 */
export const test = guarded.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the destructured parameter.
    async ({}, use) => {
      for (const flag of quickly) setFlagsFromString(flag);
      await use((await loadSource('/src/testing/product-in-process.ts')) as typeof InProcess);
      await closeSource();
    },
    { scope: 'worker' },
  ],
  practice: [
    async ({ server }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-practice-'));
      cpSync(seeded(), dataDir, { recursive: true });
      const practice = await server.openPracticeHere(dataDir);
      await use(practice);
      await practice.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  access: ['shared', { option: true }],
  product: async ({ server, practice, access }, use) => {
    const removeNewAppointments = await practice.mark();
    const desk = await server.serveDesk({ environment: { ACCESS: access }, assets, practice });
    await use({
      url: desk.url,
      issueKey: async () => (await practice.issueKey(await receptionistOf(practice))).key,
      async issueKeyOf(name) {
        const employee = (await practice.employees()).find(
          ({ firstName, lastName }) => `${firstName} ${lastName}` === name,
        );
        if (employee === undefined) throw new Error(`the demo practice has no one called ${name}`);
        return (await practice.issueKey(employee.id)).key;
      },
    });
    await desk.close();
    await removeNewAppointments();
  },
  startDesk: async ({ server, context }, use) => {
    const desks: InProcess.ServedDesk[] = [];
    await use(async (own) => {
      const desk = await server.serveDesk({ environment: own, assets });
      desks.push(desk);
      return desk;
    });
    // The pages are closed first, because a poll without its server would be an unexpected error.
    await Promise.all(context.pages().map((page) => page.close()));
    await Promise.all(desks.map((desk) => desk.close()));
  },
  baseURL: ({ product }, use) => use(product.url),
});

export { expect };
