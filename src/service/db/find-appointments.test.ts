import { expect, test } from 'vitest';
import { appointmentPageSchema } from '#contract/appointment.ts';
import { addAppointments, appointmentIn } from '#testing/practice-rows.ts';
import { describeService } from '#testing/suite.ts';

describeService('totals', (suite) => {
  test('stay exact while rows are added, changed and removed in any way', async () => {
    const { client, practice, database } = suite();
    const { companyId } = practice;
    const totals = async () => {
      const all = await client.get('/v1/appointments', { companyId, limit: '1' });
      const some = await client.get('/v1/appointments', { companyId, limit: '1', status: 'completed' });
      const none = await client.post('/v1/appointments/search', { companyId, query: 'nobody', limit: 1 });
      return [all, some, none]
        .map((answer) => appointmentPageSchema.parse(answer.body))
        .map((page) => [page.totalCount, page.data.length]);
    };
    expect(await totals()).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    const rows = [1, 2, 3].map(() => appointmentIn(practice));
    await addAppointments(database, practice, rows);
    expect(await totals()).toEqual([
      [3, 1],
      [0, 0],
      [0, 0],
    ]);
    await addAppointments(database, practice, [appointmentIn(practice, { status: 'completed', title: 'Nobody – X' })]);
    expect(await totals()).toEqual([
      [4, 1],
      [1, 1],
      [1, 1],
    ]);
    await database.sql`update appointments set status = 'completed' where company_id = ${companyId}::uuid and id = ${rows[0]?.id ?? ''}::uuid`;
    expect(await totals()).toEqual([
      [4, 1],
      [2, 1],
      [1, 1],
    ]);
    await database.sql`delete from appointments where company_id = ${companyId}::uuid and status = 'completed'`;
    expect(await totals()).toEqual([
      [2, 1],
      [0, 0],
      [0, 0],
    ]);
  });
});
