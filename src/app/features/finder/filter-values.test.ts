import { i18n, type Messages } from '@lingui/core';
import { expect, onTestFinished, test } from 'vitest';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import { languages } from '#app/language/languages.ts';
import { receivedEnumsSchema } from '#contract/received.ts';
import { documented, enumOptions, idShown, idTyped, idWords } from './filter-values.ts';

const enums = receivedEnumsSchema.parse({
  APPOINTMENT_STATUS: ['requested', { value: 'on_the_way', label: 'Coming' }],
});
const nothingSeen = new Set<string>();

test('a listed enum is offered as it is listed, with what else was seen', () => {
  const options = enumOptions(
    createEnumDisplays(enums, 'APPOINTMENT_STATUS'),
    documented.statuses,
    new Set(['', 'late']),
  );
  expect(options).toEqual([
    { value: 'requested', label: 'Requested' },
    { value: 'on_the_way', label: 'Coming' },
    { value: 'late', label: 'Late' },
  ]);
});

test.each([[enums], [undefined]])('an enum that is not listed is offered as the document fixes it', (known) => {
  const displays = createEnumDisplays(known, 'VISIT_TYPE_CATEGORY');
  const options = enumOptions(displays, documented.categories, new Set(['house call', 'dental']));
  expect(options.map(({ value }) => value)).toEqual([...documented.categories, 'house call']);
  expect(enumOptions(displays, documented.origins, nothingSeen)).toContainEqual({
    value: 'external_api',
    label: 'External api',
  });
});

const catalogues = import.meta.glob<{ messages: Messages }>('/translations/*.po', { eager: true });

test.each(languages)('in $tag “none” and “any” are typed in the shown language and in English', ({ tag }) => {
  onTestFinished(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
  i18n.loadAndActivate({ locale: tag, messages: catalogues[`/translations/${tag}.po`]?.messages ?? {} });
  expect(idWords.none === 'none').toBe(tag === 'en');
  for (const kind of ['none', 'any'] as const) {
    expect(idTyped(kind)).toBe(kind);
    expect(idTyped(kind.toUpperCase())).toBe(kind);
    expect(idTyped(idWords[kind])).toBe(kind);
    expect(idShown(kind)).toBe(idWords[kind]);
    expect(idTyped(idShown(kind))).toBe(kind);
  }
  expect(idWords.none).not.toBe(idWords.any);
});

test('an id is left as it is', () => {
  expect(idTyped('Anyone-1')).toBe('Anyone-1');
  expect(idShown('Anyone-1')).toBe('Anyone-1');
});
