import fc from 'fast-check';
import { expect, test } from 'vitest';
import { practiceSetupSchema } from '#contract/practice-setup.ts';
import { previewOf } from './preview.ts';
import { keepSetupDraft, readSetupDraft } from './setup-draft.ts';
import { newPerson, newRoom, newVisitType, type SetupValues, setupSchema, usualValues } from './setup-values.ts';

const name = fc.constantFrom('', ' ', 'Consult 1', 'consult 1', 'Éclair', 'Ward\n2', 'x'.repeat(201), '🐶');
const categories = fc.subarray(['surgical', 'consult', 'dental']);
const person = fc
  .record({ firstName: name, lastName: name, may: fc.constantFrom('view', 'book', 'manage') })
  .map((given) => ({ ...newPerson(), ...given }) as SetupValues['you']);
const values: fc.Arbitrary<SetupValues> = fc
  .record({
    name,
    zone: fc.constantFrom('Europe/Berlin', 'Mars/Olympus', ''),
    zoneUnmatched: fc.constantFrom('', 'Atlantis'),
    hours: fc.array(
      fc.record({
        weekday: fc.integer({ min: 1, max: 7 }),
        opens: fc.constantFrom('8', '12:00', 'early'),
        closes: fc.constantFrom('12:00', '18:00', 'midnight', ''),
      }),
      { maxLength: 3 },
    ),
    rooms: fc.array(
      fc.record({ name, categories }).map((given) => ({ ...newRoom(), ...given })),
      { maxLength: 3 },
    ),
    visitTypes: fc.array(
      fc
        .record({
          name,
          minutes: fc.constantFrom('20', '1 h', '0', 'long', '1440', '1441'),
          category: fc.constantFrom('consult', 'dental', 'none'),
        })
        .map((given) => ({ ...newVisitType(), ...given })),
      { maxLength: 3 },
    ),
    you: person,
    others: fc.array(person, { maxLength: 2 }),
  })
  .map((given) => ({ ...usualValues(), ...given }));

test('whatever is typed is a practice that keeps the rules, or is told as wrong where it is', () => {
  fc.assert(
    fc.property(values, (typed) => {
      const read = setupSchema.safeParse(typed);
      if (read.success) {
        expect(practiceSetupSchema.parse(read.data)).toEqual(read.data);
        expect(read.data.people[0]?.may).toBe('manage');
      } else {
        for (const { path, message } of read.error.issues) {
          expect(path).not.toEqual([]);
          expect(message).not.toBe('');
        }
      }
      // The look at the board never fails, whatever is wrong.
      previewOf(typed);
    }),
    { numRuns: 150 },
  );
  const usual = { ...usualValues(), name: 'Willow Vets', you: { ...newPerson(), firstName: 'Kim' } };
  expect(setupSchema.safeParse(usual).success).toBe(true);
});

test('a draft is read as it was kept; anything else in its place begins anew', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, item: string) => void items.set(key, item),
  };
  const draft = { id: crypto.randomUUID(), values: { ...usualValues(), name: 'Willow Vets' }, open: true };
  keepSetupDraft(storage, draft);
  expect(readSetupDraft(storage)).toEqual({ ...draft, restored: true });
  for (const broken of ['{', 'null', '{"id":"1"}']) {
    for (const key of items.keys()) items.set(key, broken);
    expect(readSetupDraft(storage)).toMatchObject({ open: false, restored: false });
  }
});

test('the look at the board has each visit in a room that it would get, within the hours', () => {
  const hours = [
    { weekday: 2, opens: '8:00', closes: '12:00' },
    { weekday: 2, opens: '13:30', closes: '18:00' },
    { weekday: 5, opens: '8:00', closes: '12:00' },
  ];
  const rooms = [
    { ...newRoom(), name: 'Theatre', categories: ['surgical'] },
    { ...newRoom(), name: 'Lab', categories: ['diagnostics'] },
  ];
  const type = (name: string, minutes: string, category: string) => ({ ...newVisitType(), name, minutes, category });
  const preview = previewOf({
    hours,
    rooms,
    visitTypes: [
      type('Operation', '3 h', 'surgical'),
      type('Long operation', '2 h', 'surgical'),
      type('Bath', '30', 'grooming'),
      type('Week', '30', 'diagnostics'),
    ],
  });
  expect(preview).toMatchObject({ weekday: 2, from: 480, to: 1080, withoutRoom: ['Bath'] });
  expect(preview?.columns.map(({ visits }) => visits)).toEqual([
    [
      { name: 'Operation', from: 480, to: 660 },
      // What does not fit before the break comes after it.
      { name: 'Long operation', from: 810, to: 930 },
    ],
    [{ name: 'Week', from: 480, to: 510 }],
  ]);
  expect(previewOf({ hours: [], rooms, visitTypes: [] })).toBeNull();
});
