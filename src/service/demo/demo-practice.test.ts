import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  appointmentTypeSchema,
  clientSchema,
  companySchema,
  employeeSchema,
  petSchema,
} from '#contract/clients-pets-staff.ts';
import { employeeRoles } from '#contract/enums.ts';
import { managementBodySchemas } from '#contract/practice-management.ts';
import { createDemoPeriod, createDemoPractice, isDemoCompany } from './demo-practice.ts';
import { unusualClientNames, unusualPetNames } from './texts.ts';

const friday = Temporal.PlainDate.from('2026-11-20');
const { company, employees, types, clients, pets } = createDemoPractice(1, friday);

describe('createDemoPractice', () => {
  it('is the same for a seed and a date, with the same ids on another date, and with others for another seed', () => {
    expect(createDemoPractice(1, friday).pets).toEqual(pets);
    const ids = (seed: number, date: string) =>
      createDemoPractice(seed, Temporal.PlainDate.from(date)).pets.map(({ id }) => id);
    expect(ids(1, '2027-01-04')).toEqual(pets.map(({ id }) => id));
    expect(new Set([...ids(2, '2026-11-20'), ...pets.map(({ id }) => id)]).size).toBe(2 * pets.length);
  });

  it('matches the contract, with unique ids and valid references', () => {
    companySchema.parse(company);
    for (const { permissions: _, ...employee } of employees) employeeSchema.parse(employee);
    for (const client of clients) clientSchema.parse(client);
    for (const pet of pets) petSchema.parse(pet);
    for (const type of types) appointmentTypeSchema.parse(type);
    const rows = [...company.stores, ...employees, ...types, ...clients, ...pets];
    for (const { companyId } of rows) expect(companyId).toBe(company.id);
    const ids = [company, ...company.stores.flatMap(({ rooms }) => rooms), ...rows].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const names = new Map(clients.map((client) => [client.id, `${client.firstName} ${client.lastName}`]));
    for (const pet of pets) expect(names.get(pet.clientId)).toBe(pet.clientName);
  });

  it('has people of every role in all stores, two who may change the practice, and types of many categories', () => {
    expect(new Set(employees.map(({ role }) => role))).toEqual(new Set(employeeRoles));
    const managers = employees.filter(({ permissions }) => permissions.includes('practice.write'));
    expect(managers.map(({ role }) => role)).toEqual(['manager', 'receptionist']);
    for (const { id } of company.stores)
      expect(
        employees.filter(({ role, isActive, storeIds }) => role === 'vet' && isActive && storeIds.includes(id)).length,
      ).toBeGreaterThan(1);
    expect(new Set(types.map(({ category }) => category)).size).toBeGreaterThan(12);
    expect(types.filter(({ isActive }) => !isActive)).toHaveLength(1);
  });

  it('has alerts for clients and pets, an inactive client with inactive pets, and a pet that died the week before', () => {
    for (const rows of [clients, pets])
      expect(new Set(rows.map(({ alert }) => alert).filter((alert) => alert !== null)).size).toBeGreaterThan(4);
    const [inactive, ...others] = clients.filter(({ isActive }) => !isActive);
    expect(others).toEqual([]);
    const inactivePets = pets.filter(({ isActive }) => !isActive);
    expect(inactivePets.filter(({ clientId }) => clientId === inactive?.id)).not.toEqual([]);
    const elsewhere = inactivePets.filter(({ clientId }) => clientId !== inactive?.id);
    expect(elsewhere.map(({ deceasedOn }) => deceasedOn)).toEqual(['2026-11-11']);
    expect(pets.filter(({ deceasedOn }) => deceasedOn !== null)).toEqual(elsewhere);
  });

  it('has names in many scripts, including all unusual ones, and none that no practice would have', () => {
    const people = clients.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    expect(people).toEqual(expect.arrayContaining(unusualClientNames.map((name) => name.join(' '))));
    expect(pets.map(({ name }) => name)).toEqual(expect.arrayContaining([...unusualPetNames]));
    const names = [...people, ...pets.map(({ name }) => name)];
    expect(names.filter((name) => !/^[\p{L}\p{M}](?:[\p{L}\p{M}'’&־ -]*[\p{L}\p{M}])?$/u.test(name))).toEqual([]);
    const all = [...names, ...employees.map(({ firstName, lastName }) => `${firstName} ${lastName}`)];
    expect(all.filter((name) => /\b(?:null|undefined|nan|true|false)\b/i.test(name))).toEqual([]);
    for (const script of ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Han', 'Hangul', 'Devanagari', 'Thai'])
      expect(names.some((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name))).toBe(true);
  });

  it('has two clients who were registered twice, and no other phone number twice', () => {
    const phones = clients.flatMap(({ phone }) => phone ?? []);
    const twice = clients.filter(({ phone }) => phone !== null && phones.indexOf(phone) !== phones.lastIndexOf(phone));
    expect(twice).toHaveLength(4);
    expect(new Set(twice.map(({ firstName, lastName, phone }) => `${firstName} ${lastName} ${phone}`)).size).toBe(2);
    const names = twice.map(({ id }) => pets.filter(({ clientId }) => clientId === id).map(({ name }) => name)[0]);
    expect(new Set(names).size).toBe(2);
  });

  it('has clients who are written to in several ways and languages, and two who are not', () => {
    expect(clients.filter(({ contactBy }) => contactBy === 'none').map(({ isActive }) => isActive)).toEqual([
      true,
      true,
    ]);
    expect(clients.filter(({ contactBy, phone }) => contactBy === 'sms' && phone !== null).length).toBeGreaterThan(20);
    expect(new Set(clients.map(({ language }) => language))).toEqual(new Set([null, 'es', 'fr', 'de', 'ar', 'nl']));
    expect(types.filter(({ isMessaged }) => !isMessaged).map(({ category }) => category)).toEqual(['euthanasia']);
    expect(types.filter(({ preparation }) => preparation !== null).length).toBeGreaterThan(4);
  });

  it('has stores that the contract accepts as they are', () => {
    for (const { phone, email, address, website } of company.stores) {
      const contact = { phone, email, address, website };
      expect(managementBodySchemas.store.change.parse({ companyId: company.id, ...contact })).toMatchObject(contact);
    }
  });

  it('has no contact details that could be real', () => {
    for (const { email, phone } of company.stores) {
      expect(email).toMatch(/\.example$/);
      expect(phone).toMatch(/^\+1 \d{3}-555-019\d$/);
      expect(clients.some((client) => client.phone === phone)).toBe(false);
    }
    for (const { email, phone } of clients) {
      expect(email ?? 'none@example.com').toMatch(/@example\.com$/);
      expect(phone ?? '+1 212-555-0100').toMatch(/^\+1 \d{3}-555-01\d\d$/);
    }
  });
});

describe('isDemoCompany', () => {
  it('recognises the demo of every seed, and both companies of earlier releases, and no other company', () => {
    const ids = [0, 1, 99].map((seed) => createDemoPractice(seed, friday).company.id);
    const earlier = ['01694901-0f00-725e-885c-69f5049e4fa1', '01694937-fd80-7c9a-9244-332a80ba434c'];
    expect([...ids, ...earlier].filter((id) => !isDemoCompany(id))).toEqual([]);
    expect(isDemoCompany('01694901-0f01-725e-885c-69f5049e4fa1')).toBe(false);
  });
});

describe('createDemoPeriod', () => {
  const at = (instant: string) => {
    const { today, now, recordedUntil } = createDemoPeriod(Temporal.Instant.from(instant));
    return [today.toString(), new Date(now).toISOString(), new Date(recordedUntil).toISOString()];
  };

  it('is the current moment while the first store is busy, otherwise a busy moment of the day, with nothing recorded later', () => {
    expect(at('2026-11-20T18:00:00Z')).toEqual(['2026-11-20', '2026-11-20T18:00:00.000Z', '2026-11-20T18:00:00.000Z']);
    expect(at('2026-11-20T12:00:00Z')).toEqual(['2026-11-20', '2026-11-20T15:40:00.000Z', '2026-11-20T12:00:00.000Z']);
    expect(at('2026-11-21T04:30:00Z')).toEqual(['2026-11-20', '2026-11-20T22:15:00.000Z', '2026-11-20T22:15:00.000Z']);
  });

  it('is 10:40 on a date', () => {
    expect(new Date(createDemoPeriod(friday).now).toISOString()).toBe('2026-11-20T15:40:00.000Z');
  });
});
