import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateFaults } from './date-faults.ts';

const date = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

test('the dates of a pet are valid in order, or if one is missing', () => {
  fc.assert(
    fc.property(date, date, (one, other) => {
      const [first = '', last = ''] = [one, other].sort();
      expect(dateFaults({ dateOfBirth: first, deceasedOn: last })).toEqual({});
      expect(Object.keys(dateFaults({ dateOfBirth: last, deceasedOn: first }))).toHaveLength(first === last ? 0 : 2);
      expect(dateFaults({ dateOfBirth: null, deceasedOn: one })).toEqual({});
      expect(dateFaults({ dateOfBirth: one, deceasedOn: null })).toEqual({});
    }),
  );
});
