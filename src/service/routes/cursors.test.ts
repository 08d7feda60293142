import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentPageSchema } from '#contract/appointment.ts';
import { addAppointments, addEmployee, addPractice, appointmentIn, keyOf } from '#testing/practice.ts';
import { describeService } from '#testing/suite.ts';

describeService('cursors', (suite) => {
  const times = ['2026-02-01T00:00:00.001Z', '2026-02-01T00:00:00.002Z', '2026-02-01T00:00:00.003Z'];

  test.each(['asc', 'desc'])('a walk %s meets every row of the start once while rows are added', async (direction) => {
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
    let cursor = '';
    do {
      // An empty cursor is null, as an absent one is.
      const answer = await client.get('/v1/appointments', {
        companyId,
        direction,
        limit: String(3 + (seen.length % 5)),
        cursor,
      });
      const page = appointmentPageSchema.parse(answer.body);
      seen.push(...page.data.map((item) => item.id));
      cursor = page.nextCursor ?? '';
      await add(2);
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(seen.length);
    expect(start.filter((id) => !seen.includes(id))).toEqual([]);
  });

  test('a cursor serves every key of the same reach, with any limit, and nothing else', async () => {
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
    const status = async (asked: Record<string, string>, from = client) =>
      (await from.get('/v1/appointments', { ...query, cursor, ...asked })).status;

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

  test('anything changed, cut or made up is 400', async () => {
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
