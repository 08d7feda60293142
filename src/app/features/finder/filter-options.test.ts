import { expect, test } from 'vitest';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import { receivedEnumsSchema } from '#contract/received.ts';
import { documented, enumOptions } from './filter-options.ts';

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
