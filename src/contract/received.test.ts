import { describe, expect, test } from 'vitest';
import {
  receivedAppointmentTypeSchema,
  receivedCompanySchema,
  receivedEmployeeSchema,
  receivedPageSchema,
} from './received.ts';

describe('a row of an id alone', () => {
  test.each([
    ['companies', receivedCompanySchema],
    ['employees', receivedEmployeeSchema],
    ['visit types', receivedAppointmentTypeSchema],
  ])('is no record of the %s', (_of, schema) => {
    const page = receivedPageSchema(schema).parse({ data: [{ id: 'bare' }, { id: 'full', name: 'Full' }] });
    expect(page.records.map(({ id }) => id)).toEqual(['full']);
    expect(page.unresolvedIds).toEqual(['bare']);
  });

  test('is neither a store nor a room, and takes no other with it', () => {
    const company = receivedCompanySchema.parse({
      id: 'c',
      stores: [{ id: 'bare' }, null, { id: 's', name: 'North', rooms: [{ id: 'bare' }, 7, { id: 'r', name: 'One' }] }],
    });
    expect(company.stores).toMatchObject([{ id: 's', name: 'North', rooms: [{ id: 'r', name: 'One' }] }]);
    expect(company.stores[0]?.rooms).toHaveLength(1);
  });
});
