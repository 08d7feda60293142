import {
  type Availability,
  type ChangeAvailability,
  type ChangedAvailability,
  changeAvailabilitySchema,
} from '#contract/availability.ts';
import { instantOf, toUtcDateTime } from '#contract/date-time.ts';
import { ServiceError } from '#contract/error.ts';

type Put = NonNullable<ChangeAvailability['put']>[number];
type Entry = Omit<Availability, 'companyId' | 'createdAt' | 'updatedAt'>;

const byStart = (one: Availability, other: Availability) =>
  instantOf(one.start) - instantOf(other.start) || one.id.localeCompare(other.id);

function entryOf({ id, start, end, ...put }: Put): Entry {
  const { kind, storeId = null, employeeId = null, roomId = null, title = null, seriesId = null } = put;
  return {
    id,
    kind,
    storeId,
    employeeId,
    roomId,
    start: toUtcDateTime(start),
    end: toUtcDateTime(end),
    title,
    seriesId,
  };
}

const isSame = (before: Availability, entry: Entry) =>
  JSON.stringify({ ...before, ...entry }) === JSON.stringify(before);

export type PlanInMemory = ReturnType<typeof createPlanInMemory>;

/** The availability entries of a practice in memory. Throws the errors that the service would send. */
export function createPlanInMemory(companyId: string) {
  const entries = new Map<string, Availability>();
  let latest = 0;

  /** Stores an entry with a later `updatedAt` than all others. */
  function store(entry: Entry): Availability {
    latest = Math.max(Date.now(), latest + 1);
    const updatedAt = new Date(latest).toISOString();
    const stored = { companyId, createdAt: entries.get(entry.id)?.createdAt ?? updatedAt, ...entry, updatedAt };
    entries.set(entry.id, stored);
    return stored;
  }

  /** Adds an entry as if at another desk. */
  const create = (body: Omit<Put, 'id' | 'expectedUpdatedAt'>) => store(entryOf({ id: crypto.randomUUID(), ...body }));

  return {
    entries,
    /** The entries that overlap a time, by start. */
    between(start: string, end: string): Availability[] {
      return [...entries.values()]
        .filter((entry) => instantOf(entry.start) < instantOf(end) && instantOf(entry.end) > instantOf(start))
        .sort(byStart);
    },
    create,
    /** Adds entries of one series. */
    createSeries(bodies: readonly Omit<Put, 'id' | 'expectedUpdatedAt' | 'seriesId'>[]): Availability[] {
      const seriesId = crypto.randomUUID();
      return bodies.map((body) => create({ ...body, seriesId }));
    },
    /** Changes an entry as if at another desk. */
    change(id: string, changes: Partial<Entry>): Availability {
      const entry = entries.get(id);
      if (entry === undefined) throw new Error('there is no such entry');
      return store({ ...entry, ...changes });
    },
    /** Ends the shifts of an employee who is deactivated. */
    endDuty(employeeId: string): void {
      const now = Date.now();
      for (const entry of entries.values()) {
        if (entry.kind !== 'on_duty' || entry.employeeId !== employeeId) continue;
        if (instantOf(entry.start) >= now) entries.delete(entry.id);
        else if (instantOf(entry.end) > now) store({ ...entry, end: new Date(now).toISOString() });
      }
    },
    /** Applies a change as requested. `checkPlace` throws for a store, a room or an employee that does not fit. */
    request(
      body: unknown,
      checkPlace: (place: string, entry: Entry, before: Availability | undefined) => void = () => undefined,
    ): ChangedAvailability {
      const { put, remove } = changeAvailabilitySchema.parse(body);
      const puts = (put ?? []).map(({ expectedUpdatedAt, ...values }) => ({ expectedUpdatedAt, ...entryOf(values) }));
      const different = puts.filter(({ expectedUpdatedAt: _, ...entry }) => {
        const before = entries.get(entry.id);
        return before === undefined || !isSame(before, entry);
      });
      const isAsSeen = (id: string, seen: string | null | undefined) => {
        const { updatedAt } = entries.get(id) ?? {};
        return seen == null || updatedAt === undefined
          ? seen == null && updatedAt === undefined
          : instantOf(seen) === instantOf(updatedAt);
      };
      const removed = (remove ?? []).filter(({ id }) => entries.has(id));
      const conflicts = [...different, ...removed].filter((one) => !isAsSeen(one.id, one.expectedUpdatedAt));
      if (conflicts.length > 0) {
        const current = conflicts.map(({ id }) => ({ id, entry: entries.get(id) ?? null }));
        throw new ServiceError('changed_meanwhile', 'look at the entries as they are now', { current });
      }
      for (const [nth, { expectedUpdatedAt: _, ...entry }] of puts.entries())
        checkPlace(`put[${nth}]`, entry, entries.get(entry.id));
      for (const { expectedUpdatedAt: _, ...entry } of different) store(entry);
      for (const { id } of removed) entries.delete(id);
      return { put: puts.flatMap(({ id }) => entries.get(id) ?? []), removed: (remove ?? []).map(({ id }) => id) };
    },
  };
}
