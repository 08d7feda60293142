import { expect, test } from 'vitest';
import { matchesWords } from '#reading/text.ts';
import { synonymsOfVisitType } from './visit-type-words.ts';

const finds = (typed: string, name: string) => matchesWords(synonymsOfVisitType([name]), typed);

test.each([
  ['fol', 'Recheck'],
  ['re', 'Follow-up'],
  ['follow up', 'Post-op re-check'],
  ['shots', 'Annual vaccinations'],
  ['jab', 'Vaccination'],
  ['spay', 'Castration (cat)'],
  ['castr', 'Neuter'],
  ['teeth', 'Dental cleaning'],
  ['nails', 'Nail trim'],
  ['operation', 'Surgery'],
  ['check-up', 'Consultation'],
  ['recheck', 'Consultation'],
])('“%s” finds “%s”', (typed, name) => {
  expect(finds(typed, name)).toBe(true);
});

test.each([
  ['teeth', 'Ear cleaning'],
  ['spay', 'Vaccination'],
  ['jab', 'Follow-up'],
])('“%s” does not find “%s”', (typed, name) => {
  expect(finds(typed, name)).toBe(false);
});
