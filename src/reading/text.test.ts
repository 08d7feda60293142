import { expect, test } from 'vitest';
import { matchesWords, normalizeText, shortenToSharedPrefixes } from './text.ts';

test.each([
  ['Élodie', 'elodie'],
  ['فاطمة', 'فاطمه'],
  ['ليلى', 'ليلي'],
  ['أحمد', 'احمد'],
  ['إيمان', 'ايمان'],
  ['آية', 'ايه'],
  ['لـــولـو', 'لولو'],
  ['مُحَمَّد', 'محمد'],
  ['Straße', 'STRASSE'],
  ['Bjørn\u200f', 'Bjorn'],
  [' ٢٤  ۱۲ ', '24 12'],
  ['O’Malley', "O'Malley"],
])('%s is normalised to %s', (text, other) => {
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
])('for %s the practice system is searched for %s', (text, beginnings) => {
  expect(shortenToSharedPrefixes(text)).toBe(beginnings);
});

const rex = ['Rex', 'Élodie O’Malley-Strauß', null];

test.each([
  '',
  're',
  'RE',
  'elo',
  'Élo',
  'o’m',
  'malley',
  "O'Malley",
  'omall',
  'omalley-s',
  'rex elodie',
  ' strauß ',
  'stra rex',
])('%j is found', (typed) => {
  expect(matchesWords(rex, typed)).toBe(true);
});

test.each(['ex', 'rex ann', 'lodie', 'null'])('%j is not', (typed) => {
  expect(matchesWords(rex, typed)).toBe(false);
});
