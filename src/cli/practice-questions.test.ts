import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UsageFailure } from './messages.ts';
import { describeNewPractice, parseOpeningHours, parseVisitTypes } from './practice-questions.ts';

test('opening hours are read by day, with breaks, and Sunday may come first', () => {
  expect(parseOpeningHours('Tue 9:00-12:30 15.00 – 18:30, sunday-mon 10-11')).toEqual([
    { weekday: 1, opens: '10:00', closes: '11:00' },
    { weekday: 2, opens: '09:00', closes: '12:30' },
    { weekday: 2, opens: '15:00', closes: '18:30' },
    { weekday: 7, opens: '10:00', closes: '11:00' },
  ]);
});

test.each([
  ['Mon', '"Mon" has no times'],
  ['Mo-Xy 8-9', '"Xy" is not a weekday'],
  ['Mon 8-25', '"25" is not a time'],
  ['Mon 9:00-8:00', '09:00-08:00 on Monday must close after it opens'],
  ['Mon 9:00-9:00', '09:00-09:00 on Monday must close after it opens'],
  ['Mon 8-9-10', '"8-9-10" does not say from when until when'],
  ['Mon 8:00', '"" is not a time'],
  ['Mon-Wed 8-12, Tue 11-13', 'the times of Tuesday overlap'],
])('opening hours %s are refused', (text, message) => {
  expect(() => parseOpeningHours(text)).toThrow(message);
});

test('whatever hours a practice has, they are read as they are written', () => {
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const time = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const day = fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 6 }).map((minutes) => {
    const sorted = minutes.sort((a, b) => a - b).map(time);
    return sorted.flatMap((opens, nth) =>
      nth % 2 === 0 && sorted[nth + 1] !== undefined ? [[opens, sorted[nth + 1]!] as const] : [],
    );
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
      fc.array(day, { minLength: 7, maxLength: 7 }),
      (weekdays, spans) => {
        const hours = weekdays
          .sort()
          .flatMap((weekday) => spans[weekday - 1]!.map(([opens, closes]) => ({ weekday, opens, closes })));
        const text = weekdays
          .map((weekday) => `${days[weekday - 1]} ${spans[weekday - 1]!.map((span) => span.join('-')).join(' ')}`)
          .join(', ');
        expect(parseOpeningHours(text)).toEqual(hours);
      },
    ),
  );
});

test('visit types have their minutes behind them and a category by their name', () => {
  expect(parseVisitTypes('Consultation 20; Spay / neuter surgery 120 min, Dance 15, Standard visit 15')).toEqual([
    { name: 'Consultation', durationMinutes: 20, category: 'consult' },
    { name: 'Spay / neuter surgery', durationMinutes: 120, category: 'surgical' },
    { name: 'Dance', durationMinutes: 15, category: null },
    { name: 'Standard visit', durationMinutes: 15, category: 'consult' },
  ]);
});

test('a category may be written behind the minutes, whatever the name says', () => {
  expect(parseVisitTypes('Laser 15 surgical, Puppy visit 20 min Consult, Dance 15 in_home')).toMatchObject([
    { name: 'Laser', durationMinutes: 15, category: 'surgical' },
    { name: 'Puppy visit', durationMinutes: 20, category: 'consult' },
    { name: 'Dance', durationMinutes: 15, category: 'in_home' },
  ]);
});

test('the category is told by names in the languages of the app', () => {
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
  ['Consultation', '"Consultation" has no length'],
  ['Consultation 0', 'a visit cannot take 0 minutes; write 1 to 1440'],
  ['Consultation 9999', 'a visit cannot take 9999 minutes; write 1 to 1440'],
  ['Laser 15 laser', '"laser" is not a category; write one of admin, consult, '],
  ['Consultation 20, CONSULTATION 30', '"CONSULTATION" is there twice'],
  [`${'x'.repeat(201)} 20`, 'is too long; a name has 200 characters at most'],
])('visit types %s are refused', (text, message) => {
  expect(() => parseVisitTypes(text)).toThrow(message);
});

const alone = { present: [], timeZone: 'Europe/Paris', terminal: null };

test('without a terminal all but the name has a default', async () => {
  const made = await describeNewPractice({ name: 'Elm Vets', vets: 'Anna Maria Berg' }, alone);
  expect(made).toMatchObject({
    name: 'Elm Vets',
    store: { name: 'Elm Vets', timeZone: 'Europe/Paris' },
    people: [
      { firstName: 'Front', lastName: 'Desk', role: 'receptionist', may: 'manage' },
      { firstName: 'Anna Maria', lastName: 'Berg', role: 'vet', may: 'book' },
    ],
    removeDemo: false,
  });
  expect(made.store.rooms.map(({ name }) => name)).toEqual(['Consult 1', 'Consult 2', 'Surgery']);
  expect(made.store.openingHours).toHaveLength(6);
  expect(made.visitTypes.some(({ category }) => category === 'other')).toBe(false);
  await expect(describeNewPractice({}, alone)).rejects.toThrow('--name is missing');
  await expect(describeNewPractice({ name: 'Elm', hours: 'always' }, alone)).rejects.toThrow('--hours: "always"');
});

