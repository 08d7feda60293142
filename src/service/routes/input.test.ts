import { expect, test } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import { describeService } from '#testing/suite.ts';

const dateTime = 'must be an ISO 8601 date and time with Z or an offset such as +01:00, in the years 0001 to 9999';

describeService('the suggestion of a 400', (suite) => {
  const suggestionOf = ({ status, body }: { status: number; body: unknown }) => {
    expect(status).toBe(400);
    return serviceErrorSchema.parse(body).data.suggestion;
  };

  test.each<[query: Record<string, string>, suggestion: string]>([
    [{ companyId: '' }, 'companyId: must be a UUID'],
    [{ direction: 'up' }, 'direction: must be one of asc, desc'],
    [{ limit: 'ten' }, 'limit: must be a whole number from 1 to 500'],
    [{ limit: '1.5' }, 'limit: must be a whole number from 1 to 500'],
    [{ limit: '501' }, 'limit: must be a whole number from 1 to 500'],
    [{ limit: '9'.repeat(400) }, 'limit: must be a whole number from 1 to 500'],
    [{ storeIds: `${'1'.repeat(8)}-1111-4111-8111-${'1'.repeat(12)},x` }, 'storeIds[1]: must be a UUID'],
    [{ startDate: 'tomorrow' }, `startDate: ${dateTime}`],
    [{ startDate: '2026-01-01T10:00 01:00' }, `startDate: ${dateTime}; write its + as %2B in an address`],
    [
      { status: 'late' },
      'status: must be one of requested, confirmed, checked_in, in_progress, ready_for_checkout, completed, cancelled, no_show',
    ],
  ])('names the field in the query %j', async (query, suggestion) => {
    const { client, practice } = suite();
    const answer = await client.get('/v1/appointments', { companyId: practice.companyId, ...query });
    expect(suggestionOf(answer)).toBe(suggestion);
  });

  test('names a parameter that is missing, not UTF-8 or given twice', async () => {
    const { client, practice } = suite();
    expect(suggestionOf(await client.get('/ping'))).toBe('companyId: is required as a query parameter');
    for (const bytes of ['%ED%A0%80', '%ff', 'a%C3', '%EF%BF%BD%80']) {
      const malformed = `/v1/clients?companyId=${practice.companyId}&unknown=%ff&query=${bytes}`;
      expect(suggestionOf(await client.get(malformed))).toBe('query: must be percent-encoded UTF-8');
    }
    const replacement = `/v1/clients?companyId=${practice.companyId}&unknown=%ff&query=%ef%BF%bd%F0%9F%98%80+100%`;
    expect((await client.get(replacement)).status).toBe(200);
    const twice = `/v1/clients?companyId=${practice.companyId}&limit=1&limit=1`;
    expect(suggestionOf(await client.get(twice))).toBe('limit: must be given only once');
  });

  test.each<[body: unknown, suggestion: string | RegExp]>([
    [[], 'the body must be a JSON object'],
    [null, 'the body must be a JSON object'],
    [{ companyId: undefined }, 'companyId: is required in the body'],
    [{ companyId: 5 }, 'companyId: must be a string'],
    [{ limit: '5' }, 'limit: must be a whole number from 1 to 500'],
    [{ storeIds: 'x' }, 'storeIds: must be an array'],
    [{ storeIds: [] }, 'storeIds: must have at least 1 item'],
    [{ query: '' }, 'query: must have 1 to 200 UTF-16 units'],
    [{ query: '😀'.repeat(101) }, 'query: must have 1 to 200 UTF-16 units'],
    [{ query: '\ud83d' }, 'query: must not hold NUL or half of a surrogate pair'],
    [
      { filters: {} },
      'filters: is not a known property; known are companyId, storeIds, limit, cursor, query, order, filter',
    ],
    [{ filter: [] }, 'filter: must be an object'],
    [{ filter: { colour: {} } }, /^filter\.colour: is not a known property; known are storeId, clientId, .*, or$/],
    [{ filter: { title: { eq: '' } } }, 'filter.title.eq: must not be empty'],
    [{ filter: { title: { like: 'x' } } }, 'filter.title.like: is not a known property; known are eq, in, isNull'],
    [{ filter: { petId: { isNull: 'true' } } }, 'filter.petId.isNull: must be true or false'],
    [{ filter: { petId: { in: ['x'] } } }, 'filter.petId.in[0]: must be a UUID'],
    [{ filter: { status: { in: Array(101).fill('x') } } }, 'filter.status.in: must have at most 100 items'],
    [{ filter: { createdFrom: { eq: 'x' } } }, /^filter\.createdFrom\.eq: must be one of app, plugin, work, /],
    [{ filter: { or: [] } }, 'filter.or: must have at least 1 item'],
    [{ filter: { or: Array(11).fill({}) } }, 'filter.or: must have at most 10 items'],
    [{ filter: { or: [{}, {}, { start: { gte: 'x' } }] } }, `filter.or[2].start.gte: ${dateTime}`],
    [{ filter: { or: [{ or: [] }] } }, /^filter\.or\[0\]\.or: is not a known property/],
    [{ filter: { end: { between: ['x'] } } }, 'filter.end.between: must be an array of two date-times, [from, to]'],
    [{ filter: { end: { between: {} } } }, 'filter.end.between: must be an array of two date-times, [from, to]'],
  ])('names the field in the body %#', async (body, suggestion) => {
    const { client, practice } = suite();
    const whole =
      typeof body === 'object' && body !== null && !Array.isArray(body)
        ? { companyId: practice.companyId, ...body }
        : body;
    const actual = suggestionOf(await client.post('/v1/appointments/search', whole));
    if (typeof suggestion === 'string') expect(actual).toBe(suggestion);
    else expect(actual).toMatch(suggestion);
  });
});
