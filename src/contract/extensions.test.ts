import { expect, test } from 'vitest';
import type { ChangeAppointment } from './appointment-change.ts';
import type { CreateClient, CreatePet } from './clients-pets-staff.ts';
import { extensions } from './extensions.ts';
import { operations } from './operations.ts';
import { idempotencyKeySchema } from './primitives.ts';

const id = '11111111-1111-4111-8111-111111111111';
const change: ChangeAppointment = { companyId: id, expectedUpdatedAt: '2026-03-02T09:00:00.123456Z' };
const client: CreateClient = { companyId: id, firstName: 'Rosa', lastName: 'Kaufman' };
const pet: CreatePet = { companyId: id, clientId: id, name: 'Bella', species: 'dog' };

test.each<[taken: boolean, change: object]>([
  [true, { status: 'checked_in' }],
  [true, { roomId: null, employeeId: null, notes: null }],
  [true, { notes: '' }],
  [true, { end: '2026-03-02T09:00+01:00' }],
  [false, {}],
  [false, { notes: undefined }],
  [false, { status: 'arrived' }],
  [false, { status: null }],
  [false, { start: null }],
  [false, { start: '2026-03-02T09:00' }],
  [false, { title: 'x' }],
  [false, { storeIds: [id], notes: 'x' }],
  [false, { notes: '\u0000' }],
  [false, { notes: 'x', expectedUpdatedAt: 'yesterday' }],
])('changes: accepted is %s for %j', (isAccepted, given) => {
  expect(extensions.changeAppointment.input.safeParse({ ...change, ...given }).success).toBe(isAccepted);
});

test.each<[taken: boolean, client: object]>([
  [true, {}],
  [true, { email: null, phone: null }],
  [true, { email: 'rosa@example.com', phone: '+49 (0)171 / 555-01.23' }],
  [true, { phone: '112' }],
  [true, { firstName: 'R'.repeat(200) }],
  [false, { firstName: 'R'.repeat(201) }],
  [false, { firstName: '😀'.repeat(101) }],
  [false, { lastName: ' \t\u00a0' }],
  [false, { lastName: undefined }],
  [false, { lastName: null }],
  [false, { email: '' }],
  [false, { email: 'rosa' }],
  [false, { email: '@example.com' }],
  [false, { email: 'rosa@ ' }],
  [false, { email: 'rosa@home@example.com' }],
  [false, { email: `${'r'.repeat(195)}@x.org` }],
  [false, { phone: '12' }],
  [false, { phone: '1-2' }],
  [false, { phone: '(-)/' }],
  [false, { phone: '0171 555x' }],
  [false, { phone: '0171\t555' }],
  [false, { phone: '1'.repeat(41) }],
  [false, { address: 'x' }],
])('clients: accepted is %s for %j', (isAccepted, given) => {
  expect(extensions.createClient.input.safeParse({ ...client, ...given }).success).toBe(isAccepted);
});

test.each<[taken: boolean, pet: object]>([
  [true, {}],
  [true, { breed: null, sex: null, dateOfBirth: null }],
  [true, { breed: 'Beagle', sex: 'female', dateOfBirth: '2024-02-29' }],
  [false, { species: '' }],
  [false, { breed: '' }],
  [false, { clientId: 'rosa' }],
  [true, { alert: ' bites\n' }],
  [true, { alert: null }],
  [false, { alert: ' ' }],
  [false, { alert: 'bites\nkicks' }],
  [false, { alert: 'bites\u2028kicks' }],
  [false, { alert: 'x'.repeat(201) }],
  [false, { dateOfBirth: '2023-02-29' }],
  [false, { dateOfBirth: '0000-01-01' }],
  [false, { dateOfBirth: '2024-02-29T00:00Z' }],
])('pets: accepted is %s for %j', (isAccepted, given) => {
  expect(extensions.createPet.input.safeParse({ ...pet, ...given }).success).toBe(isAccepted);
});

test('text is trimmed', () => {
  expect(extensions.createClient.input.parse({ ...client, firstName: '  Rosa \n', phone: ' 0171 555 ' })).toMatchObject(
    {
      firstName: 'Rosa',
      phone: '0171 555',
    },
  );
});

test.each<[taken: boolean, key: string]>([
  [true, '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
  [true, '!'],
  [true, '~'.repeat(255)],
  [false, '~'.repeat(256)],
  [false, ''],
  [false, 'a b'],
  [false, 'ä'],
  [false, 'a\u007f'],
])('idempotency keys: accepted is %s for %s', (isAccepted, key) => {
  expect(idempotencyKeySchema.safeParse(key).success).toBe(isAccepted);
});

test('no extension has a method and path of the specification', () => {
  const requests = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(requests).size).toBe(requests.length);
});