test('a vet who works at the front desk is one person, the first', async () => {
  const names = { vets: 'Kim Lee, Zoe\u0308 Berg', person: 'ZOË berg' };
  const { people } = await describeNewPractice({ name: 'Elm', ...names }, alone);
  expect(people).toEqual([
    { firstName: 'Zoe\u0308', lastName: 'Berg', role: 'vet', may: 'manage' },
    { firstName: 'Kim', lastName: 'Lee', role: 'vet', may: 'book' },
  ]);
});

test.each([
  [{ rooms: 'Consult 1, Surgery, consult 1' }, '--rooms: "consult 1" is there twice'],
  [{ rooms: ' ; ' }, '--rooms: name at least one room'],
  [{ vets: 'Zoë Berg, Kim Lee, zoe\u0308  berg' }, '--vets: "zoe\u0308 berg" is there twice'],
  [{ vets: 'Zoë Berg\nKim Lee' }, '--vets: "Zoë Berg\\nKim Lee" holds a line break'],
  [{ store: 'x'.repeat(400) }, '--store: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" is too long; a name has 200'],
  [{ store: ' ' }, '--store: a name must not be empty'],
  [{ person: 'Kim\tLee' }, '--person: "Kim\\tLee" holds a line break'],
  [
    { visitTypes: 'Dance 15' },
    '--visit-types: the name "Dance" does not tell its category; write one behind the minutes, such as "Dance 15 other"; there are admin, consult',
  ],
  [{ timeZone: 'Mars' }, '--time-zone: "Mars" is not the name of a time zone'],
])('in a script %j is wrong use', async (options, message) => {
  const made = describeNewPractice({ name: 'Elm', ...options }, alone);
  await expect(made).rejects.toThrow(UsageFailure);
  await expect(made).rejects.toThrow(message);
});

/** A person who answers in turn, and the questions they saw. */
function personAnswering(...answers: string[]) {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? '';
  };
  return { asked, terminal: { ask, close: () => undefined } };
}

test('at a terminal what is not given is asked for, and asked again with what was wrong', async () => {
  const { asked, terminal } = personAnswering('yes', 'Elm Vets', '', 'Mars', 'Europe/Berlin', 'whenever', 'Mon 8-12');
  const made = await describeNewPractice(
    { rooms: 'Only room' },
    { present: [{ id: 'd', name: 'Demo', isDemo: true }], timeZone: 'UTC', terminal },
  );
  expect(made).toMatchObject({
    removeDemo: true,
    name: 'Elm Vets',
    store: {
      name: 'Elm Vets',
      timeZone: 'Europe/Berlin',
      openingHours: [{ weekday: 1, opens: '08:00', closes: '12:00' }],
      rooms: [{ name: 'Only room', categories: [] }],
    },
    people: [{ firstName: 'Front', lastName: 'Desk' }],
  });
  expect(asked.join('\n')).toContain('"Mars" is not the name of a time zone');
  expect(asked.join('\n')).not.toContain('Rooms');
});

test('at a terminal a wrong answer is told at its question, and categories that names do not tell are asked for', async () => {
  const { asked, terminal } = personAnswering(
    'Dance 15, Puzzle 20, Vaccination 9999',
    'Dance 15, Puzzle 20, Vaccination 15',
    'dancing',
    'Group_Training',
    '',
  );
  const made = await describeNewPractice(
    { name: 'Elm', store: 'Elm', timeZone: 'UTC', hours: 'Mon 8-9', rooms: 'One', vets: '', person: 'Kim' },
    { present: [], timeZone: 'UTC', terminal },
  );
  expect(made.visitTypes).toEqual([
    { name: 'Dance', durationMinutes: 15, category: 'group_training' },
    { name: 'Puzzle', durationMinutes: 20, category: 'other' },
    { name: 'Vaccination', durationMinutes: 15, category: 'vaccination' },
  ]);
  expect(asked).toHaveLength(5);
  expect(asked[1]).toContain('a visit cannot take 9999 minutes');
  expect(asked[2]).toMatch(/^Category of "Dance": admin, consult, .*\n {2}\[other\]: $/);
  expect(asked[3]).toContain('"dancing" is not a category');
});

test('at a terminal a wrong option is told before the first question', async () => {
  const { asked, terminal } = personAnswering();
  const made = describeNewPractice({ visitTypes: 'Surgery 9999' }, { present: [], timeZone: 'UTC', terminal });
  await expect(made).rejects.toThrow('--visit-types: a visit cannot take 9999 minutes');
  expect(asked).toEqual([]);
});

test('yes or no is asked until it is one of them', async () => {
  const { asked, terminal } = personAnswering('maybe', 'no');
  const present = [{ id: 'd', name: 'Demo', isDemo: true }];
  await expect(describeNewPractice({}, { present, timeZone: 'UTC', terminal })).rejects.toThrow('nothing was changed');
  expect(asked).toEqual([expect.any(String), expect.stringContaining('Write yes or no.')]);
});

test('who does not agree to lose the demo loses nothing', async () => {
  const { terminal } = personAnswering('no');
  const made = describeNewPractice(
    {},
    { present: [{ id: 'd', name: 'Demo', isDemo: true }], timeZone: 'UTC', terminal },
  );
  await expect(made).rejects.toThrow('nothing was changed');
});
