import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentPageSchema } from '#contract/appointment.ts';
import { permissionSets } from '#contract/permissions.ts';
import {
  type ExportFile,
  exportColumns,
  exportFiles,
  exportPageSchema,
  exportPageSize,
} from '#contract/practice-export.ts';
import { findExportPage } from '#service/db/practice-export/export-page.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { addAppointments, addEmployee, appointmentIn, bookable, keyOf } from '#testing/practice-rows.ts';
import type { ServiceClient } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const path = '/v1/practice/export';

describeService('the export of a practice', (suite) => {
  async function read(client: ServiceClient, companyId: string, file: ExportFile) {
    const rows: string[][] = [];
    const totals: (number | null)[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await client.get(path, { companyId, file, ...(cursor && { cursor }) });
      const page = exportPageSchema.parse(answer.body);
      rows.push(...page.rows);
      totals.push(page.total);
      cursor = page.nextCursor;
    }
    return { rows, totals };
  }
  /** The rows of a file as objects. */
  async function recordsOf({ client, companyId }: OwnPractice, file: ExportFile) {
    const { rows } = await read(client, companyId, file);
    return rows.map((cells) => Object.fromEntries(exportColumns[file].map((column, at) => [column, cells[at]])));
  }

  test('has every record of the company with what it refers to, on the clock of its store', async () => {
    const own = await ownPractice(suite());
    const { practice, client, companyId } = own;
    const booked = await client.post('/v1/appointments', {
      ...bookable(practice),
      ...{ start: '2026-10-25T00:30Z', end: '2026-10-25T01:30Z', employeeId: practice.vet, notes: ' shy ' },
    });
    const [visit] = appointmentPageSchema.parse((await client.get('/v1/appointments', { companyId })).body).data;
    await client.patch(`/v1/appointments/${booked.body}`, {
      ...{ companyId, status: 'cancelled', reason: 'Client: is on holiday' },
      expectedUpdatedAt: visit !== undefined && 'updatedAt' in visit ? visit.updatedAt : '',
    });
    expect(await recordsOf(own, 'appointments')).toEqual([
      expect.objectContaining({
        ...{ frontdeskAppointmentId: booked.body, store: 'Store 1', status: 'cancelled', room: 'Room 0' },
        // The hour that comes twice.
        ...{ start: '2026-10-25T02:30+02:00', end: '2026-10-25T02:30+01:00' },
        ...{ pet: 'Rex', petId: practice.pet, client: 'Ann Smith', clientId: '', type: 'Check-up', typeMinutes: '20' },
        ...{ vet: "Élodie O'Malley", vetId: practice.vet, notes: 'shy', reason: 'Client: is on holiday', title: '' },
      }),
    ]);
    expect(await recordsOf(own, 'pets')).toEqual([
      expect.objectContaining({ name: 'Rex', dateOfBirth: '2020-02-29', clientId: practice.client, active: 'yes' }),
    ]);
    expect(await recordsOf(own, 'clients')).toEqual([
      expect.objectContaining({ firstName: 'Ann', email: 'ann@example.com', phone: '', alert: '' }),
    ]);
    const people = await recordsOf(own, 'people');
    expect(people.map(({ stores, active }) => `${stores}: ${active}`).sort()).toEqual([
      'Store 1\nStore 2: no',
      'Store 1\nStore 2: yes',
      'Store 1: yes',
    ]);
  });

  test('has each appointment once while appointments are booked and moved', async () => {
    const own = await ownPractice(suite());
    const { practice, companyId, database, client } = own;
    const before = Array.from({ length: 60 }, () => appointmentIn(practice));
    await addAppointments(database, practice, before);
    const seen: string[] = [];
    for (let position: string | null = null, nth = 0; ; nth += 1) {
      const page = await findExportPage(database, { companyId, file: 'appointments' }, position, 7);
      seen.push(...page.rows.map(([id = '']) => id));
      await Promise.all([
        client.post('/v1/appointments', bookable(practice)),
        addAppointments(database, practice, [appointmentIn(practice)]),
        database.sql`update appointments set start_at = start_at + interval '1 hour', end_at = end_at + interval '1 hour', updated_at = now()
          where company_id = ${companyId}::uuid and id = ${before[nth]?.id ?? ''}::uuid`,
      ]);
      position = page.position;
      if (position === null || nth > 100) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  });

  test('is read in pages, whose total is on the first', async () => {
    const own = await ownPractice(suite());
    const { practice, database, client, companyId } = own;
    const all = Array.from({ length: exportPageSize + 1 }, () => appointmentIn(practice));
    for (let from = 0; from < all.length; from += 500)
      await addAppointments(database, practice, all.slice(from, from + 500));
    const { rows, totals } = await read(client, companyId, 'appointments');
    expect(totals).toEqual([all.length, null]);
    expect(rows.map(([id]) => id)).toEqual(all.map(({ id }) => id).sort());
    const first = exportPageSchema.parse((await client.get(path, { companyId, file: 'appointments' })).body);
    expectError(
      await client.get(path, { companyId, file: 'pets', cursor: first.nextCursor ?? '' }),
      'invalid_input',
      /cursor/,
    );
  });

  test('is refused without a permission to read all of it, and without all stores', async () => {
    const own = await ownPractice(suite());
    const { near, database, companyId, practice, service } = own;
    expectError(await near.get(path, { companyId, file: 'clients' }), 'insufficient_access', /stores/);
    const blind = await addEmployee(database, {
      ...{ companyId, storeIds: practice.stores },
      permissions: permissionSets.manage.filter((permission) => permission !== 'clients.read'),
    });
    const client = service.client(await keyOf(database, blind));
    for (const file of exportFiles)
      expectError(await client.get(path, { companyId, file }), 'insufficient_access', /clients\.read/);
    expectError(await own.client.get(path, { companyId, file: 'rooms' }), 'invalid_input', /file/);
    expectError(await own.client.get(path, { companyId: randomUUID(), file: 'pets' }), 'insufficient_access');
  });
});
