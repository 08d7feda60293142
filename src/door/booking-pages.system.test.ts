import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpListener, listen } from '#cli/serve.ts';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { allBookingPageTexts } from '#client-texts/booking/all-booking-page-texts.ts';
import { type ClientLanguage, clientLanguages } from '#contract/enums.ts';
import type { Database } from '#service/db/database.ts';
import type { EmailMessage } from '#service/sending/transport.ts';
import { addBookingPage } from '#testing/booking-page-rows.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addPractice } from '#testing/practice-rows.ts';
import { chromiumArguments, findBrowser } from '../../e2e/find-browser.js';
import { createDoor } from './door.ts';

// The booking page as a phone's browser gets it: over HTTP, with its content security policy, alone and in another site.

/** A Sunday; the practice is open on Mondays. */
const sunday = Date.parse('2026-03-01T09:00:00.000Z');
/** Moves with each visit, so that the limits of an address are never reached. */
let clock = sunday;
const HOUR = 3_600_000;
const english = allBookingPageTexts.en;

let database: Database;
let door: HttpListener;
let browser: Browser;
/** The web site of a practice: its path is the address of the booking page to embed, and `plain` leaves out the script. */
let site: Server;
const sent: EmailMessage[] = [];
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
  const email = {
    send: async (message: EmailMessage) => {
      sent.push(message);
      return { status: 'sent' } as const;
    },
  };
  const app = createDoor({ database, clock: () => clock, email });
  door = await listen({ fetch: app.fetch, host: '127.0.0.1', port: 0 });
  site = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Our practice</title><h1>Our practice</h1><p style="height: 300px">Welcome</p>
${searchParams.has('plain') ? '' : `<script src="${door.url}/book/embed.js" async></script>`}
<iframe src="${door.url}${pathname}" title="Appointments" style="width: 100%; height: 400px; border: 0"></iframe>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch({ executablePath: findBrowser(), args: chromiumArguments });
});
afterAll(async () => {
  await browser.close();
  await door.close();
  site.close();
});

const siteOrigin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

/** The path of a booking page with long names. */
async function pathOfPage(origins: string[] = []): Promise<string> {
  const practice = await addPractice(database);
  const { companyId, visitType } = practice;
  await database.sql`update companies set name = 'Kleintierpraxis Donaudampfschifffahrtsgesellschaft' where company_id = ${companyId}::uuid`;
  await database.sql`update stores set phone = '+49 (0)30 1234567', address = 'Long Street 1' where company_id = ${companyId}::uuid`;
  const types = [
    { visitTypeId: visitType, isOn: true, publicName: 'Krallenschneidenundzahnsteinentfernung beim Kaninchen' },
  ];
  return `/book/${await addBookingPage(database, practice, { origins, types })}`;
}

async function inPage<Result>(options: BrowserContextOptions, work: (page: Page) => Promise<Result>): Promise<Result> {
  clock += HOUR / 60;
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
  const found = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const { violations: all } = await checker.run(document, { resultTypes: ['violations'] });
    return all.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
  });
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = false;
  });
  return found;
}

/** By how many pixels the page is wider than its window, with text of usual size and twice as large. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const measure = () => document.documentElement.scrollWidth - innerWidth;
    const usual = measure();
    document.documentElement.style.fontSize = '200%';
    const large = measure();
    document.documentElement.style.fontSize = '';
    return { usual, large };
  });

const codeOf = (message: EmailMessage | undefined) => /\b[0-9]{6}\b/.exec(message?.text ?? '')?.[0] ?? 'no code';

/** Types what a client is asked for. */
async function fillIn(
  at: Page | Frame,
  language: ClientLanguage,
  typed: Partial<Record<'email' | 'petName', string>> = {},
) {
  const { labels, pet, you } = allBookingPageTexts[language];
  const { email = 'anna@example.com', petName = 'Bella' } = typed;
  const group = (name: string) => at.getByRole('group', { name, exact: true });
  await group(pet).getByLabel(labels.petName, { exact: true }).fill(petName);
  await group(pet).getByLabel(labels.species).fill('Dog');
  await group(you).getByLabel(labels.firstName, { exact: true }).fill('Anna');
  await group(you).getByLabel(labels.lastName, { exact: true }).fill('Berg');
  await group(you).getByLabel(labels.email).fill(email);
  await group(you).getByLabel(labels.phone).fill('030 1234567');
}

