import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import type { Database } from '#service/db/database.ts';
import { databaseKind, openSharedDatabase } from '#testing/databases.ts';
import { addPractice, type TestPractice } from '#testing/practice-rows.ts';
import { issueKey, listEmployees, listKeys, revokeKey } from './administration.ts';
import { authenticate, isKeyAccepted, parseCompanyOfApiKey } from './authentication.ts';

describe(`administration on ${databaseKind}`, () => {
  let database: Database;
  let practice: TestPractice;
  beforeAll(async () => {
    database = await openSharedDatabase();
    practice = await addPractice(database);
  });
  afterAll(() => database.close());
  const listOwnKeys = async () =>
    (await listKeys(database)).filter(({ companyId }) => companyId === practice.companyId);

  test('lists the employees of all companies', async () => {
    const all = (await listEmployees(database)).filter(({ companyId }) => companyId === practice.companyId);
    expect(all.map((employee) => [employee.firstName, employee.isActive])).toEqual([
      ['Élodie', true],
      ['Kim', expect.any(Boolean)],
      ['Kim', expect.any(Boolean)],
    ]);
    expect(all[0]).toEqual({
      id: practice.vet,
      companyId: practice.companyId,
      storeIds: practice.stores,
      firstName: 'Élodie',
      lastName: "O'Malley",
      role: 'vet',
      permissions: [...permissions],
      isActive: true,
    });
  });

  test('issues a key once, stores only its hash, lists and revokes it', async () => {
    const clock = () => Date.parse('2026-03-02T08:00:00Z');
    const issued = await issueKey(database, { employeeId: practice.vet.toUpperCase(), readOnly: true, clock });
    expect(issued).toEqual({
      id: issued.id,
      key: issued.key,
      employeeId: practice.vet,
      access: 'read_only',
      expiresAt: null,
    });
    expect(parseCompanyOfApiKey(issued.key)).toBe(practice.companyId);
    const stored = await database.sql`select * from api_keys where company_id = ${practice.companyId}::uuid`;
    expect(JSON.stringify(stored)).not.toContain(issued.key.slice(36));
    const expectedKey = {
      id: issued.id,
      companyId: practice.companyId,
      employeeId: practice.vet,
      access: 'read_only',
      employeeName: "Élodie O'Malley",
      expiresAt: null,
    };
    expect(await listOwnKeys()).toEqual([{ ...expectedKey, createdAt: '2026-03-02T08:00:00.000Z', revokedAt: null }]);
    expect(await isKeyAccepted(database, issued.key)).toBe(true);
    expect(await revokeKey(database, issued.id, { clock })).toBe(true);
    expect(await isKeyAccepted(database, issued.key)).toBe(false);
    expect(await isKeyAccepted(database, 'nonsense')).toBe(false);
    expect(await revokeKey(database, issued.id)).toBe(false);
    expect(await listOwnKeys()).toMatchObject([{ revokedAt: '2026-03-02T08:00:00.000Z' }]);
  });

  test('a key is valid until the instant of its expiry', async () => {
    const expiresAt = '2026-03-02T08:00:00.500Z';
    const end = Date.parse(expiresAt);
    const issued = await issueKey(database, {
      employeeId: practice.vet,
      readOnly: false,
      expiresAt,
      clock: () => end - 1_000,
    });
    expect(issued.expiresAt).toBe(expiresAt);
    expect(await listOwnKeys()).toContainEqual(expect.objectContaining({ id: issued.id, expiresAt, revokedAt: null }));
    for (const [now, isKnown] of [
      [end - 1, true],
      [end, false],
      [end + 1, false],
    ] as const) {
      expect(await isKeyAccepted(database, issued.key, () => now)).toBe(isKnown);
      const found = await authenticate(database, { key: issued.key, now });
      expect(found?.caller.keyId).toBe(isKnown ? issued.id : undefined);
    }
  });

  test('reports what is wrong with an employee or a key', async () => {
    const issue = (employeeId: string) => issueKey(database, { employeeId, readOnly: false });
    await expect(issue('x')).rejects.toThrow('x is not the id of an employee');
    await expect(issue(randomUUID())).rejects.toThrow('there is no employee');
    await expect(issue(practice.retiredVet)).rejects.toThrow('inactive');
    expect(await revokeKey(database, 'x')).toBe(false);
    expect(await revokeKey(database, randomUUID())).toBe(false);
  });
});
