import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import axe from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpListener, listen } from '#cli/serve.ts';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { type ClientLanguage, clientLanguages } from '#contract/enums.ts';
import type { Database } from '#service/db/database.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addMessageLink, addRecallLink } from '#testing/message-link.ts';
import { addAppointments, addPractice, appointmentIn } from '#testing/practice-rows.ts';
import { chromiumArguments, findBrowser } from '../../e2e/find-browser.js';
import { createDoor } from './door.ts';

// The pages as a phone's browser gets them: over HTTP, with their content security policy.

const start = '2026-03-10T09:00:00.000Z';
const end = '2026-03-10T09:20:00.000Z';
const now = Date.parse('2026-03-08T08:00:00.000Z');
/** Moves with each page, so that the limit of an address is never reached. */
let clock = now;

let database: Database;
let door: HttpListener;
let browser: Browser;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
  const app = createDoor({ database, clock: () => clock });
  door = await listen({ fetch: app.fetch, host: '127.0.0.1', port: 0 });
  browser = await chromium.launch({ executablePath: findBrowser(), args: chromiumArguments });
});
afterAll(async () => {
  await browser.close();
  await door.close();
});

/** The address of a link to two appointments with long names, and what it answers to the store's questions. */
async function addressOfLink(count = 2): Promise<string> {
  const practice = await addPractice(database);
  const { companyId } = practice;
  const about = Array.from({ length: count }, (_, nth) =>
    appointmentIn(practice, nth === 0 ? { start, end } : { start: end, end: '2026-03-10T09:40:00.000Z' }),
  );
  await addAppointments(database, practice, about);
  await database.sql`update pets set name = 'Maximiliana-Wilhelmine von Hohenstein' where company_id = ${companyId}::uuid`;
  await database.sql`update companies set name = 'Kleintierpraxis Donaudampfschifffahrtsgesellschaft' where company_id = ${companyId}::uuid`;
  await database.sql`update stores set phone = '+49 (0)30 1234567', address = 'Long Street 1', email = 'a.very.long.address@practice.example',
    website = 'https://practice.example' where company_id = ${companyId}::uuid`;
  await database.sql`update appointment_types set preparation = ${'Nothing to eat.\nWater is fine.'} where company_id = ${companyId}::uuid`;
  return `${door.url}/a/${await addMessageLink(database, practice, about)}`;
}

/** The address of a link to a pet that is due again, with a long name. */
async function addressOfRecalls(): Promise<string> {
  const practice = await addPractice(database);
  const token = await addRecallLink(database, practice);
  await database.sql`update pets set name = 'Maximiliana-Wilhelmine von Hohenstein' where company_id = ${practice.companyId}::uuid`;
  return `${door.url}/a/${token}`;
}

async function inPage<Result>(options: BrowserContextOptions, work: (page: Page) => Promise<Result>): Promise<Result> {
  clock += 60_000;
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 800 }, ...options });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** The problems that axe finds on the page, all parts of it open. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const found = await checker.run(document, { resultTypes: ['violations'] });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    );
  });
}

/** By how many pixels the page is wider than its window. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.each(clientLanguages)(
  'pages in %s have no problem that axe finds, in light and dark, and fit 320 px',
  async (language) => {
    const address = await addressOfLink();
    const texts = allClientTexts[language].page;
    for (const colorScheme of ['light', 'dark'] as const) {
      await inPage({ colorScheme, viewport: { width: 320, height: 640 } }, async (page) => {
        const look = async (what: string, at = `${address}?lang=${language}`) => {
          await page.goto(at);
          expect(await violations(page), `${what}, ${colorScheme}`).toEqual([]);
          expect(await overflow(page), what).toBeLessThanOrEqual(0);
        };
        await look('unanswered');
        await page.goto(`${address}?lang=${language}`);
        await page.getByText(texts.anotherTime, { exact: true }).first().click();
        await page.getByLabel(texts.note).first().fill('x '.repeat(300));
        await page.getByRole('button', { name: texts.send }).first().click();
        expect(await violations(page), `too long, ${colorScheme}`).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await page.getByLabel(texts.note).first().fill('mornings');
        await page.getByRole('button', { name: texts.send }).first().click();
        await look('another time');
        await look('not found', `${door.url}/nothing?lang=${language}`);
        const due = `${await addressOfRecalls()}?lang=${language}`;
        await look('due again', due);
        await page.goto(due);
        await page.getByRole('button', { name: texts.due.stop }).click();
        await expect.poll(() => page.getByRole('status').textContent()).toBe(texts.due.stopped);
        expect(await violations(page), `no more reminders, ${colorScheme}`).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      });
    }
  },
);

test('with large text the page is still no wider than its window', async () => {
  const address = await addressOfLink();
  for (const language of clientLanguages)
    await inPage({ viewport: { width: 320, height: 640 } }, async (page) => {
      await page.goto(`${address}?lang=${language}`);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      expect(await overflow(page), language).toBeLessThanOrEqual(0);
    });
});

test('without script and by keyboard alone a client confirms, asks for another time, and cancels', async () => {
  const address = await addressOfLink(1);
  const texts = allClientTexts.en.page;
  await inPage({ javaScriptEnabled: false }, async (page) => {
    const tabTo = async (name: string) => {
      for (let press = 0; press < 30; press += 1) {
        await page.keyboard.press('Tab');
        if ((await page.locator(':focus').textContent()) === name) return;
      }
      throw new Error(`the focus never comes to ${name}`);
    };
    await page.goto(address);
    await tabTo(texts.confirm);
    await page.keyboard.press('Enter');
    await page.getByText(texts.confirmed).waitFor();
    await tabTo(texts.anotherTime);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('after 3 o’clock');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(texts.anotherTimeAsked).waitFor();
    expect(await page.locator('.note').textContent()).toContain('after 3 o’clock');
    await tabTo(texts.cancel);
    await page.keyboard.press('Enter');
    await tabTo(texts.cancelNow);
    await page.keyboard.press('Enter');
    await page.getByText(texts.cancelledByClient).waitFor();
    // It was reached by GET, so that loading it again sends nothing.
    await page.reload();
    await page.getByText(texts.cancelledByClient).waitFor();
    expect(page.url()).toBe(address);
  });
});

test('a page loads nothing else, breaks no policy, and its language is chosen on it', async () => {
  const address = await addressOfLink();
  await inPage({}, async (page) => {
    const [requested, problems]: [string[], string[]] = [[], []];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(address);
    const choose = async (from: ClientLanguage, to: ClientLanguage) => {
      await page.getByText(allClientTexts[from].name).first().click();
      await page.getByRole('link', { name: allClientTexts[to].name }).click();
      await page.getByRole('heading', { level: 1, name: allClientTexts[to].page.heading.several }).waitFor();
    };
    await choose('en', 'ar');
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl');
    await page.getByRole('button', { name: allClientTexts.ar.page.confirm }).last().click();
    await page.getByText(allClientTexts.ar.page.confirmed).waitFor();
    await choose('ar', 'nl');
    expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([door.url]));
    expect(problems).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });
});

test('in forced colours every button has an edge, and on paper there are none', async () => {
  const address = await addressOfLink(1);
  await inPage({ forcedColors: 'active' }, async (page) => {
    await page.goto(address);
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll('button, .actions summary')].map(
        (button) => getComputedStyle(button).borderTopWidth,
      ),
    );
    expect(widths.length).toBeGreaterThan(3);
    expect(widths).not.toContain('0px');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.actions').isVisible()).toBe(false);
    expect(await page.getByText('Long Street 1').isVisible()).toBe(true);
  });
});
