import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { errorText } from './booking-fields.tsx';
import { fieldsNamed, suggestionText } from './booking-values.ts';

describe('an advice names the fields of the form', () => {
  test('before a colon, in quotation marks, and by names that mean nothing else', () => {
    expect(fieldsNamed('employeeId: no such employee; petId: unknown')).toEqual(['employeeId', 'pet']);
    expect(fieldsNamed('storeIds[0]: not yours\nend: before the start')).toEqual(['storeId', 'length']);
    expect(fieldsNamed('the property "start" must be a date-time')).toEqual(['start']);
    expect(fieldsNamed('send a visitTypeId that is active')).toEqual(['visitTypeId']);
  });

  test('and not with ordinary words', () => {
    const advice = 'The service could not start the job. See the status page; it will be tried again in the end.';
    expect(fieldsNamed(advice)).toEqual([]);
    expect(fieldsNamed('end must be after start')).toEqual([]);
    expect(fieldsNamed('The constructor of toString is busy.')).toEqual([]);
    expect(fieldsNamed('constructor: busy')).toEqual([]);
  });
});

test('an advice as a whole does without the names of properties, too', () => {
  expect(suggestionText('employeeId: the employee is inactive; petId: unknown')).toBe(
    'the employee is inactive; unknown',
  );
  expect(suggestionText('Wait a moment. Then try again.')).toBe('Wait a moment. Then try again.');
});

const adviceAt = (field: Parameters<typeof errorText>[0], message: string) =>
  renderToStaticMarkup(<I18nProvider i18n={i18n}>{errorText(field, { type: 'server', message })}</I18nProvider>);
const said = (text: string) => `The practice system says: “<bdi lang="">${text}</bdi>”`;

test('what the form itself says is said as it is', () => {
  const error = { type: 'custom', message: 'Choose the pet: type two letters.' };
  expect(errorText('pet', error)).toBe(error.message);
  expect(errorText('pet', undefined)).toBeUndefined();
});

describe('an advice at a field', () => {
  test('is the part about that field, without the name of its property', () => {
    const advice = 'employeeId: no such employee; petId: unknown';
    expect(adviceAt('employeeId', advice)).toBe(said('no such employee'));
    expect(adviceAt('pet', advice)).toBe(said('unknown'));
  });

  test('that lost its first prefix already is still told apart', () => {
    const advice = 'the employee is inactive; petId: unknown';
    expect(adviceAt('employeeId', advice)).toBe(said('the employee is inactive'));
    expect(adviceAt('pet', advice)).toBe(said('unknown'));
  });

  test('is quoted as it came, in whatever language it is', () => {
    expect(adviceAt('visitTypeId', 'send a visitTypeId that is active')).toBe(
      said('send a visitTypeId that is active'),
    );
    expect(adviceAt('employeeId', 'employeeId: Termin mit "employeeId" wählen')).toBe(
      said('Termin mit &quot;employeeId&quot; wählen'),
    );
  });

  test('that says nothing but its name is said in words of the form', () => {
    expect(adviceAt('start', 'start:')).toBe('The practice system refuses this.');
  });
});
