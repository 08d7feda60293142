import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import type { NewClientEntry } from '#app/features/booking/booking-schema.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';
import { lost } from '#testing/fake-practice.ts';
import { rounds } from '#testing/rounds.ts';
import {
  isPossibleDuplicate,
  newClientFaults,
  newClientFrom,
  type RegisterPorts,
  register,
  type Step,
  splitName,
} from './register.ts';

const rosa: NewClientEntry = {
  name: 'Rosa Kaufman',
  phone: '0171 234 5678',
  email: 'rosa@example.com',
  petName: 'Pixel',
  species: 'cat',
  client: null,
  sent: null,
};
const all: Capabilities = {
  createClient: { fields: ['phone', 'email'], idempotent: true },
  createPet: { fields: [], idempotent: true },
  listClients: { fields: ['name', 'phone', 'email'], idempotent: false },
};

/** What becomes of a request: done and answered, done and not answered, neither, or refused. */
type Fate = 'answered' | 'answer-lost' | 'request-lost' | 'refused';

/** What stands in a record of somebody new. */
const unmarked = { alert: null, isActive: true };

/** A practice system with a clock of its own, which meets each create with the next fate, and answers when there are no more. */
function createFake(capabilities: Capabilities = all, fates: Fate[] = []) {
  const clients: (ReceivedClient & { key: string | null })[] = [];
  const pets: (ReceivedPet & { key: string | null })[] = [];
  const system = { now: 0, kept: rosa, clients, pets, queries: [] as string[], searchFails: false };
  function create<Made extends { id: string; key: string | null }>(list: Made[], made: Omit<Made, 'id'>): string {
    const fate = fates.shift() ?? 'answered';
    if (fate === 'request-lost') throw lost();
    if (fate === 'refused') throw new ApiError({ kind: 'http', status: 400, messageKey: 'invalid_input' });
    const known = made.key === null ? undefined : list.find(({ key }) => key === made.key);
    const id = known?.id ?? `${list.length + 1}`;
    if (!known) list.push({ ...made, id } as Made);
    if (fate === 'answer-lost') throw lost();
    return id;
  }
  let keys = 0;
  const ports: RegisterPorts = {
    companyId: 'company',
    capabilities,
    async findClients(query) {
      system.queries.push(query);
      if (system.searchFails) throw lost();
      return clients;
    },
    petsOf: async (clientId) => pets.filter((pet) => pet.clientId === clientId),
    async createClient({ firstName, lastName, phone, email }, key) {
      const contact = { phone: phone ?? null, email: email ?? null };
      return create(clients, { ...unmarked, name: `${firstName} ${lastName}`, ...contact, key });
    },
    async createPet({ clientId, name, species }, key) {
      const blank = { ...unmarked, clientName: '', breed: null, sex: null, dateOfBirth: null, deceasedOn: null };
      return create(pets, { ...blank, clientId, name, species, key });
    },
    newKey() {
      keys += 1;
      return `key-${keys}`;
    },
    clock: () => system.now,
    async sleep(milliseconds) {
      system.now += milliseconds;
    },
    keep(newClient) {
      system.kept = newClient;
    },
  };
  return Object.assign(system, { ports });
}

test('a full name is a first and a last name', () => {
  expect(splitName('Rosa Kaufman')).toEqual({ firstName: 'Rosa', lastName: 'Kaufman' });
  expect(splitName('  Rosa  Maria Kaufman ')).toEqual({ firstName: 'Rosa Maria', lastName: 'Kaufman' });
  expect(splitName('Ludwig van Beethoven')).toEqual({ firstName: 'Ludwig', lastName: 'van Beethoven' });
  expect(splitName('rosa kaufman')).toEqual({ firstName: 'rosa', lastName: 'kaufman' });
  expect(splitName('Rosa')).toBeNull();
});

test('what was typed for a pet or its owner begins the field that it fits', () => {
  expect(newClientFrom('Rosa Kaufman')).toMatchObject({ name: 'Rosa Kaufman', petName: '' });
  expect(newClientFrom('Pixel')).toMatchObject({ name: '', petName: 'Pixel' });
  expect(newClientFrom('+49 (171) 23-45')).toMatchObject({ phone: '+49 (171) 23-45', petName: '' });
  expect(newClientFrom('rosa@example.com')).toMatchObject({ email: 'rosa@example.com' });
});

test('three fields are required, and each wrong one has its message', () => {
  expect(newClientFaults({ ...rosa, phone: '', email: '' })).toEqual({});
  const wrong = { ...rosa, name: 'Rosa', phone: '12', email: 'rosa', petName: ' ', species: '' };
  expect(Object.keys(newClientFaults(wrong))).toEqual(['name', 'phone', 'email', 'petName', 'species']);
  expect(Object.keys(newClientFaults({ ...wrong, client: { id: '1', name: 'Rosa' } }))).toEqual(['petName', 'species']);
});

