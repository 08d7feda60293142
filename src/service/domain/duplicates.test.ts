import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSamePhone, readPhone } from '#reading/phone.ts';
import { type CandidateGroup, findDuplicatePairs, isSamePhoneNumber } from './duplicates.ts';

test.each([
  ['020 7946 0123', '+44 (0)20 7946-0123', true],
  ['020 7946 0123', '0044 20 79460123', true],
  ['7946 0123', '020 7946 0123', true],
  ['020 7946 0123', '020 7946 0124', false],
  // Too short to be a whole number.
  ['0123', '020 7946 0123', false],
])('“%s” and “%s” are the same line: %s', (one, other, same) => {
  expect([isSamePhoneNumber(one, other), isSamePhoneNumber(other, one)]).toEqual([same, same]);
});

const number = fc
  .tuple(fc.constantFrom('', '0', '+44 ', '0044 ', '+44 (0)'), fc.stringMatching(/^[1-9]\d{5,9}$/), fc.nat(4))
  .map(([before, digits, at]) => `${before}${digits.slice(0, at)} ${digits.slice(at)}`);

test('the service compares numbers as the app does', () => {
  fc.assert(
    fc.property(number, number, fc.boolean(), (one, two, isSame) => {
      const other = isSame ? one.replaceAll(' ', '-') : two;
      const read = readPhone(one);
      fc.pre(read !== null && readPhone(other) !== null);
      if (read) expect(isSamePhoneNumber(one, other)).toBe(isSamePhone(other, read));
    }),
  );
});

const people = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    phone: fc.constantFrom('020 7946 0123', '79460123', null),
    name: fc.constantFrom('ann lee', 'ann berg', 'bob stone'),
  }),
  {
    selector: ({ id }) => id,
    maxLength: 8,
  },
);
const groups = fc.array(
  fc.record({ reason: fc.constantFrom('phone' as const, 'name_and_pet' as const), clients: people }),
  { maxLength: 6 },
);

test('each pair occurs once, with every reason, the likeliest first, whatever the order of the groups', () => {
  fc.assert(
    fc.property(groups, (given) => {
      const pairs = findDuplicatePairs(given);
      const keys = pairs.map(({ ids }) => ids.join());
      expect(new Set(keys).size).toBe(keys.length);
      for (const { ids, reasons } of pairs) {
        expect(ids[0] < ids[1]).toBe(true);
        expect(new Set(reasons).size).toBe(reasons.length);
        const sharing = (reason: CandidateGroup['reason']) =>
          given.some((group) => {
            const both = ids.map((id) => group.clients.find((one) => one.id === id));
            const [one, other] = both;
            if (group.reason !== reason || !one || !other) return false;
            return reason === 'name_and_pet' || (one.phone !== null && other.phone !== null);
          });
        for (const reason of ['phone', 'name_and_pet'] as const) expect(reasons.includes(reason)).toBe(sharing(reason));
      }
      const ranks = pairs.map(({ rank }) => rank);
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
      const reversed = findDuplicatePairs([...given].reverse()).map(({ ids }) => ids.join());
      expect(new Set(reversed)).toEqual(new Set(keys));
    }),
  );
});

test('a placeholder number that hundreds of clients have gives a bounded number of pairs', () => {
  const clients = Array.from({ length: 400 }, (_, nth) => ({
    id: String(1000 + nth),
    phone: '000000 123456',
    name: '',
  }));
  expect(findDuplicatePairs([{ reason: 'phone', clients }])).toHaveLength((30 * 29) / 2);
});

test('clients with the same name come before clients who share a part of it, and these before others with the number', () => {
  const phone = '020 7946 0123';
  const clients = ['ann lee', 'ann lee', 'ann berg', 'bob stone'].map((name, nth) => ({
    id: String(nth),
    phone,
    name,
  }));
  const pairs = findDuplicatePairs([{ reason: 'phone', clients }]);
  expect(pairs.map(({ ids }) => ids.join(''))).toEqual(['01', '02', '12', '03', '13', '23']);
});
