import { expect, test } from 'vitest';
import { findSharedDetails, type PossibleClient } from '#app/api/possible-clients.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { clientAndPetInput, findRequester, isBookable } from './requester.ts';

const request: ReceivedOnlineRequest = {
  ...{ id: 'r', storeId: 's', visitTypeId: 't', start: '2041-06-05T14:00:00.000Z', end: '2041-06-05T14:30:00.000Z' },
  ...{ firstName: 'Anna', lastName: 'Berg', email: 'anna@example.com', phone: '+49 171 2345678' },
  ...{ petName: 'Luna', species: 'cat', note: null, language: 'de', status: 'open', appointmentId: null },
  ...{ createdAt: '2041-06-01T08:00:00.000Z', updatedAt: '2041-06-01T08:00:00.000Z' },
};

const pet = (id: string, name: string) => ({ id, name, deceasedOn: null, isActive: true });
const client = (id: string, shared: PossibleClient['shared'], pets: PossibleClient['pets'] = []): PossibleClient => ({
  ...{ id, name: 'Anna Berg', phone: null, email: null, shared, pets },
});
const idsOf = (requester: ReturnType<typeof findRequester>) =>
  requester && { client: requester.client?.id ?? 'new', pet: requester.pet?.id ?? 'new' };

test('details are the same in any spelling', () => {
  const onFile = { name: 'ANNA  BERG', email: 'Anna@Example.com', phone: '0171 234-5678' };
  expect(findSharedDetails(onFile, request)).toEqual(['email', 'phone', 'name']);
  const other = { name: 'Anna Bergmann', email: 'anna@example.com.au', phone: '0171 234-5679' };
  expect(findSharedDetails(other, request)).toEqual([]);
  expect(findSharedDetails({ name: '', email: '', phone: '' }, { ...request, email: '', phone: '' })).toEqual([]);
});

test('someone with nothing in common with anyone on file is new, and no one is while that is not loaded', () => {
  expect(idsOf(findRequester(request, [], undefined))).toEqual({ client: 'new', pet: 'new' });
  expect(findRequester(request, undefined, undefined)).toBeNull();
});

test('the only client with the same name and e-mail address or phone number is taken, with the pet of that name', () => {
  const pets = [pet('milo', 'Milo'), pet('luna', 'LUNA')];
  const clients = [client('c', ['email', 'name'], pets), client('d', ['name'])];
  expect(idsOf(findRequester(request, clients, undefined))).toEqual({ client: 'c', pet: 'luna' });
});

test('a single detail, or two such clients, is a question', () => {
  for (const shared of [['email'], ['phone'], ['name']] as const)
    expect(findRequester(request, [client('c', shared)], undefined)).toBeNull();
  const two = [client('c', ['email', 'name']), client('d', ['phone', 'name'])];
  expect(findRequester(request, two, undefined)).toBeNull();
});

test('what the person chose counts, and a client who is gone is asked about again', () => {
  const clients = [client('c', ['email', 'name'], [pet('luna', 'Luna'), pet('milo', 'Milo')])];
  const choose = (clientId: string | null, petId?: string | null) =>
    idsOf(findRequester(request, clients, { clientId, petId }));
  expect(choose(null)).toEqual({ client: 'new', pet: 'new' });
  expect(choose('c', 'milo')).toEqual({ client: 'c', pet: 'milo' });
  expect(choose('c', null)).toEqual({ client: 'c', pet: 'new' });
  expect(choose('gone')).toBeNull();
});

test('a new client is booked as they typed their details, and no one else’s are changed', () => {
  expect(clientAndPetInput(request, { client: null, pet: null })).toEqual({
    client: {
      ...{ firstName: 'Anna', lastName: 'Berg', email: 'anna@example.com' },
      ...{ phone: '+49 171 2345678', language: 'de' },
    },
    pet: { name: 'Luna', species: 'cat' },
  });
  const known = client('c', ['email'], [pet('luna', 'Luna')]);
  expect(clientAndPetInput(request, { client: known, pet: known.pets[0] ?? null })).toEqual({
    ...{ client: { id: 'c' }, pet: { id: 'luna' } },
  });
});

test('registering needs the permission for whoever is new', () => {
  const known = client('c', ['email'], [pet('luna', 'Luna')]);
  const may = { createPet: { fields: [], idempotent: true } };
  expect(isBookable({ client: known, pet: known.pets[0] ?? null }, {})).toBe(true);
  expect(isBookable({ client: known, pet: null }, {})).toBe(false);
  expect(isBookable({ client: known, pet: null }, may)).toBe(true);
  expect(isBookable({ client: null, pet: null }, may)).toBe(false);
});
