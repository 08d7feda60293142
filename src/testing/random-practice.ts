import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { composeTitle } from '#contract/appointment-rules.ts';
import {
  appointmentOrigins,
  appointmentStatuses,
  clientLanguages,
  contactChoices,
  employeeRoles,
  visitTypeCategories,
} from '#contract/enums.ts';
import { permissions } from '#contract/permissions.ts';
import { nameKey } from '#contract/practice-setup.ts';
import { isLine, toLine } from '#contract/text.ts';
import type { Database } from '#service/db/database.ts';
import * as tables from '#service/db/schema.ts';
import { nameKeysOf, sortNameOf, wordsOf } from '#service/domain/search-words.ts';

/* Random practices with any content that the API can store. */

const texts = [
  ...['Anna', 'anna', 'Dr. Berg, DVM', 'n/a', 'NULL', '0', '-', '...', '01/02/2024', '2024-02-30', '45385', '1e5'],
  ...['=SUM(1,2)', "'=1+1", '+49 171 5550101', '-3', '@home', ';,|"\t', 'a;b|c/d', 'Müller & Söhne GmbH', 'Sir "Rex"'],
  ...[
    '🐕',
    '👩‍🚒 Ember',
    'مريم الزهراء',
    'עוגי',
    'Ǆǆ ﬁ',
    'x  y',
    'no',
    'deceased',
    'any',
    'Frontdesk',
    '﹦1',
    '\u200f\u200b',
  ],
];
const anyText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'grapheme', maxLength: 12 }));
/** Files show these characters where bytes were lost. */
const isLossless = (text: string) => !/[\ufffd\u0081\u008d\u008f\u0090\u009d]/.test(text);
const line = anyText.map(toLine).filter((text) => text !== '' && isLine(text) && isLossless(text));
const notes = fc
  .oneof(
    line,
    fc.tuple(line, fc.constantFrom('\n', '\r\n', '\n\n=', ', ', '\t'), line).map((parts) => parts.join('')),
  )
  .chain((text) => fc.constantFrom(text, ` ${text}\n`, ''));
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const day = fc
  .date({ min: new Date('1999-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** Around changes of the clocks, too. */
const instant = fc
  .tuple(
    fc.constantFrom('2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-04-04T15:00:00Z', '2024-02-29T23:59:59.999Z'),
    fc.integer({ min: -100, max: 100 }),
    fc.constantFrom(0, 0, 1, 30_000),
  )
  .map(([base, quarters, more]) => new Date(Date.parse(base) + quarters * 900_000 + more).toISOString());
const distinct = <Value extends { name: string }>(
  value: fc.Arbitrary<Value>,
  size: { minLength: number; maxLength: number },
) => fc.uniqueArray(value, { ...size, selector: ({ name }) => nameKey(name) });
const index = fc.nat({ max: 1_000 });

const practiceArbitrary = fc.record({
  stores: distinct(
    fc.record({
      name: line,
      timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'),
      rooms: distinct(fc.record({ name: line }), { minLength: 0, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  types: distinct(
    fc.record({
      name: line,
      category: fc.constantFrom(...visitTypeCategories),
      durationMinutes: fc.integer({ min: 1, max: 1_440 }),
      isMessaged: fc.boolean(),
      preparation: orNull(notes.filter((text) => text.trim() !== '')),
      recallMonths: orNull(fc.integer({ min: 1, max: 60 })),
      isActive: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  people: fc.array(
    fc.record({
      firstName: line,
      lastName: fc.oneof(fc.constant(''), line),
      role: fc.constantFrom(...employeeRoles),
      stores: fc.array(index, { minLength: 1, maxLength: 2 }),
      isActive: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  clients: fc.array(
    fc.record({
      firstName: fc.oneof(fc.constant(''), line),
      lastName: line,
      email: orNull(line),
      phone: orNull(line),
      alert: orNull(line),
      contactBy: orNull(fc.constantFrom(...contactChoices)),
      recallsBy: orNull(fc.constantFrom(...contactChoices)),
      language: orNull(fc.constantFrom(...clientLanguages)),
      isActive: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  pets: fc.array(
    fc.record({
      client: index,
      name: line,
      species: fc.oneof(fc.constant(''), line),
      breed: orNull(line),
      sex: orNull(line),
      dateOfBirth: orNull(day),
      deceasedOn: orNull(day),
      alert: orNull(line),
      isActive: fc.boolean(),
      /** For what type and when it is due again, after all appointments. */
      recalls: fc.array(fc.record({ type: index, days: fc.nat({ max: 40 }) }), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  appointments: fc.array(
    fc.record({
      pet: index,
      /** Null for the pet's client. */
      client: orNull(index),
      store: index,
      type: orNull(index),
      title: orNull(line),
      staff: fc.uniqueArray(index, { maxLength: 3 }),
      isFirstMain: fc.boolean(),
      /** `deleted` for a room that no longer exists. */
      room: orNull(fc.oneof(index, fc.constant('deleted' as const))),
      start: instant,
      minutes: fc.integer({ min: 1, max: 3_000 }),
      status: fc.constantFrom(...appointmentStatuses),
      reason: orNull(line),
      notes: orNull(notes),
      bookingNotes: orNull(notes),
      clientNotes: orNull(notes),
      location: orNull(line),
      category: fc.constantFrom(...visitTypeCategories),
      checkedInAt: orNull(instant),
      createdAt: instant,
      createdFrom: fc.constantFrom(...appointmentOrigins),
      isOfSeries: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});
export type RandomPractice = typeof practiceArbitrary extends fc.Arbitrary<infer Practice> ? Practice : never;
export const randomPractice = practiceArbitrary;

const at = <Item>(items: readonly Item[], nth: number): Item | undefined => items[nth % Math.max(1, items.length)];

/** Adds a company with the stores of a practice and nothing else, and returns its id and those of the stores. */
export async function addStores({ db }: Database, { stores }: RandomPractice) {
  const companyId = randomUUID();
  await db.insert(tables.companies).values({ companyId, name: 'Random' });
  const storeIds = stores.map(() => randomUUID());
  await db.insert(tables.stores).values(
    stores.map(({ name, timeZone }, position) => ({
      companyId,
      id: storeIds[position] ?? '',
      name,
      timeZone,
      position,
    })),
  );
  return { companyId, storeIds };
}

/** Adds a company with everything, and returns its id. */
export async function addRandomPractice(database: Database, practice: RandomPractice): Promise<string> {
  const { db } = database;
  const { companyId, storeIds } = await addStores(database, practice);
  const identity = () => ({ companyId, id: randomUUID() });
  const now = '2026-11-01T08:00:00.000Z';
  const dated = { createdAt: now, updatedAt: now };
  const rooms = practice.stores.flatMap(({ rooms: own }, store) =>
    own.map(({ name }, position) => ({ ...identity(), name, position, storeId: storeIds[store] ?? '' })),
  );
  if (rooms.length > 0) await db.insert(tables.rooms).values(rooms);
  const types = practice.types.map((type) => ({ ...identity(), ...type, ...nameKeysOf(type.name) }));
  await db.insert(tables.appointmentTypes).values(types);
  const people = practice.people.map(({ stores, ...person }) => ({
    ...{ ...identity(), ...person, permissions: [...permissions] },
    storeIds: [...new Set(stores.map((nth) => at(storeIds, nth) ?? ''))],
    ...nameKeysOf(person.firstName, person.lastName),
  }));
  if (people.length > 0) await db.insert(tables.employees).values(people);
  const clients = practice.clients.map((client) => ({
    ...{ ...identity(), ...client, ...dated },
    ...nameKeysOf(client.firstName, client.lastName),
  }));
  await db.insert(tables.clients).values(clients);
  const pets = practice.pets.map(({ client, recalls: _, ...pet }) => ({
    ...{ ...identity(), ...pet, ...dated, clientId: at(clients, client)?.id ?? '' },
    ...{ sortName: sortNameOf(pet.name), words: wordsOf(pet.name) },
  }));
  await db.insert(tables.pets).values(pets);
  for (const { minutes, reason, ...visit } of practice.appointments) {
    const [pet, type, storeId] = [
      at(pets, visit.pet),
      visit.type === null ? null : at(types, visit.type),
      at(storeIds, visit.store),
    ];
    const own = rooms.filter((room) => room.storeId === storeId);
    const room =
      visit.room === 'deleted' ? randomUUID() : visit.room === null ? null : (at(own, visit.room)?.id ?? null);
    const employeeIds = [...new Set(visit.staff.flatMap((nth) => at(people, nth)?.id ?? []))];
    const title = visit.title ?? composeTitle(pet?.name ?? '', type?.name ?? '');
    const key = identity();
    const { status, notes, bookingNotes, clientNotes, location, checkedInAt, createdAt, createdFrom } = visit;
    await db.insert(tables.appointments).values({
      ...key,
      ...{ storeId: storeId ?? '', petId: pet?.id ?? '', roomId: room, title, titleWords: wordsOf(title) },
      clientId: visit.client === null ? (pet?.clientId ?? '') : (at(clients, visit.client)?.id ?? ''),
      ...{ visitTypeId: type?.id ?? null, visitTypeName: type?.name ?? null, visitTypeCategory: visit.category },
      ...{ employeeIds, mainEmployeeIds: visit.isFirstMain ? employeeIds.slice(0, 1) : employeeIds.slice(1) },
      start: visit.start,
      end: new Date(Date.parse(visit.start) + minutes * 60_000).toISOString(),
      ...{ status, notes, bookingNotes, clientNotes, location, checkedInAt, createdAt, createdFrom },
      ...{ updatedAt: now, seriesId: visit.isOfSeries ? randomUUID() : null },
    });
    if (reason === null) continue;
    const changes = [{ field: 'status' as const, from: 'requested', to: status }];
    await db.insert(tables.appointmentHistory).values({ companyId, appointmentId: key.id, at: now, changes, reason });
  }
  for (const [nth, { recalls }] of practice.pets.entries())
    for (const { type, days } of recalls) {
      const dueOn = new Date(Date.UTC(2090, 0, days + 1)).toISOString().slice(0, 10);
      const of = { petId: pets[nth]?.id ?? '', visitTypeId: at(types, type)?.id ?? '', dueOn, status: 'due' as const };
      // Unless an appointment has made it due already.
      await db
        .insert(tables.recalls)
        .values({ ...identity(), ...of, ...dated })
        .onConflictDoNothing();
    }
  return companyId;
}
