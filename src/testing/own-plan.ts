import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  type Availability,
  availabilityPageSchema,
  availabilitySchema,
  type ChangeAvailability,
  changedAvailabilitySchema,
} from '#contract/availability.ts';
import { type OwnPractice, ownPractice } from './managed-practice.ts';
import type { Answer } from './service.ts';
import type { ServiceSuite } from './suite.ts';

/** Where availability is read and changed. */
export const planPath = '/v1/availability';
export const changesPath = '/v1/availability/changes';
/** 9:00 and 10:00 on a Monday in the stores of the practice. */
export const nine = '2026-03-02T08:00:00.000Z';
export const ten = '2026-03-02T09:00:00.000Z';

/** The availability of a practice that belongs to one test. */
export interface OwnPlan extends OwnPractice {
  /** The fields of one hour on duty at the first store, without an id. */
  duty: { kind: 'on_duty'; storeId: string; employeeId: string; start: string; end: string };
  /** Sends an availability change. */
  send(change: object): Promise<Answer>;
  /** Sends a change and returns the entries of `put` from the response. */
  put(...entries: object[]): Promise<Availability[]>;
  /** Adds an entry and returns its id. */
  plan(entry: object): Promise<string>;
  /** The entries that overlap the year, or another time. */
  list(query?: Record<string, string>): Promise<Availability[]>;
  read(id: string): Promise<Availability>;
  /** Sends a change to an entry, by default based on its current version. */
  change(id: string, changes: object, expectedUpdatedAt?: string): Promise<Answer>;
  /** Sends a change and returns the entry from the response. */
  changed(id: string, changes: object): Promise<Availability>;
  /** Sends the removal of an entry, by default based on its current version. */
  remove(id: string, expectedUpdatedAt?: string): Promise<Answer>;
}

/** An entry in the form of a change. */
export function putOf(entry: Availability): NonNullable<ChangeAvailability['put']>[number] {
  const { id, updatedAt: expectedUpdatedAt, companyId: _, createdAt: __, ...values } = entry;
  return { id, expectedUpdatedAt, ...values };
}

export async function ownPlan(suite: Pick<ServiceSuite, 'database' | 'service'>): Promise<OwnPlan> {
  const own = await ownPractice(suite);
  const { client, companyId, practice } = own;
  const list = async (query: Record<string, string> = {}) => {
    const year = { start: '2026-01-01T00:00Z', end: '2027-01-01T00:00Z', limit: '500' };
    const { body } = await client.get(planPath, { companyId, ...year, ...query });
    return availabilityPageSchema.parse(body).data.map((entry) => availabilitySchema.parse(entry));
  };
  const read = async (id: string) => {
    const entry = (await list()).find((one) => one.id === id);
    if (entry === undefined) throw new Error('the entry is gone');
    return entry;
  };
  const send = (change: object) => client.post(changesPath, { companyId, ...change });
  const put = async (...entries: object[]) => changedAvailabilitySchema.parse((await send({ put: entries })).body).put;
  const change = async (id: string, changes: object, expectedUpdatedAt?: string) => {
    const entry = putOf(await read(id));
    return send({ put: [{ ...entry, expectedUpdatedAt: expectedUpdatedAt ?? entry.expectedUpdatedAt, ...changes }] });
  };
  return {
    ...own,
    ...{ send, put, list, read, change },
    duty: { kind: 'on_duty', storeId: practice.stores[0], employeeId: practice.vet, start: nine, end: ten },
    async plan(entry) {
      const id = randomUUID();
      expect(await put({ id, ...entry })).toMatchObject([{ id }]);
      return id;
    },
    async changed(id, changes) {
      const { body } = await change(id, changes);
      const [entry] = changedAvailabilitySchema.parse(body).put;
      return availabilitySchema.parse(entry);
    },
    remove: async (id, expectedUpdatedAt) =>
      send({ remove: [{ id, expectedUpdatedAt: expectedUpdatedAt ?? (await read(id)).updatedAt }] }),
  };
}
