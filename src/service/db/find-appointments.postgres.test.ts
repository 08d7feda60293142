import { expect, test } from 'vitest';
import { appointmentPageSchema } from '#contract/appointment.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { addAppointments, addPractice, appointmentIn, bookable, keyOf } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { connectPostgres } from './database.ts';

test('the totals of stores and statuses are compacted without a difference, even by two concurrent runs', async () => {
  const url = await createPostgresDatabase();
  const databases = await Promise.all([connectPostgres({ url, max: 2 }), connectPostgres({ url, max: 2 })]);
  const [first] = databases;
  const practice = await addPractice(first);
  await addAppointments(
    first,
    practice,
    [1, 2, 3, 4, 5].map(() => appointmentIn(practice)),
  );
  // The garbage that thousands of creates leave behind.
  await first.sql`
    insert into appointment_totals (company_id, store_id, status, held)
    select ${practice.companyId}::uuid, ${practice.stores[0]}::uuid, 'confirmed', case when n % 2 = 0 then 1 else -1 end
    from generate_series(1, 3000) n`;
  const key = await keyOf(first, practice.vet);
  const totals = await Promise.all(
    [...databases, ...databases].map(async (database) => {
      const client = createTestService(database).client(key);
      const answer = await client.get('/v1/appointments', { companyId: practice.companyId, status: 'confirmed' });
      return appointmentPageSchema.parse(answer.body).totalCount;
    }),
  );
  expect(totals).toEqual([5, 5, 5, 5]);
  const [notes] = await first.sql`
    select count(*)::int as notes, sum(held)::int as held from appointment_totals where company_id = ${practice.companyId}::uuid`;
  expect(notes).toEqual({ notes: 1, held: 5 });
  await Promise.all(databases.map((database) => database.close()));
});

test('a change keeps cached totals exact and usable, even if it commits after they were counted', async () => {
  const url = await createPostgresDatabase();
  const database = await connectPostgres({ url, max: 3 });
  const practice = await addPractice(database);
  const { companyId } = practice;
  const client = createTestService(database).client(await keyOf(database, practice.vet));
  const given = [1, 2, 3].map(() => appointmentIn(practice, { title: 'Rex – Bath' }));
  await addAppointments(database, practice, given);
  const [first, second] = given;
  if (first === undefined || second === undefined) throw new Error('there are three');
  const total = async (status: string) => {
    const search = { companyId, limit: 1, query: 'bath', filter: { status: { eq: status } } };
    return appointmentPageSchema.parse((await client.post('/v1/appointments/search', search)).body).totalCount;
  };
  const both = async () => [await total('confirmed'), await total('completed')];
  const change = (id: string, status: string) =>
    client.patch(`/v1/appointments/${id}`, { companyId, expectedUpdatedAt: first.updatedAt, status });
  const epoch = async () => (await database.sql`select appointments_epoch as epoch from companies`)[0]?.['epoch'];
  expect(await both()).toEqual([3, 0]);
  const before = await epoch();

  let commit = () => {};
  const gate = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let late: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    late = database.sql.begin(async (transaction) => {
      await transaction`
        update appointments set status = 'completed', added_by = pg_current_xact_id()
        where company_id = ${companyId}::uuid and id = ${second.id}::uuid`;
      resolve();
      await gate;
    });
  });
  expect((await change(first.id, 'completed')).status).toBe(200);
  expect(await both()).toEqual([2, 1]);
  commit();
  await late;
  expect(await both()).toEqual([1, 2]);
  expect((await client.post('/v1/appointments', bookable(practice))).status).toBe(200);
  expect(await both()).toEqual([1, 2]);
  expect(await epoch()).toBe(before);

  // The garbage that thousands of changes leave behind is deleted, which invalidates earlier counts.
  await database.sql`
    insert into superseded_appointments select s.* from superseded_appointments s, generate_series(1, 2500)`;
  await total('no_show');
  const [retained] = await database.sql`select count(*)::int as versions from superseded_appointments`;
  expect([retained, await epoch()]).toEqual([{ versions: 0 }, before + 1]);
  expect(await both()).toEqual([1, 2]);
  await database.close();
});

