import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { clientLanguages } from '#contract/enums.ts';
import type { Database } from '#service/db/database.ts';
import { stores } from '#service/db/schema.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addMessageLink } from '#testing/message-link.ts';
import { addAppointments, addPractice, appointmentIn, type TestAppointment } from '#testing/practice-rows.ts';
import { createDoor } from './door.ts';
import { pageStyle } from './style.ts';

const start = '2026-03-10T09:00:00.000Z';
const end = '2026-03-10T09:20:00.000Z';
const dayBefore = Date.parse('2026-03-09T08:00:00.000Z');
const english = allClientTexts.en.page;

describe('the public door', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openSharedMemoryDatabase();
  });

  async function openDoor(...given: Partial<TestAppointment>[]) {
    let now = dayBefore;
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
    const practice = await addPractice(database);
    const { companyId } = practice;
    const about = given.map((fields) => appointmentIn(practice, { start, end, ...fields }));
    await addAppointments(database, practice, about);
    const token = await addMessageLink(database, practice, about);
    const door = createDoor({ database, clock: () => now, logger });
    const get = async (path: string, headers: Record<string, string> = {}) =>
      read(await door.request(path, { headers }));
    const post = async (fields: Record<string, string>, { query = '', to = token, headers = {} } = {}) =>
      read(
        await door.request(`/a/${to}${query}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null', ...headers },
          body: new URLSearchParams({ appointment: '0', start, ...fields }).toString(),
        }),
      );
    const one = async (text: string) => (await database.sql.unsafe(text, [companyId, about[0]?.id ?? '']))[0];
    return {
      ...{ practice, companyId, token, about, door, get, post, lines },
      page: (headers?: Record<string, string>) => get(`/a/${token}`, headers),
      pass(ms: number) {
        now += ms;
      },
      status: async () =>
        (await one('select status from appointments where company_id = $1::uuid and id = $2::uuid'))?.['status'],
      answer: () =>
        one('select answer, note from client_answers where company_id = $1::uuid and appointment_id = $2::uuid'),
      move: (to: string) =>
        database.sql`update appointments set start_at = ${to}::timestamptz, end_at = ${to}::timestamptz + interval '20 minutes'
          where company_id = ${companyId}::uuid`,
    };
  }

  async function read(response: Response) {
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  test('shows what, when and where, to whoever opens the link, however often, and does nothing', async () => {
    const { page, practice, companyId, answer, status, about } = await openDoor({
      title: 'Rex – limps on Mr Jones’ advice',
    });
    const reached = {
      phone: '+31 (0)20 123 45 67',
      address: 'Long Street 1\n1012 AB Amsterdam',
      email: 'desk@vets.example',
      website: 'https://vets.example/',
    };
    await database.db.update(stores).set(reached).where(eq(stores.companyId, companyId));
    const first = await page();
    for (let opened = 0; opened < 9; opened += 1) expect(await page()).toMatchObject({ status: 200, text: first.text });
    expect([await answer(), await status()]).toEqual([undefined, 'confirmed']);
    for (const text of ['Tom &amp; Jerry Vets', 'Rex', 'Check-up', 'Tuesday, 10 March 2026', '10:00', 'Long Street 1'])
      expect(first.text).toContain(text);
    expect(first.text).toContain('href="tel:+31201234567"');
    for (const name of [english.confirm, english.anotherTime, english.cancel]) expect(first.text).toContain(name);
    for (const secret of [
      'Smith',
      'limps',
      'Jones',
      'O&#39;Malley',
      'ann@',
      about[0]?.id,
      practice.client,
      practice.companyId,
    ])
      expect(first.text).not.toContain(secret);
  });

  test('sends headers that keep the address secret, and a page without script, cookie or anything from elsewhere', async () => {
    const { page } = await openDoor({});
    const { headers, text } = await page();
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'/,
    );
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pageStyle));
    expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`);
    expect(text).toContain(`<style>${pageStyle}</style>`);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('set-cookie')).toBeNull();
    expect(text).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|\sstyle=|src=/i);
  });

  test('confirms once, and says so when it is opened again', async () => {
    const { page, post, token, answer, pass } = await openDoor({});
    const pressed = await post({ answer: 'confirmed' });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, token]);
    pass(60_000);
    expect((await post({ answer: 'confirmed' })).status).toBe(303);
    const { text } = await page();
    expect(text).toContain(english.confirmed);
    expect(text).not.toContain('value="confirmed"');
    expect(await answer()).toEqual({ answer: 'confirmed', note: null });
    await post({ answer: 'another_time', note: ' mornings\r\n<b>only</b>\u0007 ' });
    expect(await answer()).toEqual({ answer: 'another_time', note: 'mornings\n<b>only</b>' });
    const asked = (await page()).text;
    expect(asked).toContain(english.anotherTimeAsked);
    expect(asked).toContain('mornings\n&lt;b&gt;only&lt;/b&gt;');
    await post({ answer: 'another_time', note: '' });
    expect(await answer()).toEqual({ answer: 'another_time', note: null });
  });

  test('cancels in time, and afterwards has no buttons', async () => {
    const { page, post, status } = await openDoor({});
    await post({ answer: 'cancelled' });
    expect(await status()).toBe('cancelled');
    expect((await post({ answer: 'cancelled' })).status).toBe(303);
    const { text } = await page();
    expect(text).toContain(english.cancelledByClient);
    expect(text).toContain(english.callForNew);
    expect(text).not.toContain('<button');
    const late = await post({ answer: 'confirmed' });
    expect(late.status).toBe(409);
    expect(late.text).toContain(english.impossible);
  });

  test('refuses to cancel too late, and says whom to call', async () => {
    const { page, post, status, pass } = await openDoor({});
    pass(2 * 3_600_000);
    const shown = (await page()).text;
    expect(shown).not.toContain('value="cancelled"');
    expect(shown).toContain(english.callToCancel);
    const refused = await post({ answer: 'cancelled' });
    expect([refused.status, await status()]).toEqual([409, 'confirmed']);
    expect(refused.text).toContain(english.tooLate);
  });

  test('shows the new time after a move and asks again; a button from before does nothing', async () => {
    const { page, post, move, answer, status } = await openDoor({});
    await post({ answer: 'confirmed' });
    await move('2026-03-12T13:30:00Z');
    for (const press of ['confirmed', 'another_time', 'cancelled']) {
      const refused = await post({ answer: press, note: 'my note' });
      expect(refused.status).toBe(409);
      expect(refused.text).toContain(english.moved);
      expect(refused.text.includes('my note')).toBe(press === 'another_time');
    }
    const { text } = await page();
    expect(text).toContain('Thursday, 12 March 2026');
    expect(text).toContain('14:30');
    expect(text).toContain(english.askAgain);
    expect([await status(), await answer()]).toEqual(['confirmed', { answer: 'confirmed', note: null }]);
    expect((await post({ answer: 'confirmed', start: '2026-03-12T13:30:00.000Z' })).status).toBe(303);
    expect((await page()).text).toContain(english.confirmed);
  });

  test('says that the practice cancelled, and that a pet which has arrived is there', async () => {
    const { page, companyId } = await openDoor({});
    await database.sql`update appointments set status = 'cancelled' where company_id = ${companyId}::uuid`;
    expect((await page()).text).toContain(english.cancelled);
    await database.sql`update appointments set status = 'checked_in' where company_id = ${companyId}::uuid`;
    const { text } = await page();
    expect(text).toContain(english.closed);
    expect(text).not.toContain('<button');
  });

  test('keeps a note that is too long, with its fault beside the field', async () => {
    const { post, answer } = await openDoor({});
    const note = `${'é'.repeat(498)}\r\n"`;
    expect((await post({ answer: 'another_time', note })).status).toBe(303);
    const long = await post({ answer: 'another_time', note: `${note}><script>` });
    expect(long.status).toBe(422);
    expect(long.text).toContain('aria-invalid="true"');
    expect(long.text).toContain(english.noteTooLong.replace('{count}', '509'));
    expect(long.text).toContain(`${'é'.repeat(498)}\n&quot;&gt;&lt;script&gt;</textarea>`);
    expect(await answer()).toMatchObject({ note: `${'é'.repeat(498)}\n"` });
  });

  test('answers for each appointment of a message by itself', async () => {
    const { page, post, about, token, companyId } = await openDoor({}, { start: end, end: '2026-03-10T09:40:00.000Z' });
    const second = await post({ appointment: '1', start: end, answer: 'cancelled' });
    expect(second.headers.get('location')).toBe(`${token}#a1`);
    const rows = await database.sql`select id from appointments
      where company_id = ${companyId}::uuid and status = 'cancelled'`;
    expect(rows).toEqual([{ id: about[1]?.id }]);
    const { text } = await page();
    expect(text.split('<article').length - 1).toBe(2);
    expect(text).toContain(english.heading.several);
    expect(text.split(english.confirm).length).toBeGreaterThan(1);
  });

  test('has one and the same page for every other address and method', async () => {
    const { door, token, pass, page, post } = await openDoor({});
    const unknown = await read(await door.request('/nothing'));
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain(english.notFound.text);
    const other = `${token.slice(0, 30)}${'A'.repeat(13)}`;
    for (const path of [
      `/a/${other}`,
      '/a/',
      '/a',
      `/a/${token}/`,
      `/a/${token}.ics`,
      '/a/%00',
      '/',
      '/v1/appointments',
      '/desk/session',
      '/api/ping',
      '/healthz',
      '/book/elm',
      '/health/x',
      '/index.html',
    ])
      expect(await read(await door.request(path)), path).toMatchObject({ status: 404, text: unknown.text });
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect(await read(await door.request(`/a/${token}`, { method })), method).toMatchObject({
        status: 404,
        text: unknown.text,
      });
    expect((await door.request(`/a/${token}`, { method: 'HEAD' })).status).toBe(404);
    expect((await post({ answer: 'confirmed' }, { to: other })).text).toBe(unknown.text);
    pass(Date.parse(end) - dayBefore);
    expect(await page()).toMatchObject({ status: 404, text: unknown.text });
    expect((await post({ answer: 'confirmed' })).text).toBe(unknown.text);
    expect((await door.request('/health')).status).toBe(200);
  });

  test('speaks six languages: the chosen one, else the client’s own, else the browser’s', async () => {
    const { page, get, post, token, companyId } = await openDoor({});
    for (const language of clientLanguages) {
      const { name, direction, page: texts } = allClientTexts[language];
      const shown = (await get(`/a/${token}?lang=${language}`)).text;
      expect(shown).toContain(`<html lang="${language}" dir="${direction}">`);
      expect(shown).toContain(texts.confirm);
      expect(shown).toContain(
        `<a href="?lang=${language}" lang="${language}" dir="${direction}" aria-current="true">${name}</a>`,
      );
      expect((await page({ 'Accept-Language': `xx, ${language}-XY;q=0.8, en;q=0.7` })).text).toContain(
        `<html lang="${language}"`,
      );
    }
    expect((await get('/nothing', { 'Accept-Language': 'fr' })).text).toContain(allClientTexts.fr.page.notFound.title);
    await database.sql`update clients set language = 'nl' where company_id = ${companyId}::uuid`;
    const { text } = await page({ 'Accept-Language': 'de' });
    expect(text).toContain('<html lang="nl"');
    expect(text.indexOf('?lang=nl')).toBeLessThan(text.indexOf('?lang=en'));
    const pressed = await post({ answer: 'confirmed' }, { query: '?lang=ar' });
    expect(pressed.headers.get('location')).toBe(`${token}?lang=ar`);
    expect((await get(`/a/${token}?lang=%22%3E`)).text).toContain('<html lang="nl"');
  });

  test('writes names as text, whatever they contain', async () => {
    const { page, companyId } = await openDoor({ visitTypeName: '</style><script>alert(1)</script>' });
    const hostile = `"><img src=x> & ' \u202eלא`;
    await database.sql`update companies set name = ${hostile} where company_id = ${companyId}::uuid`;
    await database.sql`update pets set name = ${hostile} where company_id = ${companyId}::uuid`;
    await database.sql`update stores set name = ${hostile}, address = ${`${hostile}\n${hostile}`}, website = 'javascript:alert(1)'
      where company_id = ${companyId}::uuid`;
    const { text } = await page();
    expect(text).not.toMatch(/<img|<script|javascript:/);
    expect(text).toContain('&lt;/style&gt;&lt;script&gt;');
    expect(text).toContain('&quot;&gt;&lt;img src=x&gt; &amp; &#39;');
  });

  test('takes sixty requests a minute from an address, and tells another from it behind a proxy of this machine', async () => {
    const { get, pass } = await openDoor({});
    const from = (address: string) => get('/nothing', { 'X-Forwarded-For': `203.0.113.9, ${address}` });
    for (let request = 0; request < 60; request += 1) expect((await from('198.51.100.1')).status).toBe(404);
    const refused = await from('198.51.100.1');
    expect(refused.status).toBe(429);
    expect(refused.text).toContain(english.tooManyRequests.text);
    expect(Number(refused.headers.get('retry-after'))).toBe(60);
    expect((await from('198.51.100.2')).status).toBe(404);
    pass(60_000);
    expect((await from('198.51.100.1')).status).toBe(404);
  });

  test('does not believe an address that another machine forwards', async () => {
    const { door } = await openDoor({});
    const env = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
    const statuses = new Set<number>();
    for (let request = 0; request <= 60; request += 1) {
      const headers = { 'X-Forwarded-For': `198.51.100.${request}` };
      statuses.add((await door.request('/nothing', { headers }, env('192.0.2.1'))).status);
      expect((await door.request('/nothing', { headers }, env('::ffff:127.0.0.2'))).status).toBe(404);
    }
    expect([...statuses]).toEqual([404, 429]);
  });

  test('refuses large bodies, and bodies that no button sends, as pages', async () => {
    const { post, door, token, answer } = await openDoor({});
    const large = await post({ answer: 'another_time', note: 'x'.repeat(16 * 1024) });
    expect([large.status, large.headers.get('connection')]).toEqual([413, 'close']);
    expect(large.text).toContain(english.tooLarge.title);
    const bodies: [body: string, type?: string | undefined][] = [
      ['answer=confirmed', 'text/plain'],
      [JSON.stringify({ answer: 'confirmed', appointment: 0, start }), 'application/json'],
      [''],
      ['answer=yes&appointment=0'],
      [`answer=confirmed&appointment=-1&start=${start}`],
      [`answer=confirmed&appointment=0&start=tomorrow`],
    ];
    for (const [body, type = 'application/x-www-form-urlencoded'] of bodies) {
      const response = await door.request(`/a/${token}`, { method: 'POST', body, headers: { 'Content-Type': type } });
      expect(response.status, body).toBe(400);
      expect(await response.text()).toContain(english.unreadable);
    }
    const none = await post({ answer: 'confirmed', appointment: '7' });
    expect(none.status).toBe(409);
    expect(none.text).toContain(english.impossible);
    expect(await answer()).toBeUndefined();
  });

  test('logs route and status, and never a token', async () => {
    const { page, post, get, token, lines } = await openDoor({});
    await page();
    await post({ answer: 'another_time', note: 'a secret note' });
    await get(`/a/${token}x`);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', path: '/a/:token', status: 200 },
      { method: 'POST', path: '/a/:token', status: 303 },
      { method: 'GET', status: 404 },
    ]);
    expect(lines.join('')).not.toMatch(new RegExp(`${token.slice(0, 20)}|secret note`));
  });

  test('says that something went wrong, without its cause, if the database does not answer', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
    const { token } = await openDoor({});
    const sql = Object.assign(() => Promise.reject(new Error('down')), database.sql, {
      unsafe: () => Promise.reject(new Error('down')),
    });
    const door = createDoor({ database: { ...database, sql }, logger });
    const { status, text } = await read(await door.request(`/a/${token}`));
    expect(status).toBe(500);
    expect(text).toContain(english.failed.text);
    expect(text).not.toContain('down');
    expect(lines.join('')).not.toContain(token);
  });
});
