import { expect, test } from 'vitest';
import { fullName } from '#contract/practice-setup.ts';
import { nameTextKey, parsePerson, removePersonTitles, splitName } from './names.ts';

test.each([
  ['Anna Berg', 'anna berg'],
  ['Berg, Anna', 'anna berg'],
  ['Dr. Anna Berg', 'anna berg'],
  ['Prof. Dr. Berg, Anna', 'anna berg'],
  ['Berg, Dr. Anna', 'anna berg'],
  ['Anna Berg, DVM', 'anna berg'],
  ['Anna Berg, DVM, PhD', 'anna berg'],
  ['Frau Anna Berg', 'anna berg'],
  ['M. Jean Berg', 'jean berg'],
  ['M. Berg', 'm. berg'],
  ['Dr. Berg', 'berg'],
  ['TÄ Berg', 'berg'],
  ['van den Berg, Anna', 'anna van den berg'],
  ['Mu\u0308ller', 'müller'],
  ['Muller', 'muller'],
])('the name %j has the key %s', (name, key) => {
  expect(nameTextKey(name)).toBe(key);
});

test.each([
  ['Zahnarzt AG', '', 'Zahnarzt AG'],
  ['Reitstall Sonne GmbH & Co. KG', '', 'Reitstall Sonne GmbH & Co. KG'],
  ['Anna Maria Berg', 'Anna Maria', 'Berg'],
  ['Hof Sonne e. V.', '', 'Hof Sonne e. V.'],
  ['Smith Kennels Ltd', '', 'Smith Kennels Ltd'],
  ['Haras de Brie SAS', '', 'Haras de Brie SAS'],
  ['EARL des Tilleuls', '', 'EARL des Tilleuls'],
  ['GAEC du Moulin', '', 'GAEC du Moulin'],
  ['Berg, Anna', 'Anna', 'Berg'],
  ['Anna', 'Anna', ''],
  ['Ana Sas', 'Ana', 'Sas'],
  ['Ines Park RVN', 'Ines', 'Park'],
  ['Ann Smith BVSc (Hons) MRCVS', 'Ann', 'Smith'],
  ['Ann Smith, BVSc (Hons), MRCVS', 'Ann', 'Smith'],
  ['Smith, Ann, DVM', 'Ann', 'Smith'],
  ['Anna Berg, Dr. med. vet.', 'Anna', 'Berg'],
  ['Anna & Ben Berg', 'Anna & Ben', 'Berg'],
])('%j has the first name %j and the last name %j', (name, firstName, lastName) => {
  expect(parsePerson({ firstName: null, lastName: null, name, business: null })).toEqual({ firstName, lastName });
});

test.each([
  ['Park RVN', 'Park'],
  ['Park, DVM', 'Park'],
  ['DVM', 'DVM'],
  ['Dr. Park', 'Dr. Park'],
])('the last name %j is %s', (lastName, found) => {
  expect(parsePerson({ firstName: 'Ines', lastName, name: null, business: null })?.lastName).toBe(found);
});

test('titles are removed from both names, and a single name is the first name', () => {
  expect(fullName(removePersonTitles(splitName('Dr. Kwame Mensah')))).toBe('Kwame Mensah');
  expect(removePersonTitles(splitName('Dr. Mensah'))).toEqual({ firstName: 'Mensah', lastName: '' });
  expect(removePersonTitles(splitName('Dr.'))).toEqual({ firstName: 'Dr.', lastName: '' });
});