test.each([
  ['the phone number in another spelling', { phone: '+49 171 2345678' }, true],
  ['the phone number with both its country code and its zero', { phone: '+49 (0)171 2345678' }, true],
  ['the phone number without its area code', { phone: '234 5678' }, true],
  ['the last digits of the phone number of another area alone', { phone: '+1 212-234-5678' }, false],
  ['the e-mail address in capitals', { email: 'Rosa@Example.com' }, true],
  ['the name with an accent', { name: 'Rósa Kaufman' }, true],
  ['nothing', {}, false],
])('people are possible duplicates by %s', (_what, same, expected) => {
  expect(isPossibleDuplicate(rosa, { ...unmarked, id: '1', name: 'Bo Chen', phone: null, email: null, ...same })).toBe(
    expected,
  );
});

test('people with the same phone, e-mail address or name are looked for before anything is created', async () => {
  const fake = createFake();
  fake.clients.push({ ...unmarked, id: 'old', name: 'R. Kaufman', phone: '+49 171 2345678', email: null, key: null });
  const step = await register(fake.ports, rosa);
  expect(step).toMatchObject({ kind: 'is-it-client', clients: [{ id: 'old' }] });
  expect(fake.queries).toEqual(['Rosa Kaufman', '2345678', 'rosa@example.com']);
  expect(fake.clients).toHaveLength(1);
  const byName = createFake({ ...all, listClients: { fields: ['name'], idempotent: false } });
  await register(byName.ports, rosa);
  expect(byName.queries).toEqual(['Rosa Kaufman']);
});

test('where that cannot be found out, nothing is created', async () => {
  const fake = createFake();
  fake.searchFails = true;
  expect(await register(fake.ports, rosa)).toEqual({ kind: 'unchecked' });
  expect(fake.clients).toEqual([]);
});

test('what is refused can be corrected and is sent under a new key', async () => {
  const fake = createFake(all, ['answered', 'refused']);
  expect(await register(fake.ports, rosa)).toMatchObject({ kind: 'refused' });
  expect(fake.kept).toMatchObject({ client: { id: '1' }, sent: null });
  // Whose client is on file by now.
  expect(await register(fake.ports, { ...fake.kept, species: 'dog' })).toMatchObject({ kind: 'done' });
  expect(fake.pets).toMatchObject([{ name: 'Pixel', species: 'dog', key: 'key-3' }]);
});

test('whatever is lost, and however often its user has to begin again, it ends with one client and one pet', async () => {
  const fate = fc.constantFrom<Fate>('answered', 'answer-lost', 'request-lost');
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 40 }), async (fates) => {
      const fake = createFake(all, fates);
      let step: Step = { kind: 'unchecked' };
      // Each round begins from what the draft keeps, as after a reload.
      for (let round = 0; step.kind !== 'done' && round < 50; round += 1) step = await register(fake.ports, fake.kept);
      expect(step).toMatchObject({ kind: 'done', pet: { name: 'Pixel', clientName: 'Rosa Kaufman' } });
      expect(fake.clients).toHaveLength(1);
      expect(fake.pets).toMatchObject([{ clientId: fake.clients[0]?.id }]);
    }),
    { numRuns: rounds({ few: 100, many: 2000 }) },
  );
});

describe('without an idempotency key', () => {
  const keyless: Capabilities = {
    ...all,
    createClient: { fields: ['phone', 'email'], idempotent: false },
    createPet: { fields: [], idempotent: false },
  };

  test('a create is sent once, and what was lost is looked for', async () => {
    const fake = createFake(keyless, ['answer-lost']);
    expect(await register(fake.ports, rosa)).toEqual({ kind: 'lost', step: 'client' });
    expect(await register(fake.ports, fake.kept)).toMatchObject({ kind: 'is-it-client', clients: [{ id: '1' }] });
    expect(fake.clients).toHaveLength(1);
  });

  test('what is not there may be registered again', async () => {
    const fake = createFake(keyless, ['answered', 'request-lost']);
    expect(await register(fake.ports, rosa)).toEqual({ kind: 'lost', step: 'pet' });
    expect(await register(fake.ports, fake.kept)).toEqual({ kind: 'absent' });
    expect(await register(fake.ports, fake.kept)).toMatchObject({ kind: 'done' });
    expect([fake.clients.length, fake.pets.length]).toEqual([1, 1]);
  });
});

test('a key that is no longer known is not trusted: what it sent is looked for', async () => {
  const fake = createFake();
  const sent = { step: 'client' as const, key: 'old', at: -24 * 3_600_000 };
  expect(await register(fake.ports, { ...rosa, sent })).toEqual({ kind: 'absent' });
  expect(fake.clients).toEqual([]);
});
