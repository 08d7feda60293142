import { expect, test } from 'vitest';
import { normalizeText, sureBeginnings } from './normalize-text.ts';

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
  expect(normalizeText(text)).toBe(normalizeText(other));
});

test.each([
  ['فاطمه', 'فاطم'],
  ['فاطمة علي', 'فاطم عل'],
  ['ليلى', 'ليل'],
  ['لـولُو', 'لولو'],
  ['لي', 'لي'],
  ['Élodie', 'Élodie'],
  ['+49 171', '+49 171'],
])('of %s the practice system is asked for %s', (text, asked) => {
  expect(sureBeginnings(text)).toBe(asked);
});
