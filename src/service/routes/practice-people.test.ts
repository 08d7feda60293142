import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createdSchema } from '#contract/appointment.ts';
import { permissions } from '#contract/permissions.ts';
import { issuedKeySchema, keyPageSchema } from '#contract/practice-management.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { ownPlan } from '#testing/own-plan.ts';
import { addEmployee, addPractice } from '#testing/practice-rows.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

/** Adds an active employee with these stores and permissions. */
const add = ({ database, companyId }: OwnPractice, storeIds: readonly string[], may: readonly string[] = permissions) =>
  addEmployee(database, { companyId, storeIds, permissions: may });

describeService('employees', (suite) => {
  test('that are not accessible do not exist; only accessible stores are shown', async () => {
    const own = await ownPractice(suite());
    const { near, companyId, practice, database } = own;
    const far = await add(own, [practice.stores[1]]);
    const other = await addPractice(database);
    for (const id of [far, other.vet, randomUUID(), 'x']) {
      const path = `/v1/employees/${id}`;
      expectError(await near.get(path, { companyId }), 'not_found', /^id/);
      expectError(await near.patch(path, { companyId, firstName: 'x' }), 'not_found', /^id/);
      expectError(await near.get(`${path}/keys`, { companyId }), 'not_found', /^id/);
      expectError(await near.post(`${path}/keys`, { companyId, access: 'read_only' }), 'not_found', /^id/);
    }
    const both = `/v1/employees/${practice.vet}`;
    const storeIds = [practice.stores[0]];
    expect((await near.get(both, { companyId })).body).toMatchObject({ storeIds });
    const renamed = await near.patch(both, { companyId, firstName: 'Eli' });
    expect([renamed.status, renamed.body]).toMatchObject([200, { firstName: 'Eli', storeIds }]);
    // They neither remove nor assign the person's stores that they cannot see.
    expectError(await near.patch(both, { companyId, storeIds }), 'insufficient_access');
    const [row] =
      await database.sql`select cardinality(store_ids) as stores from employees where id = ${practice.vet}::uuid`;
    expect(row).toEqual({ stores: 2 });
  });

  test('cannot get permissions that the caller lacks, and are protected if they have more than the caller', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, as } = own;
    const [north, south] = practice.stores;
    const managing = ['practice.write', 'pets.read'];
    const weak = await as(await add(own, [north], managing));
    const person = {
      companyId,
      firstName: 'Mo',
      lastName: 'Lee',
      role: 'vet',
      storeIds: [north],
      permissions: managing,
    };
    expectError(
      await weak.post('/v1/employees', { ...person, permissions: ['clients.read'] }),
      'insufficient_access',
      /^permissions/,
    );
    expectError(
      await weak.post('/v1/employees', { ...person, storeIds: [north, south] }),
      'insufficient_access',
      /^storeIds/,
    );
    const equal = createdSchema.parse((await weak.post('/v1/employees', person)).body);
    const path = `/v1/employees/${equal}`;
    expectError(
      await weak.patch(path, { companyId, permissions: [...managing, 'clients.read'] }),
      'insufficient_access',
    );
    expectError(await weak.patch(path, { companyId, storeIds: [north, south] }), 'insufficient_access');
    expect((await weak.patch(path, { companyId, permissions: ['pets.read'] })).status).toBe(200);
    expect((await weak.patch(path, { companyId, permissions: managing })).status).toBe(200);
    const key = issuedKeySchema.parse((await weak.post(`${path}/keys`, { companyId, access: 'read_write' })).body);
    for (const more of [{ permissions: [...managing, 'clients.read'] }, { storeIds: [south, north] }]) {
      expect((await client.patch(path, { companyId, ...more })).status).toBe(200);
      for (const change of [{ permissions: [] }, { storeIds: [north] }, { isActive: false }]) {
        if ('storeIds' in change && !('storeIds' in more)) continue;
        expectError(await weak.patch(path, { companyId, ...change }), 'insufficient_access');
      }
      expectError(await weak.post(`${path}/keys`, { companyId, access: 'read_only' }), 'insufficient_access');
      expectError(await weak.delete(`/v1/keys/${key.id}`, { companyId }), 'insufficient_access');
      expect((await weak.patch(path, { companyId, role: 'nurse' })).status).toBe(200);
      expect((await weak.get(`${path}/keys`, { companyId })).status).toBe(200);
      await client.patch(path, { companyId, permissions: managing, storeIds: [north] });
    }
    expect((await weak.patch(path, { companyId, isActive: false })).status).toBe(200);
    expect((await client.patch(path, { companyId, permissions })).status).toBe(200);
    expectError(await weak.patch(path, { companyId, isActive: true }), 'insufficient_access');
  });

  test('lose their keys immediately and permanently when they are deactivated', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, near, service, database } = own;
    const path = `/v1/employees/${practice.near}`;
    expect((await near.get('/ping', { companyId })).status).toBe(200);
    expect((await client.patch(path, { companyId, isActive: false })).body).toMatchObject({ isActive: false });
    expectError(await near.get('/ping', { companyId }), 'authorization_required');
    expectError(await client.post(`${path}/keys`, { companyId, access: 'read_only' }), 'invalid_input', /inactive/);
    expect((await client.patch(path, { companyId, isActive: true })).status).toBe(200);
    expectError(await near.get('/ping', { companyId }), 'authorization_required');
    // This includes the keys of someone whom an import deactivated.
    const key = issuedKeySchema.parse((await client.post(`${path}/keys`, { companyId, access: 'read_write' })).body);
    await database.sql`update employees set is_active = false where id = ${practice.near}::uuid`;
    expect((await client.patch(path, { companyId, isActive: true })).status).toBe(200);
    expectError(await service.client(key.key).get('/ping', { companyId }), 'authorization_required');
  });

  test('lose their shifts from that moment on when they are deactivated; time off and the shifts of others stay', async () => {
    const { client, companyId, practice, service, plan, list, duty } = await ownPlan(suite());
    service.clock.free = false;
    const hours = (from: number, to: number) => {
      const [start, end] = [from, to].map((hour) => new Date(service.clock.now() + hour * 3_600_000).toISOString());
      return { start, end };
    };
    const own = { ...duty, employeeId: practice.near };
    const before = { ...own, ...hours(-9, -1) };
    const running = { ...own, ...hours(-1, 7) };
    const others = { ...duty, ...hours(20, 28) };
    const holiday = { kind: 'unavailable', employeeId: practice.near, ...hours(48, 72) };
    for (const entry of [before, { ...own, ...hours(0, 8) }, { ...own, ...hours(20, 28) }, others, holiday])
      await plan(entry);
    const id = await plan(running);
    const [planned] = (await list()).filter((entry) => entry.id === id);
    await client.patch(`/v1/employees/${practice.near}`, { companyId, isActive: false });
    const ended = { ...running, end: hours(0, 0).end };
    expect(await list()).toMatchObject([before, ended, others, holiday]);
    const [now] = (await list()).filter((entry) => entry.id === id);
    expect(Date.parse(now?.updatedAt ?? '')).toBeGreaterThan(Date.parse(planned?.updatedAt ?? ''));
  });

  test('with stored values that the contract does not allow are returned as their id, and corrected by a change', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, database, service } = own;
    const id = await add(own, practice.stores, ['pets.read', 'magic.write']);
    await database.sql`update employees set role = '' where id = ${id}::uuid`;
    const path = `/v1/employees/${id}`;
    expect((await client.get(path, { companyId })).body).toEqual({ id });
    expect((await (await own.as(id)).get('/v1/me', { companyId })).body).toEqual({ id });
    expectError(await client.patch(path, { companyId, isActive: false }), 'invalid_input', /^role/);
    const corrected = await client.patch(path, { companyId, role: 'nurse' });
    expect(corrected.body).toMatchObject({ role: 'nurse', permissions: ['pets.read'] });
    const { key } = issuedKeySchema.parse((await client.post(`${path}/keys`, { companyId, access: 'read_only' })).body);
    expect((await service.client(key).get('/v1/me', { companyId })).body).toMatchObject({ permissions: ['pets.read'] });
  });
});

