import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { type PracticeChange, practiceHistoryPageSchema } from '#contract/practice-management.ts';
import { changeRecord } from '#service/db/manage/practice-record.ts';
import { companyDefinition } from '#service/db/manage/stores-and-rooms.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { ownPractice } from '#testing/managed-practice.ts';
import type { ServiceClient } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

describeService('the history of a practice', (suite) => {
  async function read(client: ServiceClient, companyId: string, query: Record<string, string> = {}) {
    return practiceHistoryPageSchema.parse((await client.get('/v1/practice/history', { companyId, ...query })).body);
  }
  const summaryOf = ({ data }: { data: readonly PracticeChange[] }) =>
    data.filter(({ kind }) => kind !== 'key').map(({ kind, name, action }) => `${kind} ${name} ${action}`);

  test('is returned in pages, newest first, with author and time', async () => {
    const { client, companyId, practice, service, database } = await ownPractice(suite());
    const room = { companyId, storeId: practice.stores[0], name: 'Theatre' };
    const id = createdSchema.parse((await client.post('/v1/rooms', room)).body);
    const at = new Date(service.clock.now()).toISOString();
    const later = { now: service.clock.now(), actor: null };
    // Changed by the command line, in the same millisecond.
    await inTransaction(database.sql, (transaction) =>
      changeRecord({ ...later, transaction }, companyDefinition, { companyId, id: companyId, name: 'Elm' }),
    );
    const first = await read(client, companyId, { limit: '1' });
    const second = await read(client, companyId, { limit: '1', cursor: first.nextCursor! });
    expect(first.hasMore).toBe(true);
    expect([...first.data, ...second.data]).toEqual([
      {
        ...{ id: first.data[0]?.id, at: new Date(Date.parse(at) + 1).toISOString(), employeeId: null },
        ...{ kind: 'company', recordId: companyId, name: 'Tom & Jerry Vets', action: 'changed' },
        changes: [{ field: 'name', from: 'Tom & Jerry Vets', to: 'Elm' }],
      },
      {
        ...{ id: second.data[0]?.id, at, employeeId: practice.vet },
        ...{ kind: 'room', recordId: id, name: 'Theatre', action: 'created' },
        changes: [
          { field: 'storeId', from: null, to: practice.stores[0] },
          { field: 'name', from: null, to: 'Theatre' },
          { field: 'categories', from: null, to: [] },
        ],
      },
    ]);
    expectError(await client.get('/v1/practice/history', { companyId, cursor: 'x' }), 'invalid_input', /^cursor/);
    expectError(await client.get('/v1/practice/history', { companyId, limit: '0' }), 'invalid_input', /^limit/);
  });

  test('includes nothing about stores that the key cannot access', async () => {
    const { client, near, companyId, practice } = await ownPractice(suite());
    const [north, south] = practice.stores;
    const person = { companyId, firstName: 'Mo', lastName: 'Lee', role: 'vet', permissions: [] };
    await client.patch(`/v1/stores/${south}`, { companyId, name: 'Far' });
    await client.post('/v1/rooms', { companyId, storeId: south, name: 'Far' });
    await client.post('/v1/employees', { ...person, storeIds: [south] });
    await client.patch(`/v1/companies/${companyId}`, { companyId, name: 'Elm' });
    await client.patch(`/v1/stores/${north}`, { companyId, name: 'Near' });
    const id = createdSchema.parse((await client.post('/v1/employees', { ...person, storeIds: [north] })).body);
    await client.patch(`/v1/employees/${id}`, { companyId, storeIds: [north, south] });
    await client.patch(`/v1/employees/${id}`, { companyId, role: 'nurse', storeIds: [south] });
    const all = await read(client, companyId);
    expect(summaryOf(all)).toHaveLength(8);
    const page = await read(near, companyId);
    expect(page.totalCount).toBe(page.data.length);
    expect(summaryOf(page)).toEqual([
      'employee Mo Lee changed',
      'employee Mo Lee created',
      'store Store 1 changed',
      'company Tom & Jerry Vets changed',
    ]);
    expect(page.data[0]?.changes).toEqual([
      { field: 'role', from: 'vet', to: 'nurse' },
      { field: 'storeIds', from: [north], to: [] },
    ]);
    expect(JSON.stringify(page)).not.toContain(south);
    const one = await read(near, companyId, { limit: '1' });
    expectError(
      await client.get('/v1/practice/history', { companyId, cursor: one.nextCursor! }),
      'invalid_input',
      /^cursor/,
    );
  });
});
