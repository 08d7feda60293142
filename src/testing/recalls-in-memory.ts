import type { Appointment } from '#contract/appointment.ts';
import type { AppointmentType, Company, Pet } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { changeRecallSchema, createRecallAttemptSchema, createRecallSchema, type Recall } from '#contract/recalls.ts';
import { addMonths, dateIn, dayOfInstant, zoneOfStore } from '#scheduling/calendar-day.ts';
import type { CheckedRequest } from './check-request.ts';
import { changeRecord, findRecord, replaceRecord } from './versions-in-memory.ts';

export type RecallsInMemory = ReturnType<typeof createRecallsInMemory>;

/** The recall without what is derived from its pet and the appointments. */
type StoredRecall = Omit<Recall, 'clientId' | 'appointmentId' | 'status'> & { status: 'due' | 'done' | 'declined' };

const bookingStatuses: readonly AppointmentStatus[] = [
  'requested',
  'confirmed',
  'checked_in',
  'in_progress',
  'ready_for_checkout',
];

/** The recalls of a practice in memory, none at first. Throws the errors that the service would send. */
export function createRecallsInMemory(held: {
  company: Company;
  appointments: readonly Appointment[];
  pets: readonly Pet[];
  types: readonly AppointmentType[];
  checkVisitType: (id: string) => AppointmentType;
  /** The current user. */
  employeeId: string;
}) {
  const { company, appointments, pets, types, checkVisitType, employeeId } = held;
  const recalls: StoredRecall[] = [];
  /** The appointments that were completed before. */
  const counted = new Set<string>();
  /** The start of the appointment that made a recall, by the recall's id. */
  const madeBy = new Map<string, number>();

  const zoneOf = ({ storeId }: Pick<Appointment, 'storeId'>) =>
    zoneOfStore(
      company.stores.find(({ id }) => id === storeId),
      'UTC',
    );

  /** A living, active pet; undefined for any other, whose recalls do not exist for the desk. */
  const livingPet = (petId: string) =>
    pets.find(({ id, isActive, deceasedOn }) => id === petId && isActive && deceasedOn === null);

  function derived(recall: StoredRecall): Recall {
    const [next] =
      recall.status === 'due'
        ? appointments
            .filter(({ petId, visitTypeId }) => petId === recall.petId && visitTypeId === recall.visitTypeId)
            .filter(({ status }) => bookingStatuses.includes(status))
            .filter((one) => dayOfInstant(zoneOf(one), instantOf(one.start)).end > Date.now())
            .sort((one, other) => instantOf(one.start) - instantOf(other.start))
        : [];
    return {
      ...recall,
      clientId: pets.find(({ id }) => id === recall.petId)?.clientId ?? '',
      ...(next && { status: 'booked' }),
      appointmentId: next?.id ?? null,
    };
  }

  const openOf = ({ petId, visitTypeId }: Pick<Recall, 'petId' | 'visitTypeId'>) =>
    recalls.find((one) => one.status === 'due' && one.petId === petId && one.visitTypeId === visitTypeId);

  function checkOpen(wanted: Pick<Recall, 'petId' | 'visitTypeId'>): void {
    const open = openOf(wanted);
    if (open) throw new ServiceError('already_due', 'look at the open recall', { current: derived(open) });
  }

  /** Adds a recall as if at another desk; by default of the first pet and visit type, due today. */
  function add(given: Partial<StoredRecall> = {}): Recall {
    const now = new Date().toISOString();
    const [pet] = pets;
    const [type] = types;
    if (pet === undefined || type === undefined) throw new Error('the practice is empty');
    const recall: StoredRecall = {
      id: crypto.randomUUID(),
      companyId: company.id,
      petId: pet.id,
      visitTypeId: type.id,
      dueOn: now.slice(0, 10),
      status: 'due',
      snoozedUntil: null,
      attempts: [],
      createdAt: now,
      updatedAt: now,
      ...given,
    };
    recalls.push(recall);
    return derived(recall);
  }

  function create(body: unknown): string {
    const { petId, visitTypeId, dueOn } = createRecallSchema.parse(body);
    if (livingPet(petId) === undefined)
      throw invalidInput('petId', 'the company has no such pet, or it is inactive or has died');
    checkVisitType(visitTypeId);
    checkOpen({ petId, visitTypeId });
    return add({ petId, visitTypeId, dueOn }).id;
  }

  function patch(id: string, body: unknown): Recall {
    const current = find(id);
    try {
      const changed = changeRecord(recalls, id, changeRecallSchema.parse(body), (next, before) => {
        if (next.status === 'due' && before.status !== 'due') checkOpen(next);
        return next;
      });
      return derived(changed);
    } catch (error) {
      const isStale = error instanceof ServiceError && error.key === 'changed_meanwhile';
      throw isStale
        ? new ServiceError('changed_meanwhile', 'check its current version', { current: derived(current) })
        : error;
    }
  }

  /** A recall of a pet that is alive and active. Throws 404 for any other. */
  function find(id: string): StoredRecall {
    const found = findRecord(recalls, id);
    if (livingPet(found.petId) === undefined) throw new ServiceError('not_found', 'id: the company has none');
    return found;
  }

  function attempt(id: string, body: unknown): string {
    const { how } = createRecallAttemptSchema.parse(body);
    const recall = find(id);
    recall.attempts = [{ at: new Date().toISOString(), employeeId, how }, ...recall.attempts];
    return crypto.randomUUID();
  }

  function list(query: URLSearchParams): Recall[] {
    const { from = '', until = '9999-12-31', status, petId } = Object.fromEntries(query);
    return recalls
      .filter((recall) => livingPet(recall.petId) !== undefined)
      .map(derived)
      .filter(({ dueOn }) => dueOn >= from && dueOn <= until)
      .filter((recall) => (status ?? recall.status) === recall.status && (petId ?? recall.petId) === recall.petId)
      .sort((one, other) => (`${one.dueOn} ${one.id}` < `${other.dueOn} ${other.id}` ? -1 : 1));
  }

  return {
    /** All recalls, oldest first, those of pets that have died too. */
    all: () => recalls.map(derived),
    add,
    /** Changes a recall as if at another desk. */
    change: (id: string, changes: Partial<StoredRecall>) =>
      derived(replaceRecord(recalls, { ...findRecord(recalls, id), ...changes })),
    /** Adds an attempt as if at another desk. */
    addAttempt(id: string, given: Partial<Recall['attempts'][number]> = {}): void {
      const recall = findRecord(recalls, id);
      recall.attempts = [{ at: new Date().toISOString(), employeeId, how: 'call', ...given }, ...recall.attempts];
    },
    /**
     * Ends the open recall of an appointment that has just been completed, and makes the next one. An appointment before the
     * one that made the open recall ends nothing, and its own recall is done.
     */
    complete(appointment: Appointment): void {
      const { id, petId, visitTypeId, start } = appointment;
      if (counted.has(id)) return;
      counted.add(id);
      const open = openOf({ petId, visitTypeId: visitTypeId ?? '' });
      const isOld = open !== undefined && (madeBy.get(open.id) ?? Number.NEGATIVE_INFINITY) > instantOf(start);
      if (open && !isOld) replaceRecord(recalls, { ...open, status: 'done' });
      const type = types.find((one) => one.id === visitTypeId);
      if (!type?.isActive || type.recallMonths === null || livingPet(petId) === undefined) return;
      const day = dateIn(zoneOf(appointment), instantOf(start));
      const dueOn = addMonths(day, type.recallMonths);
      const made = add({ petId, visitTypeId: type.id, dueOn, status: isOld ? 'done' : 'due' });
      madeBy.set(made.id, instantOf(start));
    },
    /**
     * The response to a request about recalls, with the list that it pages and the creates that run once; null for any
     * other.
     */
    respond(
      { name, query, body }: CheckedRequest,
      { page, once }: { page: (records: readonly unknown[]) => unknown; once: (create: () => string) => string },
    ): unknown {
      if (name === 'GET /v1/recalls') return page(list(query));
      if (name === 'POST /v1/recalls') return once(() => create(body));
      const [, attempted] = /^POST \/v1\/recalls\/([^/]+)\/attempts$/.exec(name) ?? [];
      if (attempted !== undefined) return once(() => attempt(attempted, body));
      const [, changed] = /^PATCH \/v1\/recalls\/([^/]+)$/.exec(name) ?? [];
      return changed === undefined ? null : patch(changed, body);
    },
  };
}
