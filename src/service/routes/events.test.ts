import { expect, test } from 'vitest';
import { idsOf, openEvents } from '#testing/event-reader.ts';
import { bookable, keyOf } from '#testing/practice-rows.ts';
import { describeService } from '#testing/suite.ts';

describeService('events', (suite) => {
  test('first', async () => {
    const { service, practice, database, client } = suite();
    const { companyId } = practice;
    const key = await keyOf(database, practice.vet);
    const stream = await openEvents(service.app, { key, query: { companyId, records: 'true' } });
    expect(await stream.next()).toMatchObject({ name: 'reset' });
    const { body } = await client.post('/v1/appointments', bookable(practice));
    const at = performance.now();
    const told = await stream.until((events) => idsOf(events).size > 0);
    console.log(performance.now() - at, JSON.stringify(told));
    expect(idsOf(told)).toEqual(new Set([body]));
    await stream.close();
  });
});
