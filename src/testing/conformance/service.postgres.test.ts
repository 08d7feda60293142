import { afterAll, describe } from 'vitest';
import { permissionSets } from '#contract/permissions.ts';
import type { DatabaseContent } from '#gateway/access/session.ts';
import { makePractice } from '#service/db/make-practice.ts';
import { appointments, onlineRequests } from '#service/db/schema.ts';
import { removeCompanies, writePractice } from '#service/db/write-practice.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import { createService } from '#service/service.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { createGatewayHarness, type GatewayHarness, withSignIn } from '#testing/gateway-harness.ts';
import type { ManagedPractice } from '#testing/management-in-memory.ts';
import { keyOf } from '#testing/practice-rows.ts';
import { appointmentCases } from './appointments.cases.ts';
import { fillingCases } from './filling.cases.ts';
import { messageCases } from './messages.cases.ts';
import { onlineRequestCases } from './online-requests.cases.ts';
import { peopleCases } from './people.cases.ts';
import { planCases } from './plan.cases.ts';
import { practiceCases } from './practice.cases.ts';
import { ada, company, describePractice, type Send } from './practices.ts';
import { recallCases } from './recalls.cases.ts';
import { type Desk, setupCases } from './setup.cases.ts';

/** The real service with the records of the practice, called with the manager's key. */
async function openService({
  company: own,
  employees,
  types,
  clients,
  pets,
  ...practice
}: ManagedPractice): Promise<Send> {
  const database = await openSharedMemoryDatabase();
  await removeCompanies(database.sql, [own.id]);
  await database.db.transaction(async (tx) => {
    const people = employees.map((person) => ({
      ...person,
      permissions: permissionSets[person.id === ada ? 'manage' : 'book'],
    }));
    await writePractice(tx, { company: own, employees: people, types, clients, pets });
    const rows = practice.appointments.map(({ employees: assigned, ...columns }) => ({
      ...columns,
      employeeIds: assigned.map(({ id }) => id),
      mainEmployeeIds: assigned.map(({ id }) => id),
      titleWords: wordsOf(columns.title),
    }));
    await tx.insert(appointments).values(rows);
    const open = practice.onlineRequests.requests.map((request) => ({ ...request, status: 'open' as const }));
    await tx.insert(onlineRequests).values(open);
  });
  const key = await keyOf(database, ada);
  let now = Date.now();
  const service = createService({
    database,
    clock: () => {
      now += 1_000;
      return now;
    },
  });
  return async (path, { headers, ...init }) =>
    service.request(path, { ...init, headers: { ...headers, Authorization: `Bearer ${key}` } });
}

describePractice('the service', openService, [
  ...[appointmentCases, fillingCases, messageCases, onlineRequestCases],
  ...[peopleCases, planCases, practiceCases, recallCases],
]);
afterAll(async () => removeCompanies((await openSharedMemoryDatabase()).sql, [company]));

/** A gateway and a service in which a practice can be set up, open until the end of the test. */
async function openProduct(use: (desk: Desk) => Promise<void>): Promise<void> {
  const database = await openSharedMemoryDatabase();
  const service = createService({ database });
  const before = await database.sql<{ id: string }[]>`select company_id as id from companies`;
  let content: DatabaseContent = 'nothing';
  const codes: string[] = [];
  await withSignIn(async (keyring) => {
    const harness: GatewayHarness = await createGatewayHarness({
      keyring,
      databaseContent: async () => content,
      onboarding: {
        databaseContent: async () => content,
        async createPractice({ practice }) {
          const people = await makePractice(database, { practice, demo: 'keep', from: 'browser', isAdditional: true });
          content = 'own';
          return people.map(({ key, ...person }) => ({ ...person, key: key ?? '' }));
        },
        show: (code) => void codes.push(code),
        timeZone: 'Europe/Berlin',
      },
      service: (request) => service.fetch(request),
      // The response to a set-up is stored for the rest of the test.
      sleep: () => new Promise(() => undefined),
    });
    try {
      await harness.gateway.start();
      await use({ ...browserAt(harness.gateway), code: () => codes.at(-1) ?? '' });
    } finally {
      await harness.close();
      const made = await database.sql<{ id: string }[]>`select company_id as id from companies`;
      const others = new Set(before.map(({ id }) => id));
      await removeCompanies(
        database.sql,
        made.map(({ id }) => id).filter((id) => !others.has(id)),
      );
    }
  });
}

describe('the set-up of the product', () => setupCases(openProduct));
