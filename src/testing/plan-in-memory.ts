import {
  type Availability,
  type ChangeAvailability,
  type CreateAvailability,
  changeAvailabilitySchema,
  changeableAvailability,
  createAvailabilitySchema,
} from '#contract/availability.ts';
import {
  availabilityProblem,
  movedAlong,
  repeatedTimes,
  timeOf,
  type WallClock,
} from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';

type Wanted = Omit<ChangeAvailability, 'companyId' | 'expectedUpdatedAt'>;

const iso = (instant: number) => new Date(instant).toISOString();
const byStart = (one: Availability, other: Availability) =>
  instantOf(one.start) - instantOf(other.start) || one.id.localeCompare(other.id);

export type PlanInMemory = ReturnType<typeof createPlanInMemory>;

/**
 * The plan of a practice in memory: who is on duty and what is blocked, by the rules of the contract. It throws what the
 * service answers with.
 */
export function createPlanInMemory(companyId: string, clockOf: (storeId: string | null) => WallClock) {
  const entries = new Map<string, Availability>();
  let latest = 0;

  /** Now, later than any time before. */
  function stamp(): string {
    latest = Math.max(Date.now(), latest + 1);
    return iso(latest);
  }

  /** Throws 400 for an entry that cannot be; `fieldOf` says which field of the request is at fault. */
  function checked(entry: Availability, fieldOf: (field: string) => string): Availability {
    const fault = availabilityProblem({ ...entry, ...timeOf(entry) });
    if (fault) throw invalidInput(fieldOf(fault.field), fault.problem);
    return entry;
  }

  function find(id: string): Availability {
    const found = entries.get(id);
    if (found === undefined) throw new ServiceError('not_found', 'id: there is no such entry');
    return found;
  }

  /** This entry, and with `following` the later ones of its series. */
  function inScope(entry: Availability, scope: Wanted['scope']): Availability[] {
    if (scope !== 'following' || entry.seriesId === null) return [entry];
    const isLater = ({ seriesId, start }: Availability) =>
      seriesId === entry.seriesId && instantOf(start) > instantOf(entry.start);
    return [entry, ...[...entries.values()].filter(isLater)].sort(byStart);
  }

  /** The entries of the scope that a change makes others, as they are after it. */
  function changedBy(entry: Availability, { scope, start, end, title, employeeId, roomId }: Wanted): Availability[] {
    const clock = clockOf(entry.storeId);
    const to = timeOf({ start: start ?? entry.start, end: end ?? entry.end });
    return inScope(entry, scope).flatMap((one) => {
      const time = one === entry ? to : movedAlong(timeOf(one), timeOf(entry), to, clock);
      const next: Availability = {
        ...one,
        ...(title === undefined ? {} : { title }),
        ...(employeeId === undefined ? {} : { employeeId }),
        ...(roomId === undefined ? {} : { roomId }),
        ...{ start: iso(time.start), end: iso(time.end) },
      };
      return changeableAvailability.every((field) => next[field] === one[field]) ? [] : [next];
    });
  }

  function change(id: string, wanted: Wanted): Availability {
    const changed = changedBy(find(id), wanted).map((one) =>
      checked(one, (field) => {
        if (one.id !== id) return 'scope';
        return field === 'end' && wanted.end === undefined ? 'start' : field;
      }),
    );
    for (const one of changed) entries.set(one.id, { ...one, updatedAt: stamp() });
    return find(id);
  }

  function expect(id: string, expectedUpdatedAt: string): void {
    const current = find(id);
    if (instantOf(expectedUpdatedAt) !== instantOf(current.updatedAt))
      throw new ServiceError('changed_meanwhile', 'look at the entry as it is now', { current });
  }

  return {
    entries,
    /** Those that overlap a time, by start. */
    between(start: string, end: string): Availability[] {
      return [...entries.values()]
        .filter((entry) => instantOf(entry.start) < instantOf(end) && instantOf(entry.end) > instantOf(start))
        .sort(byStart);
    },
    /** Adds an entry, or several with `repeat`, and returns the first one. */
    create(body: Omit<CreateAvailability, 'companyId'>): Availability {
      const { repeat, ...wanted } = createAvailabilitySchema.parse({ ...body, companyId });
      const { storeId = null, employeeId = null, roomId = null, title = null } = wanted;
      const made = repeat ? repeatedTimes(timeOf(wanted), repeat, clockOf(storeId)) : { times: [timeOf(wanted)] };
      if ('problem' in made) throw invalidInput(made.field, made.problem);
      const seriesId = repeat ? crypto.randomUUID() : null;
      const at = stamp();
      const all = made.times.map(({ start, end }) => ({
        ...{ id: crypto.randomUUID(), companyId, kind: wanted.kind, storeId, employeeId, roomId },
        ...{ start: iso(start), end: iso(end), title, seriesId, createdAt: at, updatedAt: at },
      }));
      for (const one of all.map((each) => checked(each, () => 'repeat'))) entries.set(one.id, one);
      const [first] = all;
      if (first === undefined) throw new Error('a repetition has a first time');
      return first;
    },
    /** Changes an entry as a colleague at another desk does. */
    change,
    remove(id: string, scope: Wanted['scope'] = 'this'): number {
      const gone = inScope(find(id), scope);
      for (const one of gone) entries.delete(one.id);
      return gone.length;
    },
    /** The same as asked for by a request, whose person has seen a version. `checkPlace` throws for an employee or a room that does not fit. */
    patch(
      id: string,
      body: unknown,
      checkPlace: (changes: Wanted, storeId: string | null) => void = () => undefined,
    ): Availability {
      const { companyId: _, expectedUpdatedAt, ...wanted } = changeAvailabilitySchema.parse(body);
      const entry = find(id);
      if (changedBy(entry, wanted).length === 0) return entry;
      expect(id, expectedUpdatedAt);
      checkPlace(wanted, entry.storeId);
      return change(id, wanted);
    },
    delete(id: string, expectedUpdatedAt: string, scope: Wanted['scope']): number {
      expect(id, expectedUpdatedAt);
      return this.remove(id, scope);
    },
  };
}
