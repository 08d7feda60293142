import { expect, test } from 'vitest';
import { sendLines, visitLine } from '#testing/import-lines.ts';
import { recallDesk } from '#testing/recall-desk.ts';
import { describeService } from '#testing/suite.ts';

const path = '/v1/recalls';

describeService('completed appointments', (suite) => {
  test('a completed appointment ends what its pet was due for, and makes it due again', async () => {
    const { add, list, book, setStatus, practice, companyId, read } = await recallDesk(suite().database);
    const first = await add();
    const appointment = await book();
    await setStatus(appointment, 'completed');
    const { data } = await list();
    expect(data).toEqual([
      { ...first, status: 'done', updatedAt: expect.any(String) },
      {
        ...{ id: expect.any(String), companyId, petId: practice.pet, clientId: practice.client },
        ...{ visitTypeId: practice.visitType, dueOn: '2027-03-02', status: 'due', snoozedUntil: null },
        ...{ appointmentId: null, attempts: [], createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ]);
    expect((await read(first.id)).updatedAt > first.updatedAt).toBe(true);
    // A correction makes nothing, and undoes nothing.
    for (const status of ['confirmed', 'completed']) await setStatus(appointment, status);
    expect((await list()).data).toEqual(data);
  });

  test('makes a pet due on a date of the clock of the store, the last of the month at most', async () => {
    const {
      database,
      practice,
      companyId,
      list,
      book,
      setStatus,
      addPet: addOther,
    } = await recallDesk(suite().database);
    const [, far] = practice.stores;
    const inZone = (zone: string) =>
      database.sql`update stores set time_zone = ${zone} where company_id = ${companyId}::uuid and id = ${far}::uuid`;
    const due = async (start: string, months: number, storeId: string = far) => {
      await database.sql`update appointment_types set recall_months = ${months} where company_id = ${companyId}::uuid`;
      const petId = await addOther();
      const end = new Date(Date.parse(start) + 20 * 60_000).toISOString();
      await setStatus(await book({ petId, storeIds: [storeId], start, end }), 'completed');
      return (await list({ petId })).data.map(({ dueOn }) => dueOn);
    };
    await inZone('America/Los_Angeles');
    expect(await due('2026-02-01T07:59Z', 1)).toEqual(['2026-02-28']);
    expect(await due('2026-02-01T08:00Z', 1)).toEqual(['2026-03-01']);
    expect(await due('2023-08-31T12:00Z', 6)).toEqual(['2024-02-29']);
    // The clocks of Amsterdam are set forward at 1:00 UTC on 29 March 2026.
    expect(await due('2026-03-28T22:59Z', 12, practice.stores[0])).toEqual(['2027-03-28']);
    expect(await due('2026-03-29T21:59Z', 12, practice.stores[0])).toEqual(['2027-03-29']);
    expect(await due('2026-03-29T22:00Z', 12, practice.stores[0])).toEqual(['2027-03-30']);
    // A zone that the database does not know counts as UTC, and no date is after 9999.
    await inZone('Mars/Olympus');
    expect(await due('2026-01-31T23:59Z', 1)).toEqual(['2026-02-28']);
    expect(await due('9998-06-01T12:00Z', 60)).toEqual([]);
  });

  test('an earlier appointment that is completed late leaves alone what the pet is due for', async () => {
    const { list, book, setStatus } = await recallDesk(suite().database);
    const [early, late] = [await book({ start: '2025-03-02T09:00Z', end: '2025-03-02T09:20Z' }), await book()];
    await setStatus(late, 'completed');
    await setStatus(early, 'completed');
    expect((await list()).data).toMatchObject([
      { dueOn: '2026-03-02', status: 'done' },
      { dueOn: '2027-03-02', status: 'due' },
    ]);
  });

  test('an appointment that was completed before does nothing', async () => {
    const { database, companyId, add, list, book, setStatus } = await recallDesk(suite().database);
    const months = (value: number | null) =>
      database.sql`update appointment_types set recall_months = ${value} where company_id = ${companyId}::uuid`;
    await months(null);
    const appointment = await book();
    await setStatus(appointment, 'completed');
    await months(12);
    const recall = await add();
    for (const status of ['in_progress', 'completed']) await setStatus(appointment, status);
    expect((await list()).data).toEqual([recall]);
  });

  test('what is imported as completed counts like any other, and is known to have come with an import', async () => {
    const { database, practice, companyId, client, add, list, book, setStatus } = await recallDesk(suite().database);
    const recall = await add();
    const visit = (key: string, year: number, given: object = {}) =>
      visitLine(key, practice.stores[0], {
        ...{ pet: { id: practice.pet }, visitType: { id: practice.visitType } },
        ...{ start: `${year}-02-01T09:00Z`, end: `${year}-02-01T09:20Z` },
        ...given,
      });
    // The last one is a record of an earlier export, which keeps its origin.
    const lines = [visit('a', 2025), visit('b', 2024), visit('c', 2023, { createdFrom: 'app' })];
    for (let nth = 0; nth < 2; nth += 1) await sendLines(client, companyId, lines);
    expect((await list()).data).toMatchObject([
      { dueOn: '2024-02-01', status: 'done' },
      { dueOn: '2025-02-01', status: 'done' },
      { dueOn: '2026-02-01', status: 'due' },
      { id: recall.id, status: 'done' },
    ]);
    await setStatus(await book(), 'completed');
    const rows = await database.sql`
      select due_on::text, is_imported from recalls where company_id = ${companyId}::uuid order by due_on`;
    expect(rows).toEqual([
      ...['2024-02-01', '2025-02-01', '2026-02-01'].map((due_on) => ({ due_on, is_imported: true })),
      { due_on: '2026-05-01', is_imported: false },
      { due_on: '2027-03-02', is_imported: false },
    ]);
  });

  test('completing makes nothing for dead or inactive pets, or for an inactive type, but ends what is open', async () => {
    const { database, companyId, add, list, book, setStatus, changePet, read } = await recallDesk(suite().database);
    const setActive = (isActive: boolean) =>
      database.sql`update appointment_types set is_active = ${isActive} where company_id = ${companyId}::uuid`;
    for (const [gone, back] of [
      [() => changePet({ deceasedOn: '2026-03-01' }), () => changePet({ deceasedOn: null })],
      [() => changePet({ isActive: false }), () => changePet({ isActive: true })],
      [() => setActive(false), () => setActive(true)],
    ] as const) {
      const { id } = await add();
      const appointment = await book();
      await gone();
      await setStatus(appointment, 'completed');
      await back();
      expect((await read(id)).status).toBe('done');
      expect((await list({ status: 'due' })).data).toEqual([]);
    }
  });

  test('two requests at once make a pet due once, and of two completed appointments the later one counts', async () => {
    const { client, recall, list, send, addPet: addOther, book, setStatus } = await recallDesk(suite().database);
    for (let nth = 0; nth < 6; nth += 1) {
      const petId = await addOther();
      const created = await Promise.all([0, 1].map(() => client.post(path, { ...recall, petId })));
      expect(created.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [open] = (await list({ petId })).data;
      const changes = [{ status: 'declined' }, { snoozedUntil: '2026-04-01' }];
      const changed = await Promise.all(
        changes.map((change) => send(open?.id ?? '', { expectedUpdatedAt: open?.updatedAt, ...change })),
      );
      expect(changed.map(({ status }) => status).sort()).toEqual([200, 409]);

      const times = ['2026-02-01', '2026-02-02', '2026-02-03'].map((date) => [`${date}T09:00Z`, `${date}T09:20Z`]);
      const booked = await Promise.all(times.map(([start, end]) => book({ petId, start, end })));
      await Promise.all(booked.map((id) => setStatus(id, 'completed')));
      const due = (await list({ petId })).data;
      expect(due.filter(({ status }) => status === 'due').map(({ dueOn }) => dueOn)).toEqual(['2027-02-03']);
      expect(due).toHaveLength(4);
    }
  });
});
