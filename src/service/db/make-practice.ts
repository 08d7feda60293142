import { sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import { permissionSets } from '#contract/permissions.ts';
import { fullName, type PracticeSetup } from '#contract/practice-setup.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { orderedUuid } from './column-types.ts';
import type { Database } from './database.ts';
import { appointmentType } from './manage/appointment-types.ts';
import { employee } from './manage/employees.ts';
import { issueKey } from './manage/keys.ts';
import type { Managing } from './manage/managing.ts';
import { create, notePart } from './manage/parts.ts';
import { company, room, store } from './manage/stores-and-rooms.ts';
import { inTransaction, runQuery } from './run-query.ts';
import { companies } from './schema.ts';
import { removeCompanies } from './write-practice.ts';
import { insertRow } from './write-rows.ts';

/** An arbitrary advisory lock id: practices are made one after the other, whichever process makes them. */
const ONE_AT_A_TIME = 4_100_000_003;

/** Somebody of a new practice; the key, which is shown this once, is null for who was given none. */
export interface NewPerson {
  readonly employeeId: string;
  readonly name: string;
  readonly key: string | null;
}

/**
 * Makes a practice with its people, in their order, in one transaction: all of it is there afterwards, or nothing is. The
 * first of them may manage it. Its history begins with it. Throws `set_up_already`, and changes nothing, where a practice of one's
 * own is there.
 */
export async function makePractice(
  database: Database,
  {
    practice,
    demo,
    from,
    beside = false,
    clock = Date.now,
  }: {
    practice: PracticeSetup;
    /** What becomes of the demo practice, with all that was booked in it. */
    demo: 'remove' | 'keep';
    /** In the browser the first person makes it, and everybody gets a key; the command line prints a key of the first alone. */
    from: 'browser' | 'command line';
    /** Makes it beside one of one's own. */
    beside?: boolean;
    clock?: () => number;
  },
): Promise<NewPerson[]> {
  return inTransaction(database.sql, async (transaction) => {
    await runQuery(transaction, sql`select pg_advisory_xact_lock(${sql.raw(String(ONE_AT_A_TIME))})`);
    const present = await runQuery<{ id: string }>(transaction, sql`select company_id as id from companies`);
    const demos = present.map(({ id }) => id).filter(isDemoCompany);
    if (!beside && demos.length < present.length)
      throw new ServiceError('set_up_already', 'a practice is set up here already');
    if (demo === 'remove') await removeCompanies(transaction, demos);

    const by: Managing = { transaction, actor: null, now: clock() };
    const companyId = orderedUuid(by.now);
    const { name } = practice;
    await runQuery(transaction, insertRow(companies, { companyId, name }));
    await notePart(by, company, { companyId, id: companyId, before: null, after: { name } });
    const { rooms, ...values } = practice.store;
    const storeId = await create(by, store, { companyId, ...values });
    for (const one of rooms) await create(by, room, { companyId, storeId, ...one });
    for (const type of practice.visitTypes) await create(by, appointmentType, { companyId, ...type });
    const people: Omit<NewPerson, 'key'>[] = [];
    for (const [nth, { may, ...person }] of practice.people.entries()) {
      const permissions = [...permissionSets[nth === 0 ? 'manage' : may]];
      const employeeId = await create(by, employee, { companyId, ...person, storeIds: [storeId], permissions });
      people.push({ employeeId, name: fullName(person) });
    }
    const created: NewPerson[] = [];
    for (const [nth, person] of people.entries()) {
      const request = { companyId, id: person.employeeId, access: 'read_write' as const };
      const hasKey = from === 'browser' || nth === 0;
      created.push({ ...person, key: hasKey ? (await issueKey(by, request)).key : null });
    }
    if (from === 'browser') {
      const maker = people[0]?.employeeId ?? null;
      await runQuery(
        transaction,
        sql`update practice_history set employee_id = ${maker}::uuid where company_id = ${companyId}::uuid`,
      );
    }
    return created;
  });
}
