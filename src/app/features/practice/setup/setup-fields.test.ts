import fc from 'fast-check';
import { expect, test } from 'vitest';
import { practiceSetupSchema } from '#contract/practice-setup.ts';
import { readSetupDraft, saveSetupDraft } from './setup-draft.ts';
import { createBlankSetup, readSetup, type SetupInput, setupFields } from './setup-fields.tsx';

const name = fc.constantFrom('', ' ', 'Kim', 'kim ', 'Éclair', 'Ward\u0007', 'x'.repeat(201), '🐶');
const time = fc.constantFrom('8', '18:00', 'late', '');
const inputs: fc.Arbitrary<SetupInput> = fc
  .record({
    name,
    firstName: name,
    lastName: name,
    isVet: fc.boolean(),
    zone: fc.record({
      zone: fc.constantFrom('Europe/Berlin', 'Mars/Olympus', ''),
      unmatched: fc.constantFrom('', 'Atlantis'),
    }),
    hours: fc.array(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), opens: time, closes: time }), {
      maxLength: 2,
    }),
    rooms: fc.constantFrom('1', '3', '٤', '0', '51', 'two', ''),
    vets: fc.array(name, { maxLength: 3 }).map((names) => names.join(', ')),
  })
  .map((input) => ({ ...createBlankSetup(), ...input }));

test('any input is either a practice that follows the rules, or has problems at its fields', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const read = readSetup(input);
      if ('practice' in read) {
        expect(practiceSetupSchema.parse(read.practice)).toEqual(read.practice);
        expect(read.practice.people[0]).toMatchObject({ role: input.isVet ? 'vet' : 'manager', may: 'manage' });
      } else {
        expect(Object.keys(read.problems)).not.toEqual([]);
        for (const [field, text] of Object.entries(read.problems)) {
          expect(Object.keys(setupFields)).toContain(field);
          expect(text).not.toBe('');
        }
      }
    }),
  );
});

const withNames = { ...createBlankSetup(), name: ' Willow Vets ', firstName: 'Kim' };

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
    problems: { vets: expect.stringContaining('twice') },
  });
});

test('a draft is restored as it was stored; anything unreadable starts over', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, item: string) => void items.set(key, item),
  };
  const draft = { id: crypto.randomUUID(), input: withNames, demo: 'remove' as const, isOutcomeUnknown: true };
  saveSetupDraft(storage, draft);
  expect(readSetupDraft(storage)).toEqual({ ...draft, restored: true });
  saveSetupDraft(storage, { ...draft, input: createBlankSetup(), isOutcomeUnknown: false });
  expect(readSetupDraft(storage)).toMatchObject({ id: draft.id, restored: false });
  for (const broken of ['{', 'null', '{"id":"1"}']) {
    for (const key of items.keys()) items.set(key, broken);
    expect(readSetupDraft(storage)).toMatchObject({ isOutcomeUnknown: false, restored: false });
  }
});