test('instances on one database see each other’s changes immediately: rows, totals, revoked keys and the budget', async () => {
  const url = await createPostgresDatabase();
  const [first, second] = await Promise.all([connectPostgres({ url, max: 3 }), connectPostgres({ url, max: 3 })]);
  const practice = await addPractice(first);
  const { companyId } = practice;
  const key = await keyOf(first, practice.vet);
  const services = [createTestService(first), createTestService(second)];
  for (const service of services) service.clock.free = false;
  const [one, two] = services.map((service) => service.client(key));
  if (one === undefined || two === undefined) throw new Error('two clients');
  const total = async (client: typeof one) =>
    appointmentPageSchema.parse((await client.get('/v1/appointments', { companyId, limit: '5' })).body).totalCount;
  const body = bookable(practice);
  expect([await total(one), await total(two)]).toEqual([0, 0]);
  for (let count = 1; count <= 6; count += 1) {
    const [maker, other] = count % 2 === 0 ? [one, two] : [two, one];
    expect((await maker.post('/v1/appointments', body)).status).toBe(200);
    expect([await total(other), await total(maker)]).toEqual([count, count]);
  }
  const found = appointmentPageSchema.parse((await one.get('/v1/appointments', { companyId })).body);
  expect(found.data.filter((item) => 'roomId' in item && item.roomId !== null).length).toBe(2);

  // 21 requests so far; both services send requests concurrently until the limit is reached.
  const statuses = await Promise.all(
    Array.from({ length: 90 }, (_, n) => (n % 2 === 0 ? one : two).get('/ping', { companyId })),
  );
  expect(statuses.filter((answer) => answer.status === 200).length).toBe(79);
  expect(statuses.filter((answer) => answer.status === 429).length).toBe(11);

  // A transaction that began before a count and commits after it is included.
  for (const service of services) service.clock.pass(60_000);
  const late = addLate();
  await late.added;
  expect(await total(one)).toBe(6);
  await addAppointments(first, practice, [appointmentIn(practice)]);
  expect(await total(one)).toBe(7);
  late.commit();
  await late.done();
  expect([await total(one), await total(two)]).toEqual([8, 8]);
  await Promise.all([first.close(), second.close()]);

  function addLate() {
    let commit = () => {};
    const gate = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let done: Promise<void> = Promise.resolve();
    const added = new Promise<void>((resolve) => {
      done = second.db.transaction(async (db) => {
        await addAppointments({ db }, practice, [appointmentIn(practice)]);
        resolve();
        await gate;
      });
    });
    return { added, commit: () => commit(), done: () => done };
  }
});

test('rows dumped from another server are not counted twice', async () => {
  const url = await createPostgresDatabase();
  const before = await connectPostgres({ url, max: 1 });
  const practice = await addPractice(before);
  await addAppointments(before, practice, [appointmentIn(practice), appointmentIn(practice)]);
  await before.sql`update appointments set added_by = '9000000000' where company_id = ${practice.companyId}::uuid`;
  await before.close();
  const restored = await connectPostgres({ url, max: 1 });
  const rows =
    await restored.sql`select distinct added_by::text from appointments where company_id = ${practice.companyId}::uuid`;
  expect(rows).toEqual([{ added_by: '3' }]);
  await restored.close();
});

test('counts from before a crash are counted again, because transaction ids may be reused', async () => {
  const database = await connectPostgres({ url: await createPostgresDatabase(), max: 1 });
  const practice = await addPractice(database);
  const { companyId } = practice;
  const client = createTestService(database).client(await keyOf(database, practice.vet));
  const total = async () =>
    appointmentPageSchema.parse((await client.get('/v1/appointments', { companyId, limit: '5' })).body).totalCount;
  expect(await total()).toBe(0);
  const [{ number } = {}] = await database.sql`select pg_current_xact_id()::text as number`;
  expect(await total()).toBe(0);
  await addAppointments(database, practice, [appointmentIn(practice)]);
  await database.sql`alter table appointments disable trigger user`;
  await database.sql`update appointments set added_by = ${number} where company_id = ${companyId}::uuid`;
  await database.sql`alter table appointments enable trigger user`;
  // Simulates a crash.
  await database.sql`select pg_stat_reset_shared('bgwriter')`;
  expect(await total()).toBe(1);
  await database.close();
});
