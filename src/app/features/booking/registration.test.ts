import { describe, expect, test } from 'vitest';
import type { Capabilities } from '#contract/desk.ts';
import {
  type NewPetValues,
  parseNewPetText,
  parseRegistration,
  registrationFields,
  splitClientName,
} from './registration.ts';

const rosa: NewPetValues = {
  client: null,
  clientName: 'Rosa Kaufman',
  phone: '0171 234 5678',
  email: '',
  petName: ' Pixel ',
  species: 'cat',
  breed: '',
};
const all = ['clientName', 'phone', 'email', 'petName', 'species', 'breed'] as const;

test('a full name is split into first and last name', () => {
  expect(splitClientName('Rosa Kaufman')).toEqual({ firstName: 'Rosa', lastName: 'Kaufman' });
  expect(splitClientName('  Rosa  Maria Kaufman ')).toEqual({ firstName: 'Rosa Maria', lastName: 'Kaufman' });
  expect(splitClientName('Ludwig van Beethoven')).toEqual({ firstName: 'Ludwig', lastName: 'van Beethoven' });
  expect(splitClientName('Rosa de')).toEqual({ firstName: 'Rosa', lastName: 'de' });
  expect(splitClientName('Rosa')).toBeNull();
});

test('text typed for the pet goes into the matching field', () => {
  expect(parseNewPetText('Rosa Kaufman')).toMatchObject({ clientName: 'Rosa Kaufman', petName: '' });
  expect(parseNewPetText('Pixel')).toMatchObject({ clientName: '', petName: 'Pixel' });
  expect(parseNewPetText('+49 (171) 23-45')).toMatchObject({ phone: '+49 (171) 23-45', petName: '' });
  expect(parseNewPetText('rosa@example.com')).toMatchObject({ email: 'rosa@example.com' });
});

describe('the fields of a registration', () => {
  const creates = (changes: Partial<Capabilities> = {}): Capabilities => ({
    createClient: { fields: ['phone', 'email'], idempotent: true },
    createPet: { fields: ['breed'], idempotent: true },
    ...changes,
  });

  test('are those that the practice API can store', () => {
    expect(registrationFields(creates())).toEqual(all);
    const fewer = creates({
      createClient: { fields: [], idempotent: true },
      createPet: { fields: [], idempotent: true },
    });
    expect(registrationFields(fewer)).toEqual(['clientName', 'petName', 'species']);
  });

  test('are null if a client or pet cannot be created with an idempotency key', () => {
    for (const name of ['createClient', 'createPet'] as const) {
      expect(registrationFields(creates({ [name]: undefined }))).toBeNull();
      expect(registrationFields(creates({ [name]: { fields: [], idempotent: false } }))).toBeNull();
    }
  });
});

describe('a registration', () => {
  test('contains the typed values that the practice API can store', () => {
    const pet = { name: 'Pixel', species: 'cat', breed: null };
    const client = { firstName: 'Rosa', lastName: 'Kaufman', phone: '0171 234 5678', email: null };
    expect(parseRegistration(rosa, all)).toEqual({ registration: { client, pet } });
    expect(parseRegistration({ ...rosa, email: 'no address' }, ['clientName', 'petName', 'species'])).toEqual({
      registration: { client: { ...client, phone: null }, pet },
    });
  });

  test('for a client on file contains that client, whatever was typed for a new one', () => {
    const client = { id: 'ann', name: 'Ann Lee' };
    expect(parseRegistration({ ...rosa, clientName: '', phone: '1', breed: 'Manx', client }, all)).toEqual({
      registration: { client, pet: { name: 'Pixel', species: 'cat', breed: 'Manx' } },
    });
  });

  test('has an error for each invalid field', () => {
    const wrong = { ...rosa, clientName: 'Rosa', phone: '12', email: 'rosa', petName: ' ', species: '' };
    expect(parseRegistration(wrong, all)).toEqual({
      errors: {
        clientName: 'Enter the first and last name.',
        phone: 'Enter a phone number such as (555) 010-1234.',
        email: 'Enter an e-mail address such as rosa@example.com.',
        petName: 'Enter the pet’s name.',
        species: 'Enter the species, such as dog or cat.',
      },
    });
    expect(parseRegistration({ ...rosa, breed: 'x'.repeat(201) }, all)).toEqual({
      errors: { breed: 'Use at most 200 characters.' },
    });
  });
});
