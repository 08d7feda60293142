import { describe, expect, test } from 'vitest';
import { type AdminEmployee, listEmployees, listKeys, revokeAllKeys } from '#service/db/administration.ts';
import { isKeyAccepted } from '#service/db/authentication.ts';
import { databaseKind, openOwnDatabase } from '#testing/databases.ts';
import { addPractice } from '#testing/practice-rows.ts';
import { chooseFrontDeskEmployee, endDeskKeys, openDeskKey } from './desk-key.ts';

const person = (firstName: string, role: string, more: Partial<AdminEmployee> = {}): AdminEmployee => ({
  ...{ id: firstName, companyId: 'c', storeIds: ['s'], firstName, lastName: '', role, isActive: true },
  ...{ permissions: ['appointments.write'], ...more },
});

describe('a desk without sign-in books', () => {
  const vet = person('Vera', 'vet', { storeIds: ['s', 't'], permissions: ['appointments.write', 'pets.write'] });
  const manager = person('Max', 'manager');
  const receptionist = person('Rita', 'receptionist');

  test.each([
    ['as the receptionist, whoever else may do more', [vet, manager, receptionist], 'Rita'],
    [
      'as the manager where no receptionist is active',
      [vet, person('Ria', 'receptionist', { isActive: false }), manager],
      'Max',
    ],
    [
      'as the manager where the receptionist may not book',
      [vet, person('Ria', 'receptionist', { permissions: [] }), manager],
      'Max',
    ],
    ['as whoever may book', [person('Nora', 'nurse', { permissions: [] }), vet], 'Vera'],
    [
      'as the receptionist of the most stores',
      [receptionist, person('Ruth', 'receptionist', { storeIds: ['s', 't'] })],
      'Ruth',
    ],
    ['as one of the first practice', [vet, person('Ria', 'receptionist', { companyId: 'd' })], 'Vera'],
    ['as somebody who may read where nobody may book', [person('Nora', 'nurse', { permissions: [] })], 'Nora'],
    ['as nobody where there is nobody', [], undefined],
  ])('%s', (_whom, employees, name) => {
    expect(chooseFrontDeskEmployee(employees)?.firstName).toBe(name);
  });
});

describe(`the shared key of the desks on ${databaseKind}`, () => {
  test('is the same for all processes with one secret, and is accepted until people sign in', async () => {
    const database = await openOwnDatabase();
    await addPractice(database);
    const desk = (secret: string) => openDeskKey(database, { secret, noPracticeText: 'none' });
    const accepted = (key: string) => isKeyAccepted(database, key);
    try {
      const [employee] = await listEmployees(database);
      const first = await desk('one');
      expect(first.holder()).toBe(`${employee!.firstName} ${employee!.lastName} (${employee!.role})`);
      const second = await desk('one');
      expect(second.key()).toBe(first.key());
      const elsewhere = await desk('another');
      expect(elsewhere.key()).not.toBe(first.key());
      expect(await listKeys(database)).toHaveLength(2);
      await revokeAllKeys(database);
      expect(await accepted(first.key())).toBe(false);
      await second.renew();
      expect([await accepted(first.key()), await accepted(elsewhere.key())]).toEqual([true, false]);
      await elsewhere.renew();
      await endDeskKeys(database, { secret: 'one' });
      expect([await accepted(first.key()), await accepted(elsewhere.key())]).toEqual([false, true]);
    } finally {
      await database.close();
    }
  });

  test('exists once there is an employee, and changes when they leave', async () => {
    const database = await openOwnDatabase();
    try {
      const desk = await openDeskKey(database, { secret: 'one', noPracticeText: 'Make one.' });
      expect(desk.holder()).toBeNull();
      expect(() => desk.key()).toThrow('Make one.');
      await addPractice(database);
      await desk.renew();
      const before = desk.key();
      expect(await isKeyAccepted(database, before)).toBe(true);
      await database.sql`update employees set is_active = false`;
      await desk.renew();
      expect(() => desk.key()).toThrow('Make one.');
      expect(await isKeyAccepted(database, before)).toBe(false);
    } finally {
      await database.close();
    }
  });
});
