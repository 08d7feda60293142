import { expect, test } from 'vitest';
import { matchesWords } from './names.ts';

const rex = ['Rex', 'Élodie O’Malley-Strauß', null];

test.each(['', 're', 'RE', 'elo', 'Élo', 'o’m', 'malley', 'rex elodie', ' strauß ', 'stra rex'])(
  '%j is found',
  (typed) => {
    expect(matchesWords(rex, typed)).toBe(true);
  },
);

test.each(['ex', 'rex ann', 'lodie', 'null'])('%j is not', (typed) => {
  expect(matchesWords(rex, typed)).toBe(false);
});
