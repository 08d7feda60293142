import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import * as resources from '#contract/clients-pets-staff.ts';
import { employeeRoles, petSchema } from '#contract/clients-pets-staff.ts';
import { createDemoPractice, demoToday } from './demo-practice.ts';
import { unusualPeople, unusualPets } from './texts.ts';

const practice = createDemoPractice(1);
const [main, small] = practice;
if (main === undefined || small === undefined) throw new Error('Two companies are expected.');

const sorted = (texts: readonly string[]) => [...texts].sort();

describe('createDemoPractice', () => {
  it('is the same for a seed for ever, so that a release recognises what an earlier one wrote', () => {
    expect([main.company.id, small.company.id, main.pets[0]?.id, small.clients[0]?.id]).toEqual([
      '01694901-0f00-725e-885c-69f5049e4fa1',
      '01694937-fd80-7c9a-9244-332a80ba434c',
      '01694e27-6b00-7b0f-b2e4-7f687b620c34',
      '01694e27-6b00-7c95-9337-66688585b811',
    ]);
    expect(createDemoPractice(2)[0]?.company.id).not.toBe(main.company.id);
  });

  it('has the size of a practice', () => {
    expect(practice).toHaveLength(2);
    expect(main.company.stores).toHaveLength(3);
    expect(main.company.stores.flatMap((store) => store.rooms)).toHaveLength(12);
    expect(new Set(main.company.stores.map((store) => store.timeZone)).size).toBe(2);
    expect(main.employees).toHaveLength(14);
    expect(main.clients).toHaveLength(400);
    expect(main.pets).toHaveLength(600);
    expect(main.types).toHaveLength(16);
    expect(new Set(main.types.map((type) => type.category)).size).toBeGreaterThan(12);
    expect(small.company.stores).toHaveLength(1);
  });

  it('has staff of every role, with what they may do', () => {
    expect(new Set(main.employees.map(({ role }) => role))).toEqual(new Set(employeeRoles));
    expect(main.employees.filter(({ storeIds }) => storeIds.length === 1)).toHaveLength(1);
    expect(main.employees.filter(({ permissions }) => !permissions.includes('appointments.read'))).toHaveLength(1);
    expect(main.employees[0]?.permissions).toContain('appointments.write');
    const managing = main.employees.filter(({ permissions }) => permissions.includes('practice.write'));
    expect(managing.map(({ role }) => role)).toEqual(['manager']);
    expect(main.employees[0]?.storeIds).toEqual(main.company.stores.map(({ id }) => id));
  });

  it('is of the contract', () => {
    for (const demo of practice) {
      resources.companySchema.parse(demo.company);
      for (const { permissions: _, ...employee } of demo.employees) resources.employeeSchema.parse(employee);
      for (const client of demo.clients) resources.clientSchema.parse(client);
      for (const pet of demo.pets) petSchema.parse(pet);
      for (const type of demo.types) resources.appointmentTypeSchema.parse(type);
    }
  });

  it('refers only to what is in the same company', () => {
    for (const { company, ...demo } of practice) {
      const clients = new Map(demo.clients.map((client) => [client.id, `${client.firstName} ${client.lastName}`]));
      for (const pet of demo.pets) expect(clients.get(pet.clientId)).toBe(pet.clientName);
      const stores = new Set(company.stores.map(({ id }) => id));
      for (const { storeIds } of demo.employees) expect(storeIds.every((id) => stores.has(id))).toBe(true);
      for (const { companyId } of [
        ...company.stores,
        ...demo.employees,
        ...demo.clients,
        ...demo.pets,
        ...demo.types,
      ]) {
        expect(companyId).toBe(company.id);
      }
    }
  });

  it('gives every row an id of its own', () => {
    const ids = practice.flatMap(({ company, ...demo }) =>
      [
        company,
        ...company.stores,
        ...company.stores.flatMap((store) => store.rooms),
        ...demo.employees,
        ...demo.clients,
        ...demo.pets,
        ...demo.types,
      ].map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('puts the main company and store first by name as well as by id', () => {
    for (const list of [practice.map(({ company }) => company), ...practice.map(({ company }) => company.stores)]) {
      expect(sorted(list.map(({ id }) => id))).toEqual(list.map(({ id }) => id));
      expect(sorted(list.map(({ name }) => name))).toEqual(list.map(({ name }) => name));
    }
  });

  it.each(['plausible', 'hostile'] as const)('has every %s name where it is wanted, on the same ids', (kind) => {
    const [named] = createDemoPractice(1, { hostileNames: kind === 'hostile' });
    if (named === undefined) throw new Error('A company is expected.');
    const people = new Set(named.clients.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
    for (const { [kind]: name } of unusualPeople) expect(people).toContain(name.join(' '));
    const animals = new Set(named.pets.map(({ name }) => name));
    for (const { [kind]: name } of unusualPets) expect(animals).toContain(name);
    const ids = (company: typeof main) => [...company.clients, ...company.pets].map(({ id }) => id);
    expect(ids(named)).toEqual(ids(main));
  });

  it('has names of many scripts and none that no practice would have', () => {
    const names = practice.flatMap(({ clients, pets }) => [
      ...clients.flatMap(({ firstName, lastName }) => [firstName, lastName]),
      ...pets.map(({ name }) => name),
    ]);
    expect(names.filter((name) => !/^[\p{L}\p{M}](?:[\p{L}\p{M}'’&־ -]*[\p{L}\p{M}])?$/u.test(name))).toEqual([]);
    expect(names.filter((name) => /^(?:null|undefined|NaN|true|false)$/.test(name))).toEqual([]);
    for (const script of ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Han', 'Hangul', 'Devanagari', 'Thai']) {
      expect(names.some((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name))).toBe(true);
    }
  });

  it('has no contact that could be real', () => {
    for (const { email, phone } of practice.flatMap(({ clients }) => clients)) {
      expect(email ?? 'none@example.com').toMatch(/@example\.com$/);
      expect(phone ?? '+1 212-555-0100').toMatch(/^\+1 \d{3}-555-01\d\d$|^\+49 30 23125 1\d\d$/);
    }
  });
});

describe('demoToday', () => {
  it('is the date at the main store, which is not yet that of the east', () => {
    expect(demoToday(Temporal.Instant.from('2026-11-21T04:30:00Z')).toString()).toBe('2026-11-20');
    expect(demoToday(Temporal.Instant.from('2026-11-21T05:00:00Z')).toString()).toBe('2026-11-21');
  });
});
