import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { csvByteOrderMark, formatCsvLine } from '#csv/csv-line.ts';
import type { Database } from '#service/db/database.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { exportedFiles, importExported } from '#testing/exported-files.ts';
import { ownPractice } from '#testing/managed-practice.ts';
import { bookable } from '#testing/practice-rows.ts';
import { addRandomPractice, addStores, randomPractice } from '#testing/random-practice.ts';
import { rounds } from '#testing/rounds.ts';
import { createTestService } from '#testing/service.ts';
import { readTable } from './table.ts';

let database: Database;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
});

const outcomesOf = ({ outcomes }: { outcomes: readonly string[] }) => [...new Set(outcomes)];

test('an export that is imported into an empty practice with the same stores is exported as the same files', async () => {
  await fc.assert(
    fc.asyncProperty(randomPractice, async (practice) => {
      const companyId = await addRandomPractice(database, practice);
      const exported = await exportedFiles(database, companyId);
      const other = await addStores(database, practice);
      const { preview, result, questions } = await importExported(database, other.companyId, exported);
      expect(result.refused).toEqual([]);
      expect(questions).toEqual([]);
      expect(outcomesOf(result)).toEqual(['new']);
      expect(preview.outcomes).toEqual(result.outcomes);
      expect(await exportedFiles(database, other.companyId)).toEqual(exported);

      // Where the records already exist, nothing is new.
      for (const id of [companyId, other.companyId]) {
        const again = await importExported(database, id, exported);
        expect(again.result).toMatchObject({ refused: [], notes: [] });
        expect(outcomesOf(again.result)).toEqual(['unchanged']);
        expect(await exportedFiles(database, id)).toEqual(exported);
      }
    }),
    { numRuns: rounds({ few: 12, many: 500 }) },
  );
}, 600_000);

/** The rows of a file of an export as objects, without their versions. */
function rowsOf(text: string): Record<string, string>[] {
  const { headings, rows } = readTable({ name: 'file.csv', bytes: new TextEncoder().encode(text) });
  return rows.map(({ cells }) =>
    Object.fromEntries(headings.flatMap((heading, at) => (heading === 'version' ? [] : [[heading, cells[at] ?? '']]))),
  );
}

/** A file of an export in which cells of one row are different. */
function edited(text: string, row: number, changes: Record<string, string>): string {
  const { headings, rows } = readTable({ name: 'file.csv', bytes: new TextEncoder().encode(text) });
  const lines = rows.map(({ cells }, nth) =>
    headings.map((heading, at) => (nth === row ? changes[heading] : undefined) ?? cells[at] ?? ''),
  );
  return csvByteOrderMark + [headings, ...lines].map((cells) => formatCsvLine(cells, ',')).join('');
}

test('changes in exported files are imported, and nothing else; later changes in the practice stay', async () => {
  const own = await ownPractice({ database, service: createTestService(database) });
  const { companyId, practice, client } = own;
  await client.post('/v1/appointments', bookable(practice));
  const cancelled = bookable(practice);
  await client.post('/v1/appointments', {
    ...cancelled,
    status: 'confirmed',
    start: '2026-03-03T09:00Z',
    end: '2026-03-03T10:00Z',
  });
  const exported = await exportedFiles(database, companyId);
  const vetRow = rowsOf(exported.people).find(({ firstName }) => firstName === 'Élodie');
  const changes = {
    clients: { email: 'ann@example.org', alert: 'pays in cash', lastName: 'Smith-Jones' },
    pets: { species: 'wolf', breed: '', diedOn: '2026-02-28', active: 'no' },
    appointments: {
      ...{ status: 'cancelled', reason: 'Client: moved', notes: 'bites\n=1+1', start: '2026-03-03T10:15+01:00' },
      ...{ vet: `${vetRow?.['firstName']} ${vetRow?.['lastName']}`, vetId: '', room: 'Aquarium', type: 'Grooming' },
    },
  };
  const files = {
    ...exported,
    clients: edited(exported.clients, 0, changes.clients),
    pets: edited(exported.pets, 0, changes.pets),
    appointments: edited(exported.appointments, 1, changes.appointments),
  };
  // Someone at the desk changes the phone number first.
  await client.patch(`/v1/clients/${practice.client}`, {
    companyId,
    expectedUpdatedAt: '2026-01-05T08:00:00.000Z',
    phone: '+31 6 12345678',
  });
  const desk = await importExported(database, companyId, files);
  expect(desk.result.files).toMatchObject({
    'clients.csv': { changed: 0, unchanged: 1 },
    'pets.csv': { changed: 1, unchanged: 0 },
    'appointments.csv': { changed: 1, unchanged: 1 },
    'people.csv': { changed: 0, new: 0 },
  });
  expect(desk.result.notes.map(({ note }) => note)).toEqual([
    { code: 'kept', fields: expect.arrayContaining(['email', 'phone', 'alert', 'lastName']) },
  ]);
  const after = await exportedFiles(database, companyId);
  const expected = rowsOf(exported.appointments);
  const informed = { typeMinutes: expect.any(String), typeCategory: expect.any(String), client: 'Ann Smith' };
  expect(rowsOf(after.appointments)[0]).toEqual({ ...expected[0], client: 'Ann Smith' });
  expect(rowsOf(after.appointments)[1]).toEqual({
    ...expected[1],
    ...changes.appointments,
    ...informed,
    vetId: practice.vet,
  });
  expect(rowsOf(after.pets)).toEqual([{ ...rowsOf(exported.pets)[0], ...changes.pets }]);

  const newer = await exportedFiles(database, companyId);
  const changed = { ...newer, clients: edited(newer.clients, 0, changes.clients) };
  expect((await importExported(database, companyId, changed)).result.files['clients.csv']).toMatchObject({
    changed: 1,
  });
  expect((await importExported(database, companyId, changed)).result.files['clients.csv']).toMatchObject({
    unchanged: 1,
  });
  const [row] = rowsOf((await exportedFiles(database, companyId)).clients);
  expect(row).toMatchObject({ ...changes.clients, phone: '+31 6 12345678' });
  // The same file once more, with another change.
  const twice = { ...newer, clients: edited(changed.clients, 0, { phone: '' }) };
  expect((await importExported(database, companyId, twice)).result.files['clients.csv']).toMatchObject({ changed: 1 });
}, 60_000);

