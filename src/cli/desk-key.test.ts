import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AdminEmployee, issueKey, listEmployees, listKeys, revokeAllKeys } from '#service/db/administration.ts';
import { isKeyAccepted } from '#service/db/authentication.ts';
import { databaseKind, openOwnDatabase } from '#testing/databases.ts';
import { addPractice } from '#testing/practice-rows.ts';
import { frontDeskOf, openDeskKey } from './desk-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-desk-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const person = (firstName: string, role: string, more: Partial<AdminEmployee> = {}): AdminEmployee => ({
  ...{ id: firstName, companyId: 'c', storeIds: ['s'], firstName, lastName: '', role, isActive: true },
  ...{ permissions: ['appointments.write'], ...more },
});

describe('a desk without people of its own books', () => {
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
    expect(frontDeskOf(employees)?.firstName).toBe(name);
  });
});

describe(`the key of the desks on ${databaseKind}`, () => {
  test('is one, whoever was killed before, and each process on the folder has its own', async () => {
    const database = await openOwnDatabase();
    await addPractice(database);
    const desk = () => openDeskKey(database, { dataDir, noPractice: 'none' });
    const accepted = (key: string) => isKeyAccepted(database, key);
    const keys = async () =>
      (await listKeys(database)).map(({ revokedAt }) => (revokedAt === null ? 'works' : 'ended'));
    try {
      const [employee] = await listEmployees(database);
      const killed = await issueKey(database, { employeeId: employee!.id, readOnly: false });
      // As a process leaves its folder that is killed.
      writeFileSync(join(dataDir, 'desk-key-id'), `${killed.id}\n`);
      const first = await desk();
      expect(first.holder()).toBe(`${employee!.firstName} ${employee!.lastName} (${employee!.role})`);
      expect([await accepted(killed.key), await accepted(first.key())]).toEqual([false, true]);
      expect(await keys()).toEqual(['works']);

      const second = await desk();
      expect([await accepted(first.key()), await accepted(second.key())]).toEqual([true, true]);
      await first.revoke();
      expect([await accepted(first.key()), await accepted(second.key())]).toEqual([false, true]);
      await second.revoke();
      expect(await keys()).toEqual(['ended', 'ended']);

      const killedSecond = await issueKey(database, { employeeId: employee!.id, readOnly: false });
      writeFileSync(join(dataDir, 'desk-key-id-2'), `${killedSecond.id}\n`);
      const again = await desk();
      expect([await accepted(killedSecond.key), await accepted(again.key())]).toEqual([false, true]);
      await again.renew();
      expect(await accepted(again.key())).toBe(true);
      expect((await keys()).filter((state) => state === 'works')).toHaveLength(1);
      await revokeAllKeys(database);
      await again.renew();
      expect(await accepted(again.key())).toBe(true);
      await again.revoke();
    } finally {
      await database.close();
    }
  });

  test('is there once somebody is, and is another when they leave', async () => {
    const database = await openOwnDatabase();
    try {
      const desk = await openDeskKey(database, { dataDir, noPractice: 'Make one.' });
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
      await desk.revoke();
    } finally {
      await database.close();
    }
  });
});