const press = (at: Page | Frame, name: string) => at.getByRole('button', { name, exact: true }).click();
const heading = (at: Page | Frame, name: string) => at.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Goes on to the form, with the first type and the first time. */
async function toForm(at: Page | Frame, language: ClientLanguage) {
  const { what, when, who } = allBookingPageTexts[language];
  await heading(at, what);
  await at.locator('button[name=type]').first().click();
  await heading(at, when);
  await at.locator('button[name=start]').first().click();
  await heading(at, who);
}

test.each(clientLanguages)(
  'the steps in %s have no problem that axe finds, and fit 320 px with large text',
  async (language) => {
    const path = await pathOfPage();
    const texts = allBookingPageTexts[language];
    for (const colorScheme of language === 'en' ? (['light', 'dark'] as const) : (['light'] as const))
      await inPage({ colorScheme, viewport: { width: 320, height: 640 } }, async (page) => {
        const check = async (title: string) => {
          await heading(page, title);
          expect(await violations(page), `${title}, ${colorScheme}`).toEqual([]);
          const { usual, large } = await overflow(page);
          expect([Math.max(usual, 0), Math.max(large, 0)], title).toEqual([0, 0]);
        };
        await page.goto(`${door.url}${path}?lang=${language}`);
        await check(texts.what);
        await page.locator('button[name=type]').click();
        await check(texts.when);
        await page.locator('button[name=start]').first().click();
        await check(texts.who);
        await press(page, texts.continue);
        await page.getByText(texts.checkFields).waitFor();
        await check(texts.who);
        await fillIn(page, language, { email: `${language}@${colorScheme}.example` });
        await press(page, texts.continue);
        await check(texts.code);
        await page.getByLabel(texts.codeLabel).fill('12345');
        await press(page, texts.sendRequest);
        await page.getByText(texts.wrongCode).waitFor();
        await check(texts.code);
        await page.getByLabel(texts.codeLabel).fill(codeOf(sent.at(-1)));
        await press(page, texts.sendRequest);
        await check(texts.done);
      });
  },
);

test('without script and by keyboard alone a client requests an appointment, goes back, and loses nothing', async () => {
  const path = await pathOfPage();
  await inPage({ javaScriptEnabled: false }, async (page) => {
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await page.locator(`${selector}:focus`).count()) > 0) return;
      }
      throw new Error(`the focus never comes to ${selector}`);
    };
    const enter = async (selector: string) => {
      await tabTo(selector);
      await page.keyboard.press('Enter');
    };
    await page.goto(`${door.url}${path}`);
    await enter('button[name=type]');
    await heading(page, english.when);
    await enter('button[name=start]');
    await heading(page, english.who);
    for (const [field, text] of [
      ['petName', 'Bella'],
      ['species', 'Dog'],
      ['note', 'Limps.'],
      ['firstName', 'Anna'],
      ['lastName', 'Berg'],
      ['email', 'anna@example'],
    ] as const) {
      await tabTo(`#${field}`);
      await page.keyboard.type(text);
    }
    // Enter in a field sends the form, in the language that it has.
    await page.keyboard.press('Enter');
    await page.getByText(english.checkFields).waitFor();
    await expect.poll(() => page.locator('#phone:focus').count()).toBe(1);
    await page.keyboard.type('030 1234567');
    await enter('button[value=when]');
    await heading(page, english.when);
    const other = page.locator('button[name=start]').nth(1);
    const time = await other.textContent();
    await tabTo('button[name=start]');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, english.who);
    expect(await page.locator('#note').inputValue()).toBe('Limps.');
    await page
      .getByText(time ?? 'no time', { exact: false })
      .first()
      .waitFor();
    await enter('button.primary');
    await heading(page, english.code);
    await tabTo('#code');
    await page.keyboard.type(codeOf(sent.at(-1)));
    await page.keyboard.press('Enter');
    await heading(page, english.done);
    expect(await page.getByText('anna@example').count()).toBe(1);
  });
});

