import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { clientLanguages } from '#contract/enums.ts';
import type { Database } from '#service/db/database.ts';
import { addBookingPage } from '#testing/booking-page-rows.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addMessageLink, addRecallLink } from '#testing/message-link.ts';
import {
  addAppointments,
  addClient,
  addPet,
  addPractice,
  addVisitType,
  appointmentIn,
} from '#testing/practice-rows.ts';
import { createDoor } from './door.ts';

const now = Date.parse('2026-03-09T08:00:00.000Z');
const english = allClientTexts.en.page.due;
const oneClick = 'List-Unsubscribe=One-Click';

describe('the page of pets that are due again', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openSharedMemoryDatabase();
  });

  async function openDoor() {
    const practice = await addPractice(database);
    const { companyId } = practice;
    const lines: string[] = [];
    const door = createDoor({
      ...{ database, clock: () => now },
      logger: pino({ level: 'debug' }, { write: (line) => void lines.push(line) }),
    });
    const get = async (path: string, headers: Record<string, string> = {}) =>
      read(await door.request(path, { headers }));
    const post = async (
      path: string,
      body: string | FormData,
      headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded' },
    ) => read(await door.request(path, { method: 'POST', body, headers }));
    const client = async () =>
      (
        await database.sql<{ recalls_by: string | null; updated_at: Date }[]>`
          select recalls_by, updated_at from clients where company_id = ${companyId}::uuid and id = ${practice.client}::uuid`
      )[0];
    const set = (table: string, id: string, assignment: string) =>
      database.sql.unsafe(`update ${table} set ${assignment} where company_id = '${companyId}' and id = '${id}'`);
    return { practice, companyId, lines, get, post, client, set };
  }

  async function read(response: Response) {
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  test('shows which pets are due for what, and how to book, however often it is opened, and does nothing', async () => {
    const { practice, companyId, get, client, set } = await openDoor();
    await set('stores', practice.stores[0], "phone = '+31 20 123 45 67'");
    const [mia, dental] = [randomUUID(), randomUUID()];
    await addPet(database, { companyId, id: mia, clientId: practice.client, name: 'Mia', owner: 'Ann Smith' });
    await addVisitType(database, { companyId, id: dental, name: 'Dental check' });
    const due = [{}, { petId: mia, visitTypeId: dental, dueOn: '2026-03-20' }];
    const token = await addRecallLink(database, practice, due);
    const before = await client();
    const { status, text, headers } = await get(`/a/${token}`);
    expect(status).toBe(200);
    for (const part of [
      'Tom &amp; Jerry Vets',
      '<bdi>Rex</bdi> · <bdi>Check-up</bdi>',
      'Due on Thursday, 12 March 2026',
    ])
      expect(text).toContain(part);
    for (const part of ['<bdi>Mia</bdi> · <bdi>Dental check</bdi>', 'Due on Friday, 20 March', 'tel:+31201234567'])
      expect(text).toContain(part);
    for (const nothing of ['Ann', 'Smith', 'ann@example.com', english.bookOnline, token, practice.client])
      expect(text).not.toContain(nothing);
    expect(headers.get('cache-control')).toBe('no-store');
    for (let opened = 0; opened < 5; opened += 1) expect(await get(`/a/${token}`)).toMatchObject({ status: 200, text });
    expect(await client()).toEqual(before);
    expect(before?.recalls_by).toBeNull();
  });

  test.each(clientLanguages)('is in %s', async (language) => {
    const { practice, get, post } = await openDoor();
    const token = await addRecallLink(database, practice, [{}], language);
    const { due } = allClientTexts[language].page;
    const { text } = await get(`/a/${token}`);
    expect(text).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    for (const part of [due.title, due.reminders, due.stop, due.book]) expect(text).toContain(part);
    expect((await post(`/a/${token}?lang=${language}`, oneClick)).text).toContain(due.stopped);
  });

  test('ends the messages for the client by its button, or by that of a mail program, once', async () => {
    const { practice, get, post, client } = await openDoor();
    const token = await addRecallLink(database, practice);
    const before = await client();
    const first = await post(`/a/${token}`, oneClick);
    expect(first).toMatchObject({ status: 200 });
    expect(first.text).toContain(english.stopped);
    expect(first.text).not.toContain(english.reminders);
    const after = await client();
    expect(after?.recalls_by).toBe('none');
    expect(after?.updated_at).not.toEqual(before?.updated_at);
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await post(`/a/${token}`, form, {})).text).toContain(english.stopped);
    expect((await get(`/a/${token}`)).text).toContain(english.stopped);
    expect(await client()).toEqual(after);
  });

  test('takes the press of a mail program that sends its form in parts, and no other body', async () => {
    const { practice, post, client } = await openDoor();
    const token = await addRecallLink(database, practice);
    const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const bodies: [string, Record<string, string>][] = [
      ['', urlencoded],
      ['List-Unsubscribe=Yes', urlencoded],
      ['answer=confirmed', urlencoded],
      ['{"List-Unsubscribe":"One-Click"}', { 'Content-Type': 'application/json' }],
      ['not in parts', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ];
    for (const [body, headers] of bodies) {
      const { status, text } = await post(`/a/${token}`, body, headers);
      expect([status, text.includes(allClientTexts.en.page.unreadable)]).toEqual([400, true]);
    }
    expect((await client())?.recalls_by).toBeNull();
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect(await post(`/a/${token}`, form, {})).toMatchObject({ status: 200 });
    expect((await client())?.recalls_by).toBe('none');
  });

  test('shows what is still due alone, of pets that are still the client’s', async () => {
    const { practice, companyId, get, set } = await openDoor();
    const [booked, moved, died] = [randomUUID(), randomUUID(), randomUUID()];
    const names = new Map([
      [booked, 'Bello'],
      [moved, 'Milo'],
      [died, 'Dora'],
    ]);
    for (const [id, name] of names)
      await addPet(database, { companyId, id, clientId: practice.client, name, owner: 'Ann Smith' });
    const other = randomUUID();
    await addClient(database, { companyId, id: other, firstName: 'Bob', lastName: 'Stone' });
    const token = await addRecallLink(database, practice, [{}, ...[...names.keys()].map((petId) => ({ petId }))]);
    for (const name of ['Rex', ...names.values()]) expect((await get(`/a/${token}`)).text).toContain(name);
    const about = { petId: booked, start: '2026-03-09T07:00:00.000Z', end: '2026-03-09T07:20:00.000Z' };
    await addAppointments(database, practice, [
      appointmentIn(practice, { ...about, visitTypeId: practice.visitType, status: 'confirmed' }),
    ]);
    await set('pets', moved, `client_id = '${other}'`);
    await set('pets', died, "deceased_on = '2026-03-01'");
    const { text } = await get(`/a/${token}`);
    expect(text).toContain('Rex');
    for (const name of names.values()) expect(text).not.toContain(name);
    await set('pets', practice.pet, 'is_active = false');
    const { text: none } = await get(`/a/${token}`);
    expect(none).toContain(english.nothing);
    // The link has not ended: who wants no reminders can still say so.
    expect(none).toContain(english.stop);
  });

  test('leads to the booking page of the store if that offers what is due', async () => {
    const { practice, get } = await openDoor();
    const token = await addRecallLink(database, practice);
    const slug = await addBookingPage(database, practice);
    const { text } = await get(`/a/${token}?lang=de`);
    expect(text).toContain(`href="../book/${slug}?type=${practice.visitType}&amp;lang=de"`);
    expect((await get(`/book/${slug}?type=${practice.visitType}&lang=de`)).status).toBe(200);
    await database.sql`update booking_pages set is_on = false where company_id = ${practice.companyId}::uuid`;
    expect((await get(`/a/${token}?lang=de`)).text).not.toContain('/book/');
  });

  test('is one and the same 404 page for an unknown token, and other messages keep their page', async () => {
    const { practice, get, post, lines, client } = await openDoor();
    const token = await addRecallLink(database, practice);
    const unknown = `${token.slice(0, -4)}AAAA`;
    for (const path of [`/a/${unknown}`, '/a/x', `/a/${token}x`]) {
      expect((await get(path)).status).toBe(404);
      expect((await post(path, oneClick)).status).toBe(404);
    }
    expect((await client())?.recalls_by).toBeNull();
    const about = [appointmentIn(practice, { start: '2026-03-10T09:00:00.000Z', end: '2026-03-10T09:20:00.000Z' })];
    await addAppointments(database, practice, about);
    const reminder = await addMessageLink(database, practice, about);
    expect((await get(`/a/${reminder}`)).text).toContain(allClientTexts.en.page.heading.one);
    expect((await post(`/a/${reminder}`, oneClick)).status).toBe(400);
    expect((await client())?.recalls_by).toBeNull();
    expect(lines.join('')).not.toContain(token.slice(0, 20));
  });
});
