import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { appointmentPageSchema } from '#contract/appointment.ts';
import { addAppointments, addEmployee, addPractice, appointmentIn, keyOf } from '#testing/practice-rows.ts';
import { pagesOf } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

describeService('cursors', (suite) => {
  const times = ['2026-02-01T00:00:00.001Z', '2026-02-01T00:00:00.002Z', '2026-02-01T00:00:00.003Z'];

  test.each(['asc', 'desc'])('a walk %s meets every initial row once while rows are added', async (direction) => {
    const { database, client, practice } = suite();
    const { companyId } = practice;
    const add = (count: number) => {
      const rows = Array.from({ length: count }, (_, n) =>
        appointmentIn(practice, { createdAt: times[n % times.length] ?? '', clientId: practice.client }),
      );
      return addAppointments(database, practice, rows).then(() => rows.map((row) => row.id));
    };
    await add(40);
    const all = await client.get('/v1/appointments', { companyId, limit: '500' });
    const start = appointmentPageSchema.parse(all.body).data.map((item) => item.id);
    const seen: string[] = [];
    // An empty cursor is null, like an absent one.
    const pages = pagesOf(async (cursor) => {
      const limit = String(3 + (seen.length % 5));
      const answer = await client.get('/v1/appointments', { companyId, direction, limit, cursor });
      return appointmentPageSchema.parse(answer.body);
    });
    for await (const page of pages) {
      seen.push(...page.data.map((item) => item.id));
      await add(2);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(start.filter((id) => !seen.includes(id))).toEqual([]);
  });

  test('a cursor works for every key with the same access and with any limit, and for nothing else', async () => {
    const { database, service, client, practice } = suite();
    const { companyId } = practice;
    await addAppointments(
      database,
      practice,
      Array.from({ length: 5 }, () => appointmentIn(practice)),
    );
    const query = { companyId, limit: '2', status: 'confirmed' };
    const first = appointmentPageSchema.parse((await client.get('/v1/appointments', query)).body);
    const cursor = first.nextCursor ?? '';
    const twin = await addEmployee(database, { companyId, storeIds: practice.stores });
    const other = service.client(await keyOf(database, twin));
    const status = async (changes: Record<string, string>, from = client) =>
      (await from.get('/v1/appointments', { ...query, cursor, ...changes })).status;

    expect(await status({})).toBe(200);
    expect(await status({ limit: '500' })).toBe(200);
    expect(await status({ storeIds: [...practice.stores].reverse().join(',') })).toBe(200);
    expect(await status({}, other)).toBe(200);
    expect(await status({}, service.client(await keyOf(database, practice.near)))).toBe(400);
    expect(await status({ direction: 'asc' })).toBe(400);
    expect(await status({ status: 'completed' })).toBe(400);
    expect(await status({ storeIds: practice.stores[0] })).toBe(400);
    expect(await status({ createdSince: '2026-01-01T00:00Z' })).toBe(400);
    expect((await client.post('/v1/appointments/search', { companyId, cursor })).status).toBe(400);
    const elsewhere = await addPractice(database);
    const stranger = service.client(await keyOf(database, elsewhere.vet));
    expect(await status({ companyId: elsewhere.companyId }, stranger)).toBe(400);
  });

  test('a cursor depends on the meaning of a search, not on its spelling', async () => {
    const { database, client, practice } = suite();
    const { companyId, stores } = practice;
    const [some, other] = ['aaaaaaaa-0000-4000-8000-00000000000a', 'bbbbbbbb-0000-4000-8000-00000000000b'];
    await addAppointments(
      database,
      practice,
      [1, 2, 3].map(() => appointmentIn(practice, { title: 'Rex checks in', clientId: some })),
    );
    const query = {
      companyId,
      storeIds: stores,
      query: 'rex check',
      filter: {
        clientId: { in: [some, other] },
        status: { in: ['confirmed', 'x'] },
        createdAt: { gt: '2020-01-01T00:00:00Z', between: ['2020-01-01T00:00Z', '2030-01-01T00:00Z'] },
        or: [{ petId: { isNull: false } }, { clientId: { eq: some } }],
      },
    };
    const page = async (search: Record<string, unknown>) =>
      client.post('/v1/appointments/search', { ...search, limit: 1 });
    const first = appointmentPageSchema.parse((await page(query)).body);
    const cursor = first.nextCursor ?? '';
    const status = async (search: Record<string, unknown>) => (await page({ ...query, ...search, cursor })).status;
    const filter = (changes: Record<string, unknown>) => status({ filter: { ...query.filter, ...changes } });

    expect(first.totalCount).toBe(3);
    for (const same of [
      status({ companyId: companyId.toUpperCase() }),
      status({ storeIds: [stores[1], stores[0].toUpperCase(), stores[1]] }),
      status({ storeIds: undefined }),
      status({ query: ' CHECK  Rex rex\u00a0' }),
      filter({ clientId: { in: [other.toUpperCase(), some, other] } }),
      filter({ status: { in: ['x', 'confirmed', 'x'] } }),
      filter({
        createdAt: {
          between: ['2020-01-01T01:00+01:00', '2029-12-31T23:00:00.0009-01:00'],
          gt: '2019-12-31T23:00:00.000-01:00',
        },
      }),
      filter({ or: [{ clientId: { eq: some } }, { petId: { isNull: false } }, { clientId: { eq: some } }] }),
      filter({ roomId: {}, start: {} }),
    ]) {
      expect(await same).toBe(200);
    }
    for (const different of [
      status({ storeIds: [stores[0]] }),
      status({ query: 'rex' }),
      status({ query: undefined }),
      filter({ clientId: { in: [some] } }),
      filter({ clientId: {} }),
      filter({ status: { in: ['confirmed', 'X'] } }),
      filter({ createdAt: { ...query.filter.createdAt, gt: '2020-01-01T00:00:00.001Z' } }),
      filter({ createdAt: { ...query.filter.createdAt, between: ['2030-01-01T00:00Z', '2020-01-01T00:00Z'] } }),
      filter({ or: [{ petId: { isNull: true } }, { clientId: { eq: some } }] }),
      filter({ or: [{ petId: { isNull: false } }, { clientId: { eq: some } }, {}] }),
      filter({ or: undefined, petId: { isNull: false } }),
    ]) {
      expect(await different).toBe(400);
    }
  });

  test('a cursor depends on the order, and the default order has a second spelling', async () => {
    const { database, client, practice } = suite();
    const { companyId } = practice;
    const petId = 'dddddddd-0000-4000-8000-00000000000d';
    const rows = [1, 2, 3].map(() => appointmentIn(practice, { petId }));
    await addAppointments(database, practice, rows);
    const search = (given: object) =>
      client.post('/v1/appointments/search', { companyId, filter: { petId: { eq: petId } }, limit: 1, ...given });
    const orders = [undefined, 'created', 'start', '-start'];
    for (const order of orders) {
      const { nextCursor: cursor } = appointmentPageSchema.parse((await search({ order })).body);
      const answers = await Promise.all(orders.map((other) => search({ order: other, cursor })));
      const isSame = (other: string | undefined) => (other ?? 'created') === (order ?? 'created');
      expect(answers.map(({ status }) => status)).toEqual(orders.map((other) => (isSame(other) ? 200 : 400)));
    }
  });

  test('a cursor of the list also accepts an instant in another offset and a uuid in capitals', async () => {
    const { database, client, practice } = suite();
    const { companyId } = practice;
    const petId = 'cccccccc-0000-4000-8000-00000000000c';
    await addAppointments(
      database,
      practice,
      [1, 2].map(() => appointmentIn(practice, { petId })),
    );
    const query = { companyId, limit: '1', petId, createdSince: '2020-01-01T00:00Z' };
    const { nextCursor } = appointmentPageSchema.parse((await client.get('/v1/appointments', query)).body);
    const again = { ...query, petId: petId.toUpperCase(), createdSince: '2020-01-01T01:00:00.000+01:00' };
    const second = await client.get('/v1/appointments', { ...again, updatedSince: 'null', cursor: nextCursor ?? '' });
    expect([second.status, appointmentPageSchema.parse(second.body).data.length]).toEqual([200, 1]);
  });

  test('a cursor of a lookup list depends on its words and stores in any order', async () => {
    const { client, practice } = suite();
    const { companyId, stores } = practice;
    const query = { companyId, limit: '1', storeIds: stores.join(',') };
    const answer = z.object({ nextCursor: z.string() }).parse((await client.get('/v1/employees', query)).body);
    const status = async (changes: Record<string, string>) =>
      (await client.get('/v1/employees', { ...query, cursor: answer.nextCursor, ...changes })).status;
    expect(await status({ storeIds: [stores[1], ...stores].join(',').toUpperCase() })).toBe(200);
    expect(await status({ query: ' ' })).toBe(200);
    expect(await status({ query: 'k' })).toBe(400);
    expect(await status({ storeIds: stores[1] })).toBe(400);
  });

  test('a changed, truncated or invented cursor is 400', async () => {
    const { database, client, practice } = suite();
    const { companyId } = practice;
    await addAppointments(database, practice, [appointmentIn(practice), appointmentIn(practice)]);
    const page = appointmentPageSchema.parse((await client.get('/v1/appointments', { companyId, limit: '1' })).body);
    const cursor = page.nextCursor ?? '';
    const changed = [...cursor].map(
      (letter, at) => cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    const wrong = [
      ...changed,
      `${cursor}=`,
      `${cursor}A`,
      `${cursor} `,
      cursor.slice(1),
      cursor.slice(0, -1),
      'x',
      '1',
      randomUUID(),
      'NULL',
      '\u0000',
    ];
    for (const text of wrong) {
      const answer = await client.get('/v1/appointments', { companyId, limit: '1', cursor: text });
      expect([text, answer.status]).toEqual([text, 400]);
    }
    expect((await client.get('/v1/appointments', { companyId, cursor: 'null' })).status).toBe(200);
    expect((await client.post('/v1/appointments/search', { companyId, cursor: '' })).status).toBe(400);
    expect((await client.post('/v1/appointments/search', { companyId, cursor: 'null' })).status).toBe(400);
    expect((await client.post('/v1/appointments/search', { companyId, cursor: null })).status).toBe(200);
  });
});
