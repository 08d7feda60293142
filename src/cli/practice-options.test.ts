import { expect, test } from 'vitest';
import { UsageError } from './messages.ts';
import { buildNewPractice, parseOpeningHours, parseVisitTypes } from './practice-options.ts';

test('opening hours are parsed by day, with breaks, and Sunday may come first', () => {
  expect(parseOpeningHours('Tue 9:00-12:30 15:00 – 18:30, sunday-mon 10-11')).toEqual([
    { weekday: 1, opens: '10:00', closes: '11:00' },
    { weekday: 2, opens: '09:00', closes: '12:30' },
    { weekday: 2, opens: '15:00', closes: '18:30' },
    { weekday: 7, opens: '10:00', closes: '11:00' },
  ]);
});

test.each([
  ['Mon', '"Mon" cannot be parsed; write for example Mon-Fri 08:00-12:30 14:00-18:00'],
  ['8-18', '"8-18" cannot be parsed'],
  ['Mo-Xy 8-9', '"Mo-Xy 8-9" cannot be parsed'],
  ['Mon 8-25', 'must be a time of day'],
  ['Mon 18:00-08:00', '18:00-08:00 on Monday must close after it opens'],
  ['Mon 8:00', '"Mon 8:00" cannot be parsed'],
  ['Mon-Wed 8-12, Tue 11-13', 'the times of Tuesday overlap'],
  ['', 'name at least one day'],
])('opening hours %s are rejected', (text, message) => {
  expect(() => parseOpeningHours(text)).toThrow(message);
});

test('visit types have their minutes after the name, and a category from the name', () => {
  expect(parseVisitTypes('Consultation 20; Spay / neuter surgery 120 min, Dance 15, Standard visit 15')).toEqual([
    { name: 'Consultation', durationMinutes: 20, category: 'consult' },
    { name: 'Spay / neuter surgery', durationMinutes: 120, category: 'surgical' },
    { name: 'Dance', durationMinutes: 15, category: null },
    { name: 'Standard visit', durationMinutes: 15, category: 'consult' },
  ]);
});

test('a category may follow the minutes and takes precedence over the name', () => {
  expect(parseVisitTypes('Laser 15 surgical, Puppy visit 20 min Consult, Dance 15 in_home')).toMatchObject([
    { name: 'Laser', durationMinutes: 15, category: 'surgical' },
    { name: 'Puppy visit', durationMinutes: 20, category: 'consult' },
    { name: 'Dance', durationMinutes: 15, category: 'in_home' },
  ]);
});

test('the category follows from names in the languages of the app', () => {
  const text =
    'Impfung 15, Zahnreinigung 60, Chirurgie 90, Radiographie 30, Vacuna 15, Spreekuur 10, Gebitsreiniging 60, تطعيم 15, جراحة 90';
  expect(parseVisitTypes(text).map(({ category }) => category)).toEqual([
    'vaccination',
    'dental',
    'surgical',
    'diagnostics',
    'vaccination',
    'consult',
    'dental',
    'vaccination',
    'surgical',
  ]);
});

test.each([
  ['Consultation', '"Consultation" has no duration'],
  ['Consultation 0', 'a visit cannot take 0 minutes; write 1 to 1440'],
  ['Consultation 9999', 'a visit cannot take 9999 minutes; write 1 to 1440'],
  ['Laser 15 laser', '"laser" is not a category; write one of admin, consult, '],
  ['Consultation 20, CONSULTATION 30', '"CONSULTATION" occurs twice'],
  [`${'x'.repeat(201)} 20`, 'is too long; a name has 200 characters at most'],
])('visit types %s are rejected', (text, message) => {
  expect(() => parseVisitTypes(text)).toThrow(message);
});

const here = { timeZone: 'Europe/Paris' };

test('everything except the name has a default', () => {
  const practice = buildNewPractice({ name: 'Elm Vets', vets: 'Anna Maria Berg' }, here);
  expect(practice).toMatchObject({
    name: 'Elm Vets',
    store: { name: 'Elm Vets', timeZone: 'Europe/Paris' },
    people: [
      { firstName: 'Front', lastName: 'Desk', role: 'receptionist', may: 'manage' },
      { firstName: 'Anna Maria', lastName: 'Berg', role: 'vet', may: 'book' },
    ],
    removeDemo: false,
    another: false,
  });
  expect(practice.store.rooms.map(({ name }) => name)).toEqual(['Consult 1', 'Consult 2', 'Surgery']);
  expect(practice.store.openingHours).toHaveLength(5);
  expect(practice.visitTypes.some(({ category }) => category === 'other')).toBe(false);
});

test('without a name, the message points to the set-up in the browser as well', () => {
  expect(() => buildNewPractice({}, here)).toThrow(/^--name is missing: .* at \/setup$/);
});

test('a vet who also works at the front desk is one person, the first', () => {
  const names = { vets: 'Kim Lee, Zoe\u0308 Berg', person: 'ZOË berg' };
  const { people } = buildNewPractice({ name: 'Elm', ...names }, here);
  expect(people).toEqual([
    { firstName: 'Zoe\u0308', lastName: 'Berg', role: 'vet', may: 'manage' },
    { firstName: 'Kim', lastName: 'Lee', role: 'vet', may: 'book' },
  ]);
});

test.each([
  [{ rooms: 'Consult 1, Surgery, consult 1' }, '--rooms: "consult 1" occurs twice'],
  [{ rooms: ' ; ' }, '--rooms: name at least one room'],
  [{ vets: 'Zoë Berg, Kim Lee, zoe\u0308  berg' }, '--vets: "zoe\u0308 berg" occurs twice'],
  [{ vets: 'Zoë Berg\nKim Lee' }, '--vets: "Zoë Berg\\nKim Lee" contains a line break'],
  [{ store: 'x'.repeat(400) }, '--store: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" is too long; a name has 200'],
  [{ store: ' ' }, '--store: a name must not be empty'],
  [{ person: 'Kim\tLee' }, '--person: "Kim\\tLee" contains a line break'],
  [
    { visitTypes: 'Dance 15' },
    '--visit-types: the name "Dance" does not suggest a category; write one after the minutes, such as "Dance 15 other"; the categories are admin, consult',
  ],
  [{ timeZone: 'Mars' }, '--time-zone: "Mars" is not the name of a time zone'],
  [{ hours: 'always' }, '--hours: "always"'],
  [{ name: '' }, '--name: a name must not be empty'],
])('%j is wrong usage', (options, message) => {
  const describe = () => buildNewPractice({ name: 'Elm', ...options }, here);
  expect(describe).toThrow(UsageError);
  expect(describe).toThrow(message);
});
