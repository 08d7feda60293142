import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeNewPractice, parseOpeningHours, parseVisitTypes } from './new-practice.ts';

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
  ['Mon 9:00-8:00', '"9:00-8:00" does not say from when until when'],
  ['Mon 8:00', '"" is not a time'],
  ['Mon-Wed 8-12, Tue 11-13', 'the times of tuesday overlap'],
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
  expect(parseVisitTypes('Consultation 20; Spay / neuter surgery 120 min, Dance 15')).toEqual([
    { name: 'Consultation', minutes: 20, category: 'consult' },
    { name: 'Spay / neuter surgery', minutes: 120, category: 'surgical' },
    { name: 'Dance', minutes: 15, category: 'other' },
  ]);
  expect(() => parseVisitTypes('Consultation')).toThrow('"Consultation" has no length');
});

const alone = { present: [], timeZone: 'Europe/Paris', terminal: null };

test('without a terminal all but the name has a default', async () => {
  const made = await describeNewPractice({ name: 'Elm Vets', vets: 'Anna Maria Berg' }, alone);
  expect(made).toMatchObject({
    name: 'Elm Vets',
    store: 'Elm Vets',
    timeZone: 'Europe/Paris',
    rooms: ['Consult 1', 'Consult 2', 'Surgery'],
    vets: [{ firstName: 'Anna Maria', lastName: 'Berg' }],
    receptionist: { firstName: 'Front', lastName: 'Desk' },
    removeDemo: false,
  });
  expect(made.openingHours).toHaveLength(6);
  expect(made.visitTypes.some(({ category }) => category === 'other')).toBe(false);
  await expect(describeNewPractice({}, alone)).rejects.toThrow('--name is missing');
  await expect(describeNewPractice({ name: 'Elm', hours: 'always' }, alone)).rejects.toThrow('--hours: "always"');
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
    store: 'Elm Vets',
    timeZone: 'Europe/Berlin',
    openingHours: [{ weekday: 1, opens: '08:00', closes: '12:00' }],
    rooms: ['Only room'],
    vets: [],
  });
  expect(asked.join('\n')).toContain('"Mars" is not the name of a time zone');
  expect(asked.join('\n')).not.toContain('Rooms');
});

test('who does not agree to lose the demo loses nothing', async () => {
  const { terminal } = personAnswering('no');
  const made = describeNewPractice(
    {},
    { present: [{ id: 'd', name: 'Demo', isDemo: true }], timeZone: 'UTC', terminal },
  );
  await expect(made).rejects.toThrow('nothing was changed');
});
