import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageText, alertText, deadOrInactiveText, isDeadOrInactive, petText } from './pet-text.ts';

const today = '2026-03-10';

test.each([
  ['2026-03-10', '0 days old'],
  ['2026-03-09', '1 day old'],
  ['2026-02-25', '13 days old'],
  ['2026-02-24', '2 weeks old'],
  ['2026-01-14', '7 weeks old'],
  ['2026-01-13', '1 month old'],
  ['2025-12-11', '2 months old'],
  ['2024-03-11', '23 months old'],
  ['2024-03-10', '2 years old'],
  ['2019-03-11', '6 years old'],
  ['2019-03-10', '7 years old'],
  ['2019-03-10T00:00:00Z', '7 years old'],
])('a pet born on %s is %s', (born, text) => {
  expect(ageText(born, today)).toBe(text);
});

test('a pet born on 29 February is a year older on 1 March of a common year', () => {
  expect(ageText('2020-02-29', '2026-02-28')).toBe('5 years old');
  expect(ageText('2020-02-29', '2026-03-01')).toBe('6 years old');
});

test.each([null, '', 'spring 2019', '2019', '2023-02-29', '2026-03-11', '0001-01-01'])('%j gives no age', (born) => {
  expect(ageText(born, today)).toBeNull();
});

test('ages never decrease', () => {
  const units = ['day', 'week', 'month', 'year'];
  const order = (text: string | null) => {
    const [count = '', unit = ''] = text?.split(' ') ?? [];
    return units.indexOf(unit.replace(/s$/, '')) * 1000 + Number(count);
  };
  const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2026-03-10'), noInvalidDate: true });
  const isoDate = dates.map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(isoDate, isoDate, isoDate, (a, b, c) => {
      const [born = '', earlier = '', later = ''] = [a, b, c].sort();
      expect(order(ageText(born, later))).toBeGreaterThanOrEqual(order(ageText(born, earlier)));
    }),
  );
});

test('a pet is described by the facts on file', () => {
  expect(petText({ species: 'dog', breed: 'Labrador', dateOfBirth: '2019-01-01' }, today)).toBe(
    'Dog, Labrador, 7 years old',
  );
  expect(petText({ species: 'dog', breed: null, dateOfBirth: null }, today)).toBe('Dog');
  expect(petText({ species: '', breed: null, dateOfBirth: null }, today)).toBe('');
});

test.each([
  [{ deceasedOn: '2026-03-03' }, 'died Mar 3'],
  [{ deceasedOn: '2025-12-31', isActive: false }, 'died Dec 31, 2025'],
  [{ deceasedOn: '2026-03-03T10:00:00Z' }, 'died Mar 3'],
  [{ deceasedOn: 'in spring' }, 'died'],
  [{ deceasedOn: null, isActive: false }, 'inactive'],
])('%j is a former patient, and shows %s', (marks, text) => {
  expect(isDeadOrInactive(marks)).toBe(true);
  expect(deadOrInactiveText(marks, today)).toBe(text);
  expect(alertText({ ...marks, alert: ' Bites ' }, today)).toBe(`${text}, Bites`);
});

test('a current patient only shows its alert', () => {
  expect(isDeadOrInactive({})).toBe(false);
  expect(alertText({ deceasedOn: null, isActive: true, alert: 'Bites' }, today)).toBe('Bites');
  expect(alertText({ deceasedOn: null, isActive: true, alert: null }, today)).toBe('');
});