test('another language keeps the step and what was typed in it', async () => {
  const path = await pathOfPage();
  await inPage({}, async (page) => {
    const choose = async (from: ClientLanguage, to: ClientLanguage) => {
      await page.getByText(allClientTexts[from].name).first().click();
      await page.locator(`.languages [lang=${to}]`).click();
    };
    await page.goto(`${door.url}${path}`);
    await page.locator('button[name=type]').click();
    await choose('en', 'de');
    await heading(page, allBookingPageTexts.de.when);
    await page.locator('button[name=start]').first().click();
    await fillIn(page, 'de', { email: 'anna@' });
    await choose('de', 'ar');
    await heading(page, allBookingPageTexts.ar.who);
    expect(await page.locator('#email').inputValue()).toBe('anna@');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await press(page, allBookingPageTexts.ar.continue);
    await page.getByText(allBookingPageTexts.ar.invalidEmail).waitFor();
    await press(page, allBookingPageTexts.ar.back);
    await heading(page, allBookingPageTexts.ar.when);
    await choose('ar', 'nl');
    await page.locator('button[name=start]').first().click();
    await heading(page, allBookingPageTexts.nl.who);
    expect(await page.locator('#petName').inputValue()).toBe('Bella');
  });
});

test('a page loads nothing else, and breaks no policy', async () => {
  const path = await pathOfPage([siteOrigin()]);
  await inPage({}, async (page) => {
    const [requested, problems]: [string[], string[]] = [[], []];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    // The browser reports the response to a form with faults.
    page.on('console', (message) => message.text().includes('422') || problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${door.url}${path}`);
    await toForm(page, 'en');
    await press(page, english.continue);
    await page.getByText(english.checkFields).waitFor();
    expect([problems, [...new Set(requested)]]).toEqual([[], [path]]);
    expect(await page.context().cookies()).toEqual([]);
  });
});

test('in the web site of the practice the page is as high as what it shows, on every step', async () => {
  const path = await pathOfPage([siteOrigin()]);
  await inPage({}, async (page) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${siteOrigin()}${path}`);
    const frame = page.frames().find((each) => each.url().startsWith(door.url));
    if (frame === undefined) throw new Error('the page has no frame');
    const heights = () =>
      Promise.all([
        frame.evaluate(() => Math.ceil(document.body.offsetHeight)),
        page.locator('iframe').evaluate((element) => element.clientHeight),
      ]);
    const fits = () =>
      expect
        .poll(async () => {
          const [content, own] = await heights();
          return own - content;
        })
        .toBe(0);
    await heading(frame, english.what);
    await fits();
    await toForm(frame, 'en');
    await fits();
    expect((await heights())[1]).toBeGreaterThan(800);
    // The list of languages is not cut off.
    await frame.locator('.languages summary').click();
    await fits();
    await frame.locator('.languages summary').click();
    await fillIn(frame, 'en', { email: 'framed@example.com' });
    await press(frame, english.continue);
    await heading(frame, english.code);
    await fits();
    // The next step begins where it can be seen.
    expect(
      await page.locator('iframe').evaluate((element) => element.getBoundingClientRect().top),
    ).toBeGreaterThanOrEqual(-1);
    await frame.getByLabel(english.codeLabel).fill(codeOf(sent.at(-1)));
    await press(frame, english.sendRequest);
    await heading(frame, english.done);
    await fits();
    expect(problems).toEqual([]);
  });
});

test('without the script of the site the frame has its own height, and other sites show nothing', async () => {
  const [path, own] = [await pathOfPage([siteOrigin()]), await pathOfPage(['https://elsewhere.example'])];
  await inPage({}, async (page) => {
    await page.goto(`${siteOrigin()}${path}?plain`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: english.what }).waitFor();
    expect(await page.locator('iframe').evaluate((element) => element.clientHeight)).toBe(400);
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(`${siteOrigin()}${own}`);
    await refused;
    expect(await frame.getByRole('heading', { name: english.what }).count()).toBe(0);
  });
});

test('in forced colours every button and the chosen day have an edge', async () => {
  const path = await pathOfPage();
  await inPage({ forcedColors: 'active' }, async (page) => {
    await page.goto(`${door.url}${path}`);
    await page.locator('button[name=type]').click();
    await heading(page, english.when);
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll('main button:not(.plain)')].map(
        (button) => getComputedStyle(button).borderTopWidth,
      ),
    );
    expect(widths.length).toBeGreaterThan(6);
    expect(widths).not.toContain('0px');
    expect(
      await page
        .locator('[aria-current]')
        .last()
        .evaluate((day) => getComputedStyle(day).borderTopWidth),
    ).toBe('2px');
  });
});
