import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateProblems } from './date-problems.ts';

const date = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

test('the dates of a pet are valid in order, or if one is missing', () => {
  fc.assert(
    fc.property(date, date, (one, other) => {
      const [first = '', last = ''] = [one, other].sort();
      expect(dateProblems({ dateOfBirth: first, deceasedOn: last })).toEqual({});
      expect(Object.keys(dateProblems({ dateOfBirth: last, deceasedOn: first }))).toHaveLength(first === last ? 0 : 2);
      expect(dateProblems({ dateOfBirth: null, deceasedOn: one })).toEqual({});
      expect(dateProblems({ dateOfBirth: one, deceasedOn: null })).toEqual({});
    }),
  );
});
