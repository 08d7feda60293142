import { expect } from 'vitest';
import {
  type ImportLine,
  type ImportLineByKind,
  type ImportOutcome,
  importedRecordsSchema,
} from '#contract/practice-import.ts';
import type { ServiceClient } from './service.ts';

/** A client from another program. */
export const clientLine = (
  key: string,
  given: Partial<ImportLineByKind<'client'>> = {},
): ImportLineByKind<'client'> => ({
  ...{ kind: 'client', key, firstName: 'Anna', lastName: `Berg ${key}`, email: null, phone: null },
  ...given,
});

/** A pet from another program, whose client has the same key. */
export const petLine = (key: string, given: Partial<ImportLineByKind<'pet'>> = {}): ImportLineByKind<'pet'> => ({
  ...{ kind: 'pet', key, client: { key }, name: 'Bello', species: 'Hund', breed: null, sex: null, dateOfBirth: null },
  ...given,
});

/** An employee from another program. */
export const employeeLine = (
  key: string,
  storeIds: string[],
  given: Partial<ImportLineByKind<'employee'>> = {},
): ImportLineByKind<'employee'> => ({
  ...{ kind: 'employee', key, firstName: 'Kwame', lastName: `Mensah ${key}`, role: 'vet', storeIds, isActive: true },
  ...given,
});

/** An appointment from another program, of the pet with the same key and the type `check`, on 2 March 2026 at 9. */
export const visitLine = (
  key: string,
  storeId: string,
  given: Partial<ImportLineByKind<'appointment'>> = {},
): ImportLineByKind<'appointment'> => ({
  ...{ kind: 'appointment', key, storeId, pet: { key }, visitType: { key: 'check' }, employee: null, room: null },
  ...{ start: '2026-03-02T09:00Z', end: '2026-03-02T09:30Z', status: 'completed', notes: null },
  ...given,
});

/** The outcomes of imported lines; expects that the import is allowed. */
export async function sendLines(
  client: ServiceClient,
  companyId: string,
  lines: readonly ImportLine[],
  options: { source?: string; dryRun?: boolean; expected?: readonly { kind: string; key: string }[] } = {},
): Promise<ImportOutcome[]> {
  const { source = 'Old system', dryRun = false, expected } = options;
  const body = { companyId, source, dryRun, lines, ...(expected && { expected }) };
  const answer = await client.post('/v1/practice/import', body);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return importedRecordsSchema.parse(answer.body).lines;
}

/** Outcomes in short form: `new`, `unchanged (kept phone)`, `no_client`. */
export const inShort = (outcomes: readonly ImportOutcome[]): string[] =>
  outcomes.map((outcome) => {
    if (outcome.outcome === 'refused') return outcome.reason;
    return outcome.kept.length === 0 ? outcome.outcome : `${outcome.outcome} (kept ${outcome.kept.join(', ')})`;
  });
