import { expect, test } from 'vitest';
import { speciesOnFile } from '#app/api/species-on-file.ts';

test('species, sexes and the breeds of a species are suggested by frequency, each in its most common spelling', () => {
  const pets = [
    ['cat', 'Manx', null],
    ['dog', 'Pug', 'male'],
    ['Dog', 'Beagle', 'female'],
    ['dog', 'beagle', 'Female'],
    ['dog', 'beagle', 'female'],
    ['rabbit', null, null],
    ['', 'Pug', null],
  ].map(([species, breed, sex]) => ({ species: species ?? '', breed: breed ?? null, sex: sex ?? null }));
  expect(speciesOnFile(pets, ' DOG')).toEqual({
    ...{ species: ['dog', 'cat', 'rabbit'], breeds: ['beagle', 'Pug'], sexes: ['female', 'male'] },
  });
  expect(speciesOnFile(pets, '').breeds).toEqual([]);
});
