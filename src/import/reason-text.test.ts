import { expect, test } from 'vitest';
import { importRefusals } from '#contract/practice-import.ts';
import { noteText, reasonText } from './reason-text.ts';
import type { LineNote, RefusalReason } from './reasons.ts';

const reasons: readonly RefusalReason[] = [
  ...importRefusals.flatMap((code) => [{ code }, { code, text: 'Berg' }]),
  { code: 'shifted' },
  { code: 'open_quote' },
  { code: 'unreadable' },
  { code: 'total' },
  { code: 'no_name' },
  { code: 'no_owner' },
  { code: 'no_pet_named' },
  { code: 'no_start' },
  { code: 'no_type_named' },
  { code: 'id_twice', text: '10001', line: 7, file: 'clients.csv', kind: 'client', key: '10001' },
  { code: 'id_still_twice', text: '10001', kind: 'client', key: '10001' },
  { code: 'not_a_date', text: 'soon' },
  { code: 'ambiguous_date', text: '03/04/2026' },
  { code: 'not_a_time', text: 'late' },
  { code: 'unknown_role', text: '' },
  { code: 'unknown_role', text: 'Chauffeur' },
  { code: 'unknown_status', text: 'green' },
  { code: 'unknown_store', text: '' },
  { code: 'unknown_store', text: 'East' },
  { code: 'not_kept', field: 'clientLastName', text: 'x' },
];
const notes: readonly LineNote[] = [
  { code: 'date_left_out', text: '03/04/2026' },
  { code: 'left_out', field: 'clientPhone', text: '12' },
  { code: 'no_species' },
  { code: 'unknown_store_left_out', text: 'East' },
  { code: 'kept', fields: ['dateOfBirth', 'phone'] },
];

test('each reason and note is a sentence of its own, with what stands in the file', () => {
  const texts = [...reasons.map(reasonText), ...notes.map(noteText)];
  expect(new Set(texts).size).toBeGreaterThanOrEqual(new Set([...reasons, ...notes].map(({ code }) => code)).size);
  for (const text of texts) expect(text).toMatch(/^["A-Z][^\n]*\.$/);
  expect(texts.join('\n')).not.toMatch(/undefined|\[object|"",| {2}/);
});

test('what stands in the file is told in one line, and not at any length', () => {
  expect(reasonText({ code: 'not_a_date', text: `a\nb ${'x'.repeat(100)}` })).toBe(
    `"a b ${'x'.repeat(56)}…" is not a date: write it as year-month-day, such as 2026-03-31.`,
  );
  expect(reasonText({ code: 'not_kept', field: 'clientLastName', text: 'x' })).toBe(
    'The client last name "x" cannot be stored, or is too long: correct or shorten it.',
  );
  expect(noteText({ code: 'kept', fields: ['dateOfBirth', 'phone'] })).toBe(
    'Different here, and stays: date of birth, phone.',
  );
});
