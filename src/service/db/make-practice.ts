import { sql } from 'drizzle-orm';
import { ServiceError } from '#contract/error.ts';
import { permissionSets } from '#contract/permissions.ts';
import type { ManagedKind } from '#contract/practice-management.ts';
import { fullName, type PracticeSetup } from '#contract/practice-setup.ts';
import { isDemoCompany } from '#service/demo/demo-practice.ts';
import { createApiKey, hashApiKey } from './authentication.ts';
import { orderedUuid } from './column-types.ts';
import type { Database } from './database.ts';
import { creationOf } from './manage/practice-history.ts';
import { apiKeys, companies, practiceHistory } from './schema.ts';
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
 * first of them may manage it. Its history begins with it. Throws `set_up_already`, and changes nothing, where a practice of one's
 * own is there.
 */
export async function makePractice(
  { db }: Database,
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
  const now = clock();
  const own = { companyId: orderedUuid(now) };
  const { companyId } = own;
  const rooms = practice.store.rooms.map((room) => ({ ...room, id: orderedUuid(now) }));
  const store = { ...practice.store, ...own, id: orderedUuid(now), rooms };
  const types = practice.visitTypes.map((type) => ({ ...type, ...own, id: orderedUuid(now), isActive: true }));
  const employees = practice.people.map(({ may, ...person }, nth) => ({
    ...person,
    ...own,
    id: orderedUuid(now),
    storeIds: [store.id],
    isActive: true,
    permissions: permissionSets[nth === 0 ? 'manage' : may],
  }));
  const keys = (from === 'browser' ? employees : employees.slice(0, 1)).map((employee) => ({
    employee,
    key: createApiKey(companyId),
    row: {
      ...own,
      id: orderedUuid(now),
      employeeId: employee.id,
      access: 'read_write' as const,
      createdAt: new Date(now).toISOString(),
      expiresAt: null,
    },
  }));

  const created = (kind: ManagedKind, name: string, id: string, values: object, storeIds: readonly string[]) => ({
    ...own,
    kind,
    recordId: id,
    name,
    action: 'created' as const,
    changes: creationOf({ ...values }),
    storeIds,
  });
  const { name, timeZone, openingHours } = store;
  const history = [
    created('company', practice.name, companyId, { name: practice.name }, []),
    created('store', name, store.id, { name, timeZone, openingHours }, [store.id]),
    ...rooms.map(({ id, ...room }) => created('room', room.name, id, { storeId: store.id, ...room }, [store.id])),
    ...types.map(({ id, category, durationMinutes, ...type }) =>
      created('appointment_type', type.name, id, { name: type.name, category, durationMinutes }, []),
    ),
    ...employees.map(({ id, companyId: _, isActive: __, ...employee }) =>
      created('employee', fullName(employee), id, employee, [store.id]),
    ),
    ...keys.map(({ employee, row: { id, employeeId, access, expiresAt } }) =>
      created('key', fullName(employee), id, { employeeId, access, expiresAt }, [store.id]),
    ),
  ];
  const maker = from === 'browser' ? (employees[0]?.id ?? null) : null;

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
      company: { id: companyId, name: practice.name, stores: [store] },
      employees,
      types,
      clients: [],
      pets: [],
    });
    await tx.insert(apiKeys).values(keys.map(({ key, row }) => ({ ...row, keyHash: hashApiKey(key) })));
    // Each has a time of its own, by which they are in order.
    await tx.insert(practiceHistory).values(
      history.map((entry, nth) => ({
        ...entry,
        id: orderedUuid(now + nth),
        at: new Date(now + nth).toISOString(),
        employeeId: maker,
      })),
    );
  });
  return employees.map((employee) => ({
    employeeId: employee.id,
    name: fullName(employee),
    key: keys.find((one) => one.employee === employee)?.key ?? null,
  }));
}
