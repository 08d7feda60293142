import { sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import { permissionSets } from '#contract/permissions.ts';
import { fullName, type PracticeSetup } from '#contract/practice-setup.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { createOrderedUuid } from './column-types.ts';
import type { Database } from './database.ts';
import { appointmentTypeDefinition } from './manage/appointment-types.ts';
import { employeeDefinition } from './manage/employees.ts';
import { issueKey } from './manage/keys.ts';
import { createRecord } from './manage/practice-record.ts';
import { companyDefinition, roomDefinition, storeDefinition } from './manage/stores-and-rooms.ts';
import { inTransaction, runQuery } from './run-query.ts';
import { removeCompanies } from './write-practice.ts';
import { type Writer, writeChanges } from './write-records.ts';

/**
 * The arbitrary id of an advisory lock. With it, practices are created one after another, whichever process creates
 * them.
 */
const PRACTICE_LOCK_ID = 4_100_000_003;

/** A person of a new practice. The key is shown only now; it is null if none was issued. */
export interface NewPerson {
  readonly employeeId: string;
  readonly name: string;
  readonly key: string | null;
}

/**
 * Creates a practice with its people, in their order, in one transaction. The practice's history records everything
 * that is created. The first person may manage the practice. Throws `set_up_already`, and changes nothing, if a real
 * practice already exists.
 */
export async function makePractice(
  database: Database,
  {
    practice,
    demo,
    from,
    isAdditional = false,
    clock = Date.now,
  }: {
    practice: PracticeSetup;
    /** Whether to remove or to keep the demo practice, with everything that is booked in it. */
    demo: 'remove' | 'keep';
    /**
     * The place where the practice is created. In the browser, the first person creates it, and everyone gets a key; on
     * the command line, only the first person gets one.
     */
    from: 'browser' | 'command line';
    /** Whether to create the practice even if another one exists. */
    isAdditional?: boolean;
    clock?: () => number;
  },
): Promise<NewPerson[]> {
  return inTransaction(database.sql, async (transaction) => {
    await runQuery(transaction, sql`select pg_advisory_xact_lock(${sql.raw(String(PRACTICE_LOCK_ID))})`);
    const present = await runQuery<{ id: string }>(transaction, sql`select company_id as id from companies`);
    const demos = present.map(({ id }) => id).filter(isDemoCompany);
    if (!isAdditional && demos.length < present.length)
      throw new ServiceError('set_up_already', 'a practice is set up here already');
    if (demo === 'remove') await removeCompanies(transaction, demos);

    const writer: Writer = { transaction, actor: null, now: clock() };
    const companyId = createOrderedUuid(writer.now);
    const { name } = practice;
    await writeChanges(writer, companyDefinition, companyId, [{ id: companyId, before: null, after: { name } }]);
    const { rooms, ...values } = practice.store;
    const storeId = await createRecord(writer, storeDefinition, { companyId, ...values });
    for (const one of rooms) await createRecord(writer, roomDefinition, { companyId, storeId, ...one });
    for (const type of practice.visitTypes)
      await createRecord(writer, appointmentTypeDefinition, { companyId, ...type });
    const people: Omit<NewPerson, 'key'>[] = [];
    for (const [nth, { may, ...person }] of practice.people.entries()) {
      const permissions = [...permissionSets[nth === 0 ? 'manage' : may]];
      const employeeId = await createRecord(writer, employeeDefinition, {
        companyId,
        ...person,
        storeIds: [storeId],
        permissions,
      });
      people.push({ employeeId, name: fullName(person) });
    }
    const created: NewPerson[] = [];
    for (const [nth, person] of people.entries()) {
      const request = { companyId, id: person.employeeId, access: 'read_write' as const };
      const hasKey = from === 'browser' || nth === 0;
      created.push({ ...person, key: hasKey ? (await issueKey(writer, request)).key : null });
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
