import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { employeePageSchema } from '#contract/clients-pets-staff.ts';
import { createdFeedSchema, feedPageSchema } from '#contract/feeds.ts';
import { permissions } from '#contract/permissions.ts';
import type { Database } from '#service/db/database.ts';
import { employees, feeds, rooms, stores } from '#service/db/schema.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { employeeLine, sendLines } from '#testing/import-lines.ts';
import {
  addAppointments,
  addEmployee,
  addPractice,
  appointmentIn,
  keyOf,
  type TestAppointment,
} from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { createDoor } from './door.ts';

const now = Date.parse('2026-03-09T08:00:00.000Z');
const DAY = 86_400_000;
const minutes = (after: number) => new Date(now + after * 60_000).toISOString();

describe('a feed', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openSharedMemoryDatabase();
  });

  async function openFeed() {
    let passed = 0;
    const practice = await addPractice(database);
    const { companyId, vet } = practice;
    const service = createTestService(database, now, {
      messages: { channels: { email: null, sms: null }, publicUrl: 'https://vets.example' },
    });
    const as = async (employee: string) => service.client(await keyOf(database, employee));
    const manager = await as(vet);
    const person = await addEmployee(database, { companyId, storeIds: practice.stores, firstName: 'Ada' });
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
    const door = createDoor({ database, clock: () => now + passed, logger });
    const read = async (address: string, headers: Record<string, string> = {}) => {
      const response = await door.request(new URL(address).pathname, { headers });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    return {
      ...{ practice, companyId, service, manager, person, lines, read, door },
      pass(ms: number) {
        passed += ms;
      },
      /** The address of a new feed, of the person unless it is said. */
      async create(feed: object = { employeeId: person }, by = person) {
        const answer = await (await as(by)).post('/v1/feeds', { companyId, ...feed });
        return createdFeedSchema.parse(answer.body).url;
      },
      add: (...given: Partial<TestAppointment>[]) =>
        addAppointments(
          database,
          practice,
          given.map((one) => appointmentIn(practice, { employeeIds: [person], ...one })),
        ),
      change: (values: object, employee = person) =>
        manager.patch(`/v1/employees/${employee}`, { companyId, ...values }),
      listed: async () => feedPageSchema.parse((await manager.get('/v1/feeds', { companyId })).body).data,
    };
  }

  /** The events of a calendar by their titles, in its own time zones. */
  function eventsIn(text: string) {
    ICAL.TimezoneService.reset();
    const calendar = new ICAL.Component(ICAL.parse(text));
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
    return calendar.getAllSubcomponents('vevent').map((component) => {
      const { summary, location, description, startDate, endDate, uid } = new ICAL.Event(component);
      const [start, end] = [startDate, endDate].map((time) => new Date(time.toUnixTime() * 1000).toISOString());
      const status = component.getFirstPropertyValue('status');
      return { summary, location, description, start, end, uid, status };
    });
  }

  test('shows the appointments of a person, by default without names', async () => {
    const { practice, person, create, read, add } = await openFeed();
    const id = randomUUID();
    await database.db
      .update(stores)
      .set({ address: 'Long Street 1\n1012 AB Amsterdam' })
      .where(eq(stores.id, practice.stores[0]));
    const times = { start: minutes(60), end: minutes(80) };
    await add(
      { ...times, id, roomId: practice.rooms[0][0] },
      { ...times, employeeIds: [practice.vet] },
      { ...times, status: 'cancelled' },
      { ...times, status: 'no_show' },
      { start: minutes(120), end: minutes(120), status: 'requested', storeId: practice.stores[1] },
    );
    const { status, headers, text } = await read(await create());
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8; method=PUBLISH');
    expect(text).toContain('X-WR-CALNAME:Ada Lee – Tom & Jerry Vets\r\n');
    expect(text).toContain('X-PUBLISHED-TTL:PT15M\r\n');
    expect(text).toContain('DTSTART;TZID=Europe/Amsterdam:20260309T100000\r\n');
    const place = { location: 'Store 1, Long Street 1, 1012 AB Amsterdam', description: 'Room 0' };
    const event = { summary: 'Check-up', uid: `${id}@frontdesk`, status: 'CONFIRMED', ...times, ...place };
    const requested = { status: 'TENTATIVE', start: minutes(120), end: minutes(135), location: 'Store 2' };
    expect(eventsIn(text)).toEqual([event, expect.objectContaining(requested)]);
    for (const name of ['Rex', 'Ann', 'Smith']) expect(text).not.toContain(name);

    const named = eventsIn((await read(await create({ employeeId: person, withNames: true }))).text);
    expect(named[0]).toMatchObject({ summary: 'Rex – Check-up', description: 'Ann Smith\nRoom 0' });
  });

  test('shows the appointments of a store, from 30 days ago to 180 days ahead', async () => {
    const { practice, person, create, read, add } = await openFeed();
    const at = (days: number, more: Partial<TestAppointment> = {}) => {
      const start = now + days * DAY;
      return {
        ...{ visitTypeName: `${days}`, employeeIds: [], ...more },
        ...{ start: new Date(start).toISOString(), end: new Date(start + 1_200_000).toISOString() },
      };
    };
    await add(at(-31), at(-29), at(0), at(0, { storeId: practice.stores[1] }), at(179), at(181));
    const events = eventsIn((await read(await create({ storeId: practice.stores[0] }))).text);
    expect(events.map(({ summary }) => summary)).toEqual(['-29', '0', '179']);
    expect(eventsIn((await read(await create({ employeeId: person }))).text)).toEqual([]);
  });

  test('has a tag that follows its content alone', async () => {
    const { create, read, add, pass } = await openFeed();
    await add({ start: minutes(60), end: minutes(80) });
    const url = await create();
    const first = await read(url);
    const tag = first.headers.get('ETag') ?? '';
    pass(60_000);
    expect(await read(url, { 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' });
    expect(await read(url, { 'If-None-Match': `"other", W/${tag}` })).toMatchObject({ status: 304 });
    expect(await read(url, { 'If-None-Match': '"other"' })).toMatchObject({ status: 200, text: first.text });
    await add({ start: minutes(90), end: minutes(110) });
    const next = await read(url, { 'If-None-Match': tag });
    expect([next.status, eventsIn(next.text).length]).toEqual([200, 2]);
    expect(next.headers.get('ETag')).not.toBe(tag);
    expect(next.headers.get('Cache-Control')).toBe('private, no-cache');
  });

  test('notes when it was read, at most once a minute', async () => {
    const { create, read, pass, listed } = await openFeed();
    const url = await create();
    const notedAt = async () => (await listed())[0]?.lastReadAt;
    expect(await notedAt()).toBeNull();
    await read(url);
    await expect.poll(notedAt).toBe(new Date(now).toISOString());
    pass(59_000);
    await read(url);
    pass(1_000);
    await read(url);
    await expect.poll(notedAt).toBe(new Date(now + 60_000).toISOString());
  });

  test('that is unknown, malformed or ended is the same 404 page, and no token is logged', async () => {
    const { create, read, door, service, companyId, manager, listed, lines } = await openFeed();
    const url = await create();
    const missing = await read('https://vets.example/nothing');
    expect(missing.status).toBe(404);
    const token = /([\w-]{43})\.ics$/.exec(url)?.[1] ?? '';
    const [feed] = await listed();
    for (const file of [
      `${token}`,
      `${token}.ics.ics`,
      `${token.slice(1)}.ics`,
      `${token}a.ics`,
      '.ics',
      `${token}%00.ics`,
    ])
      expect(await read(`https://vets.example/feeds/${file}`), file).toMatchObject({ status: 404, text: missing.text });
    const other = `${token.slice(0, 30)}${token.slice(30).split('').reverse().join('')}`;
    expect(await read(`https://vets.example/feeds/${other}.ics`)).toMatchObject({ status: 404, text: missing.text });
    expect((await door.request(new URL(url).pathname, { method: 'POST' })).status).toBe(404);
    expect((await read(url)).status).toBe(200);
    expect((await manager.delete(`/v1/feeds/${feed?.id}`, { companyId })).status).toBe(200);
    expect(await read(url)).toMatchObject({ status: 404, text: missing.text });
    expect(lines.join('')).not.toContain(token);
    expect(service.clock.free).toBe(true);
  });

  // Each change of the person, and which of their feeds go on: own, with names, of the store, of a colleague.
  test.each([
    ['becomes inactive', { isActive: false }, []],
    ['may no longer see appointments', { permissions: without('appointments.read') }, []],
    ['may no longer see clients', { permissions: without('clients.read') }, ['own', 'store', 'colleague']],
    ['may no longer see pets', { permissions: without('pets.read') }, ['own', 'store', 'colleague']],
    ['no longer manages the practice', { permissions: without('practice.write') }, ['own', 'names', 'store']],
    ['works at another store', { storeIds: 1 }, ['own', 'names', 'colleague']],
    ['has another name', { firstName: 'Bo' }, ['own', 'names', 'store', 'colleague']],
  ] as const)('of someone who %s ends for good, if they may no longer read it', async (_, change, remaining) => {
    const { practice, person, create, read, change: patch } = await openFeed();
    const { near, stores: storeIds } = practice;
    const urls = new Map([
      ['own', await create({ employeeId: person })],
      ['names', await create({ employeeId: person, withNames: true })],
      ['store', await create({ storeId: storeIds[0] })],
      ['colleague', await create({ employeeId: near })],
    ]);
    const open = async () => {
      const found: string[] = [];
      for (const [name, url] of urls) if ((await read(url)).status === 200) found.push(name);
      return found;
    };
    expect(await open()).toEqual([...urls.keys()]);
    const values = 'storeIds' in change ? { storeIds: [storeIds[1]] } : change;
    expect((await patch(values)).status).toBe(200);
    expect(await open()).toEqual(remaining);
    // What has ended stays ended when all is as it was.
    expect((await patch({ isActive: true, permissions, storeIds, firstName: 'Ada' })).status).toBe(200);
    expect(await open()).toEqual(remaining);
  });

  test('of a colleague ends with them, also by an import', async () => {
    const { practice, companyId, create, read, manager, listed } = await openFeed();
    const line = employeeLine('1', [practice.stores[0]]);
    await sendLines(manager, companyId, [line]);
    const found = await manager.get('/v1/employees', { companyId, query: 'Mensah' });
    const [colleague] = employeePageSchema.parse(found.body).data;
    const url = await create({ employeeId: colleague?.id }, practice.vet);
    expect((await read(url)).status).toBe(200);
    await sendLines(manager, companyId, [{ ...line, isActive: false }]);
    expect((await read(url)).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  test('shows only what its creator may see, even where rows were changed in the database', async () => {
    const { practice, companyId, person, create, read, add } = await openFeed();
    const times = { start: minutes(60), end: minutes(80) };
    await add(times, { ...times, storeId: practice.stores[1], visitTypeName: 'There' });
    const url = await create();
    const titles = async () => eventsIn((await read(url)).text).map(({ summary }) => summary);
    expect((await titles()).sort()).toEqual(['Check-up', 'There']);
    const change = (values: Partial<typeof employees.$inferInsert>) =>
      database.db
        .update(employees)
        .set(values)
        .where(and(eq(employees.companyId, companyId), eq(employees.id, person)));
    await change({ storeIds: [practice.stores[1]] });
    expect(await titles()).toEqual(['There']);
    await change({ isActive: false });
    expect((await read(url)).status).toBe(404);
    await database.db.delete(rooms).where(eq(rooms.companyId, companyId));
    await database.db.delete(feeds).where(eq(feeds.companyId, companyId));
  });
});

function without(permission: string): string[] {
  return permissions.filter((one) => one !== permission);
}
