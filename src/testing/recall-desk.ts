import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { petSchema } from '#contract/clients-pets-staff.ts';
import { recallPageSchema, recallSchema } from '#contract/recalls.ts';
import type { Database } from '#service/db/database.ts';
import { addPet, addPractice, bookable, keyOf } from './practice-rows.ts';
import { createTestService, type ServiceClient } from './service.ts';

const path = '/v1/recalls';

/** A separate practice on 2 March 2026, whose check-ups are due again after a year. */
export async function recallDesk(database: Database) {
  const practice = await addPractice(database);
  const { companyId, pet: petId, visitType: visitTypeId } = practice;
  const service = createTestService(database);
  const as = async (employee: string, readOnly = false) => service.client(await keyOf(database, employee, readOnly));
  const client = await as(practice.vet);
  await database.sql`update appointment_types set recall_months = 12 where company_id = ${companyId}::uuid`;
  const list = async (query: Record<string, string> = {}, by = client) =>
    recallPageSchema.parse((await by.get(path, { companyId, ...query })).body);
  const read = async (id: string) => {
    const found = (await list()).data.find((one) => one.id === id);
    if (found === undefined) throw new Error(`there is no recall ${id}`);
    return found;
  };
  const recall = { companyId, petId, visitTypeId, dueOn: '2026-05-01' };
  const send = (id: string, change: object, by: ServiceClient = client) =>
    by.patch(`${path}/${id}`, { companyId, ...change });
  const appointmentPath = (id: string) => `/v1/appointments/${id}`;
  return {
    ...{ database, practice, companyId, service, as, client, list, read, recall, send },
    add: async (given: object = {}) =>
      read(createdSchema.parse((await client.post(path, { ...recall, ...given })).body)),
    /** Changes the current version of a recall. */
    async change(id: string, change: object) {
      const { updatedAt: expectedUpdatedAt } = await read(id);
      const answer = await send(id, { expectedUpdatedAt, ...change });
      expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
      return recallSchema.parse(answer.body);
    },
    async book(given: object = {}) {
      return createdSchema.parse((await client.post('/v1/appointments', { ...bookable(practice), ...given })).body);
    },
    async setStatus(id: string, status: string) {
      const { updatedAt } = appointmentSchema.parse((await client.get(appointmentPath(id), { companyId })).body);
      const answer = await client.patch(appointmentPath(id), { companyId, expectedUpdatedAt: updatedAt, status });
      expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    },
    async changePet(change: object) {
      const { updatedAt } = petSchema.parse((await client.get(`/v1/pets/${petId}`, { companyId })).body);
      expect(
        (await client.patch(`/v1/pets/${petId}`, { companyId, expectedUpdatedAt: updatedAt, ...change })).status,
      ).toBe(200);
    },
    async addPet() {
      const id = randomUUID();
      await addPet(database, { companyId, id, clientId: practice.client, name: 'Mia', owner: 'Ann Smith' });
      return id;
    },
  };
}