describeService('keys', (suite) => {
  test('are accepted until they are revoked, and are never shown again', async () => {
    const { client, companyId, practice, service, history } = await ownPractice(suite());
    const path = `/v1/employees/${practice.near}/keys`;
    const issued = await client.post(path, { companyId, access: 'read_write' });
    const { id, key } = issuedKeySchema.parse(issued.body);
    expect((await service.client(key).get('/ping', { companyId })).status).toBe(200);
    expect((await client.delete(`/v1/keys/${id}`, { companyId })).body).toBe(true);
    const revokedAt = new Date(service.clock.now()).toISOString();
    expectError(await service.client(key).get('/ping', { companyId }), 'authorization_required');
    const listed = keyPageSchema.parse((await client.get(path, { companyId })).body);
    expect(listed.data[0]).toMatchObject({ id, revokedAt });
    expect(JSON.stringify([listed, await history()])).not.toContain(key.slice(36));
  });

  test('issued with a key that expires last no longer than it', async () => {
    const { client, companyId, practice, service } = await ownPractice(suite());
    const path = `/v1/employees/${practice.near}/keys`;
    const end = '2998-12-31T23:00:00.000Z';
    const own = await client.post(`/v1/employees/${practice.vet}/keys`, {
      companyId,
      access: 'read_write',
      expiresAt: end,
    });
    const expiring = service.client(issuedKeySchema.parse(own.body).key);
    const issue = (expiresAt?: string | null) => expiring.post(path, { companyId, access: 'read_write', expiresAt });
    expectError(await issue('2998-12-31T23:00:00.001Z'), 'invalid_input', `expiresAt: must not be after ${end}`);
    for (const expiresAt of [undefined, null, end, '2998-01-01T00:00:00.000Z'])
      expect((await issue(expiresAt)).status).toBe(200);
    const page = keyPageSchema.parse((await client.get(path, { companyId })).body);
    expect(page.data.slice(0, 4).map(({ expiresAt }) => expiresAt)).toEqual([
      '2998-01-01T00:00:00.000Z',
      end,
      end,
      end,
    ]);
  });

  test('that expire at once, of inactive people or of people who are not accessible are refused', async () => {
    const own = await ownPractice(suite());
    const { client, near, companyId, practice, service } = own;
    const path = `/v1/employees/${practice.near}/keys`;
    const expiresAt = new Date(service.clock.now() + 60_000).toISOString();
    expectError(await client.post(path, { companyId, access: 'read_only', expiresAt }), 'invalid_input', /^expiresAt/);
    expectError(await client.post(path, { companyId, access: 'all' }), 'invalid_input', /^access/);
    const far = `/v1/employees/${await add(own, [practice.stores[1]])}/keys`;
    const { id } = issuedKeySchema.parse((await client.post(far, { companyId, access: 'read_only' })).body);
    for (const other of [id, randomUUID(), 'x'])
      expectError(await near.delete(`/v1/keys/${other}`, { companyId }), 'not_found', /^id/);
    expectError(await client.delete(`/v1/keys/${id}`, {}), 'invalid_input', /^companyId/);
  });
});
