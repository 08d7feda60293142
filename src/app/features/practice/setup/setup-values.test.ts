import fc from 'fast-check';
import { expect, test } from 'vitest';
import { practiceSetupSchema } from '#contract/practice-setup.ts';
import { keepSetupDraft, readSetupDraft } from './setup-draft.ts';
import { hoursMeaning, readSetup, roomsMeaning, type SetupValues, setupFields, usualValues } from './setup-values.ts';

const name = fc.constantFrom('', ' ', 'Kim', 'kim ', 'Éclair', 'Ward\u0007', 'x'.repeat(201), '🐶');
const values: fc.Arbitrary<SetupValues> = fc
  .record({
    name,
    firstName: name,
    lastName: name,
    isVet: fc.boolean(),
    zone: fc.constantFrom('Europe/Berlin', 'Mars/Olympus', ''),
    zoneUnmatched: fc.constantFrom('', 'Atlantis'),
    hours: fc.constantFrom('', 'Mon-Fri 8-18', 'Mon-Fri 8', 'Sun closed', 'Mon 8-18, Mon 9-12'),
    rooms: fc.constantFrom('1', '3', '٤', '0', '51', 'two', ''),
    vets: fc.array(name, { maxLength: 3 }).map((names) => names.join(', ')),
  })
  .map((typed) => ({ ...usualValues(), ...typed }));

test('any input is either a practice that follows the rules, or has faults at its fields', () => {
  fc.assert(
    fc.property(values, (typed) => {
      const read = readSetup(typed);
      if ('practice' in read) {
        expect(practiceSetupSchema.parse(read.practice)).toEqual(read.practice);
        expect(read.practice.people[0]).toMatchObject({ role: typed.isVet ? 'vet' : 'manager', may: 'manage' });
      } else {
        expect(Object.keys(read.faults)).not.toEqual([]);
        for (const [field, text] of Object.entries(read.faults)) {
          expect(setupFields).toContain(field);
          expect(text).not.toBe('');
        }
      }
    }),
  );
});

const withNames = { ...usualValues(), name: ' Willow Vets ', firstName: 'Kim' };

test('two names are enough, and others may be vets', () => {
  const read = readSetup({ ...withNames, vets: 'Ada Maria Okafor, Bo\n\n; Dr. Zoë Berg' });
  expect(read).toMatchObject({
    practice: {
      name: 'Willow Vets',
      store: { name: 'Willow Vets' },
      people: [
        { firstName: 'Kim', lastName: '', role: 'vet', may: 'manage' },
        { firstName: 'Ada Maria', lastName: 'Okafor', role: 'vet', may: 'book' },
        { firstName: 'Bo', lastName: '', role: 'vet', may: 'book' },
        { firstName: 'Dr. Zoë', lastName: 'Berg', role: 'vet', may: 'book' },
      ],
    },
  });
  expect(readSetup({ ...withNames, vets: 'KIM' })).toMatchObject({
    faults: { vets: expect.stringContaining('twice') },
  });
});

test('input is shown back as it was understood', () => {
  expect(hoursMeaning('mon-thu 8-6, fri 9-1')).toMatch(/^Mon–Thu .+, Fri .+ · closed on Sat, Sun$/);
  expect(hoursMeaning('daily 0-24')).not.toMatch('closed');
  expect(hoursMeaning('mon-thu')).toBeNull();
  expect(roomsMeaning('1')).toBe('Consult 1');
  expect(roomsMeaning('3')).toBe('Consult 1, Consult 2, Surgery');
  expect(roomsMeaning('none')).toBeNull();
});

test('a draft is restored as it was stored; anything unreadable starts over', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, item: string) => void items.set(key, item),
  };
  const draft = { id: crypto.randomUUID(), values: withNames, open: true };
  keepSetupDraft(storage, draft);
  expect(readSetupDraft(storage)).toEqual({ ...draft, restored: true });
  keepSetupDraft(storage, { ...draft, values: usualValues(), open: false });
  expect(readSetupDraft(storage)).toMatchObject({ id: draft.id, restored: false });
  for (const broken of ['{', 'null', '{"id":"1"}']) {
    for (const key of items.keys()) items.set(key, broken);
    expect(readSetupDraft(storage)).toMatchObject({ open: false, restored: false });
  }
});
