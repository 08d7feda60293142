import fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  distinctNamesSchema,
  practiceSetupSchema,
  setupDurationSchema,
  setupNameSchema,
  setupOpeningHoursSchema,
  setupPeopleSchema,
  setupRoomsSchema,
  setupVisitTypesSchema,
} from './practice-setup.ts';

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

/** Valid names in any script. */
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text.trim()));
/** Another spelling of the same name. */
const rewritten = (text: string) =>
  fc
    .tuple(fc.constantFrom('NFC', 'NFD'), fc.constantFrom('', ' ', '\t', '\n'))
    .map(([form, space]) => `${space}${text.normalize(form)}${space}`);

test('any text on one line with 1 to 200 characters is a name, and is trimmed', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(setupNameSchema.parse(`  ${text}\n`)).toBe(text.trim());
    }),
  );
  expect(setupNameSchema.parse('🐕'.repeat(200))).toHaveLength(400);
  expect(messagesOf(setupNameSchema, '🐕'.repeat(201))).toEqual([
    `"${'🐕'.repeat(40)}…" is too long; a name has 200 characters at most`,
  ]);
  expect(messagesOf(setupNameSchema, ' \n')).toEqual(['a name must not be empty']);
});

test('a control character anywhere in a name is rejected, and the message stays on one line', () => {
  const control = fc.constantFrom(
    '\n',
    '\r',
    '\t',
    '\u0000',
    '\u0007',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ud83d',
  );
  fc.assert(
    fc.property(name, control, name, (before, character, after) => {
      const [message = ''] = messagesOf(setupNameSchema, `x${before}${character}${after}x`);
      expect(message).toMatch(/ contains a line break or another character that is not text; write it in one line$/);
      expect(message).not.toContain('\n');
    }),
  );
});

const room = (text: string) => ({ name: text, categories: [] });
const person = (text: string) => ({ firstName: text, lastName: '' });
const type = (text: string) => ({ name: text, durationMinutes: 15, category: 'other' });
const lists: [string, z.ZodMiniType, (text: string) => unknown][] = [
  ['typed rooms', distinctNamesSchema, (text) => text],
  ['rooms', setupRoomsSchema, room],
  ['visit types', setupVisitTypesSchema, type],
  ['people', setupPeopleSchema, person],
];

test.each(lists)('%s must have distinct names, regardless of spelling', (_what, schema, item) => {
  const key = (text: string) => text.trim().normalize('NFC').toLowerCase();
  const names = fc.uniqueArray(name, { selector: key, minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(names, (distinct) => {
      expect(schema.safeParse(distinct.map(item)).success).toBe(true);
    }),
  );
  const doubled = names.chain((distinct) => {
    const [first = ''] = distinct;
    return fc.tuple(fc.constant(distinct), rewritten(first));
  });
  fc.assert(
    fc.property(doubled, ([distinct, again]) => {
      const { error } = schema.safeParse([...distinct, again].map(item));
      expect(error?.issues).toMatchObject([
        { path: [distinct.length], message: expect.stringContaining(' occurs twice; each name may occur only once') },
      ]);
    }),
  );
  expect(messagesOf(schema, [item('Consult'), item('CONSULT')])).toEqual([
    '"CONSULT" occurs twice; each name may occur only once',
  ]);
});

test('a visit type takes a whole number of minutes, at most one day', () => {
  fc.assert(
    fc.property(fc.integer(), (minutes) => {
      expect(setupDurationSchema.safeParse(minutes).success).toBe(minutes >= 1 && minutes <= 1440);
    }),
  );
  for (const minutes of [1, 1440]) expect(setupDurationSchema.parse(minutes)).toBe(minutes);
  for (const minutes of [0, 1441, 1.5, Number.NaN]) expect(setupDurationSchema.safeParse(minutes).success).toBe(false);
});

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

test('opening hours are valid if no minute is covered twice', () => {
  // Short, so that the spans often touch and overlap.
  const span = fc.record({
    weekday: fc.integer({ min: 1, max: 2 }),
    opens: fc.integer({ min: 0, max: 8 }),
    closes: fc.integer({ min: 0, max: 8 }),
  });
  fc.assert(
    fc.property(fc.array(span, { maxLength: 4 }), (spans) => {
      const minutes = spans.flatMap(({ weekday, opens, closes }) =>
        Array.from({ length: Math.max(0, closes - opens) }, (_, nth) => `${weekday} ${opens + nth}`),
      );
      const isRight = spans.every(({ opens, closes }) => opens < closes) && new Set(minutes).size === minutes.length;
      const hours = spans.map(({ weekday, opens, closes }) => ({
        weekday,
        opens: clock(opens),
        closes: clock(closes),
      }));
      expect(setupOpeningHoursSchema.safeParse(hours).success).toBe(isRight);
    }),
  );
  expect(setupOpeningHoursSchema.safeParse([{ weekday: 7, opens: '00:00', closes: '24:00' }]).success).toBe(true);
});

test('a practice must satisfy all rules together, and has a room, a visit type and a person', () => {
  const store = { name: 'Elm', timeZone: 'UTC', openingHours: [], rooms: [room('A')] };
  const people = [{ ...person('Kim'), role: 'nurse', may: 'manage' }];
  const practice = { name: 'Elm', store, visitTypes: [type('Laser')], people };
  expect(practiceSetupSchema.parse(practice)).toEqual(practice);
  for (const wrong of [
    { store: { ...store, rooms: [] } },
    { store: { ...store, rooms: [room('A'), room('a')] } },
    { visitTypes: [] },
    { people: [] },
    { people: [...people, ...people] },
    { people: [{ ...people[0], may: 'all' }] },
  ]) {
    expect(practiceSetupSchema.safeParse({ ...practice, ...wrong }).success).toBe(false);
  }
});
