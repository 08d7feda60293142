import { createdSchema } from '#contract/appointment.ts';
import { type Availability, availabilityPageSchema, availabilitySchema } from '#contract/availability.ts';
import { type OwnPractice, ownPractice } from './managed-practice.ts';
import type { Answer } from './service.ts';
import type { ServiceSuite } from './suite.ts';

/** Where the plan is. */
export const planPath = '/v1/availability';
/** 9:00 and 10:00 of a Monday in the stores of the practice. */
export const nine = '2026-03-02T08:00:00.000Z';
export const ten = '2026-03-02T09:00:00.000Z';

/** The plan of a practice that one test has to itself. */
export interface OwnPlan extends OwnPractice {
  /** The body of a valid create: an hour of duty at the first store. */
  duty: { kind: string; storeId: string; employeeId: string; start: string; end: string };
  /** Adds an entry, and gives its id. */
  plan(body: object): Promise<string>;
  /** What overlaps the year, or another time. */
  list(query?: Record<string, string>): Promise<Availability[]>;
  read(id: string): Promise<Availability>;
  /** Asks for a change of an entry, by default as it is now. */
  change(id: string, changes: object, expectedUpdatedAt?: string): Promise<Answer>;
  /** Makes a change, and gives the entry as the answer has it. */
  changed(id: string, changes: object): Promise<Availability>;
  remove(id: string, query?: { scope?: string; expectedUpdatedAt?: string }): Promise<Answer>;
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
  const versionOf = async (id: string) => (await read(id)).updatedAt;
  const change = async (id: string, changes: object, expectedUpdatedAt?: string) =>
    client.patch(`${planPath}/${id}`, {
      companyId,
      expectedUpdatedAt: expectedUpdatedAt ?? (await versionOf(id)),
      ...changes,
    });
  return {
    ...own,
    duty: { kind: 'on_duty', storeId: practice.stores[0], employeeId: practice.vet, start: nine, end: ten },
    plan: async (body) => createdSchema.parse((await client.post(planPath, { companyId, ...body })).body),
    list,
    read,
    change,
    changed: async (id, changes) => availabilitySchema.parse((await change(id, changes)).body),
    remove: async (id, { scope, expectedUpdatedAt } = {}) =>
      client.delete(`${planPath}/${id}`, {
        companyId,
        expectedUpdatedAt: expectedUpdatedAt ?? (await versionOf(id)),
        ...(scope !== undefined && { scope }),
      }),
  };
}
