import { expect, test } from 'vitest';
import { sameNamed, speciesOnFile } from './use-duplicates.ts';

test('a name is the same whatever its case, accents and blanks, but only as a whole', () => {
  const people = ['Rósa  Kaufman', 'rosa kaufman', 'Rosa Kaufmann', ''].map((name) => ({ name }));
  expect(sameNamed(people, ' Rosa Kaufman')).toEqual(people.slice(0, 2));
  expect(sameNamed(people, ' ')).toEqual([]);
});

test('species and the breeds of one are suggested by frequency, each in its most frequent spelling', () => {
  const pets = [
    ['cat', 'Manx'],
    ['dog', 'Pug'],
    ['Dog', 'Beagle'],
    ['dog', 'beagle'],
    ['dog', 'beagle'],
    ['rabbit', null],
    ['', 'Pug'],
  ].map(([species, breed]) => ({ species: species ?? '', breed: breed ?? null }));
  expect(speciesOnFile(pets, ' DOG')).toEqual({ species: ['dog', 'cat', 'rabbit'], breeds: ['beagle', 'Pug'] });
  expect(speciesOnFile(pets, '').breeds).toEqual([]);
});
