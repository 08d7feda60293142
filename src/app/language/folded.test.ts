import { expect, test } from 'vitest';
import { folded } from './folded.ts';

test.each([
  ['Élodie', 'elodie'],
  ['فاطمة', 'فاطمه'],
  ['ليلى', 'ليلي'],
  ['أحمد', 'احمد'],
  ['إيمان', 'ايمان'],
  ['آية', 'ايه'],
  ['لـــولـو', 'لولو'],
  ['مُحَمَّد', 'محمد'],
])('%s is compared as %s is', (text, other) => {
  expect(folded(text)).toBe(folded(other));
});
