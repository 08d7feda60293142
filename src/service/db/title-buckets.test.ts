import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appointmentPageSchema } from '#contract/appointment.ts';
import { createBucketQuery, listTitleBuckets } from '#service/domain/search-words.ts';
import { addAppointments, appointmentIn } from '#testing/practice-rows.ts';
import { describeService } from '#testing/suite.ts';

const word = fc.stringMatching(/^[a-c'\\:*&|!/"é狗]{1,3}$/);
const titled = fc.record({
  storeId: fc.uuid(),
  start: fc.oneof(
    fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
    // The boundary between two periods of thirty days, also before 1970.
    fc.tuple(fc.integer({ min: -400, max: 900 }), fc.constantFrom(-1, 0, 1)).map(([span, by]) => {
      return new Date(span * 30 * 86_400_000 + by);
    }),
  ),
  words: fc.array(word, { minLength: 1, maxLength: 4 }),
  terms: fc.array(word, { minLength: 1, maxLength: 2 }),
});

describeService('title keys', (suite) => {
  test('find appointments in their bucket by prefixes of their words, and no others', async () => {
    const { database } = suite();
    const searches = fc.sample(titled, 600).map(({ storeId, start, words, terms }) => {
      const at = start.getTime();
      const near = (from: number, to: number) =>
        createBucketQuery(listTitleBuckets([storeId], { from, to, terms: terms.length }) ?? [], terms);
      return {
        store: storeId,
        start: start.toISOString(),
        words,
        here: near(at - 40 * 86_400_000, at),
        elsewhere: near(at + 31 * 86_400_000, at + 80 * 86_400_000),
        fits: terms.every((term) => words.some((one) => one.startsWith(term))),
      };
    });
    const found = await database.sql<{ here: boolean; elsewhere: boolean }[]>`
      select keys @@ here::tsquery as here, keys @@ elsewhere::tsquery as elsewhere
      from json_to_recordset(${JSON.stringify(searches)}::text::json)
             as asked(store uuid, start timestamptz, words text[], here text, elsewhere text),
           appointment_title_keys(store, start, array_to_tsvector(words)) as keys`;
    expect(found.map(({ here }) => here)).toEqual(searches.map(({ fits }) => fits));
    expect(found.some(({ elsewhere }) => elsewhere)).toBe(false);
    expect(new Set(searches.map(({ fits }) => fits)).size).toBe(2);
  });

  test('find a title with very many words, and skip starts without a bucket', async () => {
    const { database, practice, client } = suite();
    const many = Array.from({ length: 1_500 }, (_, nth) => `word${nth}`).join(' ');
    const start = '2031-05-05T10:00:00.000Z';
    await addAppointments(database, practice, [
      appointmentIn(practice, { title: many, start }),
      appointmentIn(practice, { title: 'Word1499 alone', start, storeId: practice.stores[1] }),
      appointmentIn(practice, { title: 'word1499', start: null }),
      appointmentIn(practice, { title: 'word1499', start: 'infinity' }),
    ]);
    const search = async (query: string, gte: string, lte: string, storeIds?: string[]) => {
      const body = { companyId: practice.companyId, query, filter: { start: { gte, lte } }, storeIds };
      const page = appointmentPageSchema.parse((await client.post('/v1/appointments/search', body)).body);
      expect(page.data.length).toBe(page.totalCount);
      return page.totalCount;
    };
    expect(await search('word1499', start, start)).toBe(2);
    expect(await search('word1499 word7', '2031-04-01T00:00Z', '2031-06-30T00:00Z')).toBe(1);
    expect(await search('word1499', start, start, [practice.stores[1]])).toBe(1);
    expect(await search('word1500', start, start)).toBe(0);
    expect(await search('word1499', '2031-05-06T00:00Z', '2031-06-30T00:00Z')).toBe(0);
    expect(await search('word1499', '2031-06-30T00:00Z', '2031-05-01T00:00Z')).toBe(0);
    // More buckets than are worth looking up.
    expect(await search('word1499', '0001-01-01T00:00Z', '9999-12-31T00:00Z')).toBe(2);
  });
});
