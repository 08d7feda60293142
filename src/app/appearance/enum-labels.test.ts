import { i18n, type Messages } from '@lingui/core';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  appointmentOrigins,
  appointmentStatuses,
  defaultLabel,
  type EnumName,
  enumNames,
  visitTypeCategories,
} from '#contract/enums.ts';
import { createEnumDisplays } from './enum-display.ts';
import { enumLabel } from './enum-labels.ts';

const catalogues = import.meta.glob<{ messages: Messages }>('/translations/*.po', { eager: true });
const languages = Object.entries(catalogues).map(([path, { messages }]) => {
  return { tag: path.replace(/.*\/(\w+)\.po$/, '$1'), messages };
});
function speak(tag: string) {
  i18n.load(tag, languages.find((one) => one.tag === tag)?.messages ?? {});
  i18n.activate(tag);
}
afterEach(() => i18n.activate('en'));

const listed: Record<EnumName, readonly string[]> = {
  APPOINTMENT_STATUS: appointmentStatuses,
  VISIT_TYPE_CATEGORY: visitTypeCategories,
  APPOINTMENT_CREATED_FROM: appointmentOrigins,
};
const values = enumNames.flatMap((name) =>
  listed[name].map((value): [EnumName, string, string] => [name, value, defaultLabel(value)]),
);
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const plainNames = (value: string) => {
  const words = value.replaceAll('_', ' ');
  return [value, words, capitalised(words), words.split(' ').map(capitalised).join(' '), value.toUpperCase()];
};

describe('the label of an enum value', () => {
  test.each(values)('%s %s is %s in English, as our own practice API serves it', (name, value, label) => {
    speak('en');
    expect(enumLabel(name, value, label)).toBe(label);
  });

  test.each(languages)('is the same in $tag for our own label, for a plain name and without a label', ({ tag }) => {
    speak(tag);
    for (const [name, value, label] of values) {
      const shownLabels = [label, null, ...plainNames(value)].map((served) => enumLabel(name, value, served));
      expect([value, new Set(shownLabels)]).toEqual([value, new Set([shownLabels[0]])]);
    }
  });

  test('is translated for every value of the contract', () => {
    speak('ar');
    for (const [name, value, label] of values) expect(enumLabel(name, value, label)).toMatch(/^\p{Script=Arabic}/u);
  });

  test('is translated, unless the practice system has changed or added it', () => {
    speak('de');
    expect(enumLabel('APPOINTMENT_STATUS', 'checked_in', 'Checked in')).toBe('Eingecheckt');
    expect(enumLabel('APPOINTMENT_STATUS', 'no_show', 'NO SHOW')).toBe('Nicht erschienen');
    expect(enumLabel('VISIT_TYPE_CATEGORY', 'surgical', null)).toBe('Chirurgie');
    expect(enumLabel('APPOINTMENT_CREATED_FROM', 'plugin', 'Online booking')).toBe('Online-Buchung');
    expect(enumLabel('APPOINTMENT_STATUS', 'checked_in', 'In the waiting room')).toBe('In the waiting room');
    // Our own label of a different value counts as a custom label, too.
    expect(enumLabel('APPOINTMENT_STATUS', 'checked_in', 'Confirmed')).toBe('Confirmed');
    expect(enumLabel('APPOINTMENT_STATUS', 'on_the_scale', 'On the scale')).toBe('On the scale');
    expect(enumLabel('APPOINTMENT_STATUS', 'on_the_scale', null)).toBe('On the scale');
  });

  test('of any other value is the given label, whatever it is', () => {
    const known = new Set(values.map(([, value]) => value));
    const other = fc.oneof(fc.constantFrom('constructor', '__proto__', 'toString'), fc.string()).filter((value) => {
      return !known.has(value);
    });
    fc.assert(
      fc.property(fc.constantFrom(...enumNames), other, fc.string(), (name, value, label) => {
        expect(enumLabel(name, value, label)).toBe(label);
      }),
    );
  });
});

test('colours and order are those of the practice system', () => {
  speak('de');
  const { listed, of } = createEnumDisplays(
    {
      APPOINTMENT_STATUS: [
        { value: 'cancelled', label: 'Cancelled', color: '#123456' },
        { value: 'confirmed', label: 'Booked', color: '#654321' },
      ],
    },
    'APPOINTMENT_STATUS',
  );
  expect(listed.map(({ label, color }) => [label, color])).toEqual([
    ['Abgesagt', '#123456'],
    ['Booked', '#654321'],
  ]);
  expect(of('no_show').label).toBe('Nicht erschienen');
});
