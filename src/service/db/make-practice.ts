import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import { permissionSets } from '#contract/permissions.ts';
import { fullName, type PracticeSetup } from '#contract/practice-setup.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { createApiKey, hashApiKey } from './api-keys.ts';
import type { Database } from './database.ts';
import { apiKeys, companies } from './schema.ts';
import { removeCompanies, writePractice } from './write-practice.ts';

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
 * first of them may manage it. Throws `set_up_already`, and changes nothing, where a practice of one's own is there.
 */
export async function makePractice(
  { db }: Database,
  {
    practice,
    demo,
    keysFor,
    beside = false,
    clock = Date.now,
  }: {
    practice: PracticeSetup;
    /** What becomes of the demo practice, with all that was booked in it. */
    demo: 'remove' | 'keep';
    keysFor: 'everyone' | 'the first';
    /** Makes it beside one of one's own. */
    beside?: boolean;
    clock?: () => number;
  },
): Promise<NewPerson[]> {
  const companyId = randomUUID();
  const store = { ...practice.store, id: randomUUID(), companyId };
  const employees = practice.people.map(({ may, ...person }, nth) => ({
    ...person,
    id: randomUUID(),
    companyId,
    storeIds: [store.id],
    isActive: true,
    permissions: permissionSets[nth === 0 ? 'manage' : may],
  }));
  const people = employees.map((employee, nth) => ({
    employeeId: employee.id,
    name: fullName(employee),
    key: nth === 0 || keysFor === 'everyone' ? createApiKey(companyId) : null,
  }));

  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(ONE_AT_A_TIME))})`);
    const present = await tx.select({ id: companies.companyId }).from(companies);
    const isOwn = ({ id }: { id: string }) => !isDemoCompany(id);
    if (!beside && present.some(isOwn)) throw new ServiceError('set_up_already', 'a practice is set up here already');
    if (demo === 'remove') {
      const demos = present.filter((company) => !isOwn(company));
      await removeCompanies(
        tx,
        demos.map(({ id }) => id),
      );
    }
    await writePractice(tx, {
      company: {
        id: companyId,
        name: practice.name,
        stores: [{ ...store, rooms: store.rooms.map((room) => ({ ...room, id: randomUUID() })) }],
      },
      employees,
      types: practice.visitTypes.map((type) => ({ ...type, id: randomUUID(), companyId, isActive: true })),
      clients: [],
      pets: [],
    });
    await tx.insert(apiKeys).values(
      people.flatMap(({ employeeId, key }) =>
        key === null
          ? []
          : {
              companyId,
              id: randomUUID(),
              employeeId,
              keyHash: hashApiKey(key),
              access: 'read_write' as const,
              createdAt: new Date(clock()).toISOString(),
              expiresAt: null,
            },
      ),
    );
  });
  return people;
}