test('a file takes over how clients are written to, but never takes back what they asked for at the desk', async () => {
  const own = await ownPractice({ database, service: createTestService(database) });
  const { companyId, practice, client } = own;
  const written = async (changes: Record<string, string>) => {
    const exported = await exportedFiles(database, companyId);
    await importExported(database, companyId, { ...exported, clients: edited(exported.clients, 0, changes) });
    const [row] = rowsOf((await exportedFiles(database, companyId)).clients);
    return [row?.['contactBy'], row?.['language']];
  };
  expect(await written({ contactBy: 'No messages', language: 'Deutsch' })).toEqual(['none', 'de']);
  expect(await written({ contactBy: 'E-mail', language: 'Klingon' })).toEqual(['email', 'de']);
  const { body } = await client.get(`/v1/clients/${practice.client}`, { companyId });
  await client.patch(`/v1/clients/${practice.client}`, {
    ...{ companyId, expectedUpdatedAt: Object(body).updatedAt, contactBy: 'none' },
  });
  for (const contactBy of ['email', '']) expect(await written({ contactBy, language: 'fr' })).toEqual(['none', 'fr']);
}, 60_000);

test('a line that a person has added to an exported file is a new record, and an unreadable one is refused', async () => {
  const { companyId, storeIds } = await addStores(database, {
    ...{ types: [], people: [], clients: [], pets: [], appointments: [] },
    stores: [{ name: 'North', timeZone: 'UTC', rooms: [] }],
  });
  expect(storeIds).toHaveLength(1);
  const exported = await exportedFiles(database, companyId);
  const lines = (cells: readonly string[]) => exported.clients + formatCsvLine(cells, ',');
  const added = { ...exported, clients: lines(['', 'Zoë', 'Novak', '', '030 123', 'yes', '', '']) };
  expect((await importExported(database, companyId, added)).result.outcomes).toEqual(['new']);
  expect((await importExported(database, companyId, added)).result.outcomes).toEqual(['unchanged']);
  const wrong = { ...exported, clients: lines(['17', 'Zoë', 'Novak', '', '030 123', 'yes', '', '']) };
  expect((await importExported(database, companyId, wrong)).result.refused.map(({ reason }) => reason)).toEqual([
    { code: 'not_kept', field: 'id', text: '17' },
  ]);
});

test('a person on file under another id gets their appointments, and the preview says the same', async () => {
  const from = await ownPractice({ database, service: createTestService(database) });
  await from.client.post('/v1/appointments', { ...bookable(from.practice), employeeId: from.practice.vet });
  const exported = await exportedFiles(database, from.companyId);
  const to = await ownPractice({ database, service: createTestService(database) });
  const { preview, result } = await importExported(database, to.companyId, exported);
  expect(result.refused).toEqual([]);
  expect(preview.outcomes).toEqual(result.outcomes);
  const [row] = rowsOf((await exportedFiles(database, to.companyId)).appointments);
  expect(row).toMatchObject({ vetId: to.practice.vet });
});
