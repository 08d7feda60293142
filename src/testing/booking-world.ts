import { ApiError } from '#app/api/api-error.ts';
import type { BookingFormValues } from '#app/features/booking/booking-model.ts';
import type { BookingRequest } from '#app/features/booking/booking-schema.ts';
import { createDraftStore } from '#app/features/booking/draft-store.ts';
import type { BookingPorts, Phase, Submission } from '#app/features/booking/submit-booking.ts';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';

/** The booking that the tests send. */
export const request: BookingRequest = {
  companyId: '00000000-0000-4000-8000-000000000001',
  storeIds: ['00000000-0000-4000-8000-000000000002'],
  petId: '00000000-0000-4000-8000-000000000003',
  visitTypeId: '00000000-0000-4000-8000-000000000004',
  start: '2026-06-01T07:30:00.000Z',
  end: '2026-06-01T08:00:00.000Z',
};

/** What the form holds for it. */
export const values: BookingFormValues = {
  pet: { id: request.petId, clientId: null, clientName: 'Ann Lee', name: 'Rex', species: 'dog', breed: null },
  visitTypeId: request.visitTypeId,
  storeId: request.storeIds[0] ?? '',
  date: '2026-06-01',
  start: '09:30',
  fold: null,
  length: '30 min',
  end: '',
  employeeId: null,
  status: 'requested',
  notes: 'Bring the old file',
};

/** A connection that broke: nobody knows what became of the request. */
export const lost = () => new ApiError({ kind: 'network', status: null });

/** What a browser keeps, as long as the test runs. */
export function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** A practice system with a clock of its own: time passes only in `sleep`. */
export function createBookingWorld() {
  const stored: ReceivedAppointment[] = [];
  const phases: Phase[] = [];
  const faults: ApiError[] = [];
  const world = {
    now: Date.parse('2026-05-30T10:00:00Z'),
    stored,
    /** When the practice system shows what it stored. */
    visibleFrom: 0,
    creates: 0,
    searches: 0,
    searchFails: (_now: number) => false,
    /** What happens to a create: its answer, after storing or not. */
    answer: (store: () => string): string => store(),
    /** The phases that the form was told of. */
    phases,
    /** The faults of the service that the form was told of. */
    faults,
  };
  const record = (of: BookingRequest, id: string): ReceivedAppointment =>
    receivedAppointmentSchema.parse({
      ...of,
      id,
      storeId: of.storeIds[0],
      title: 'Rex',
      status: 'requested',
      createdFrom: 'external_api',
      createdAt: new Date(world.now).toISOString(),
    });
  const drafts = createDraftStore({
    storage: createStorage(),
    tab: createStorage(),
    companyId: request.companyId,
    person: null,
  });
  const tails = new Map<string, Promise<unknown>>();
  const ports: BookingPorts = {
    drafts,
    clock: () => world.now,
    async sleep(milliseconds) {
      world.now += milliseconds;
    },
    async search() {
      world.searches += 1;
      if (world.searchFails(world.now)) throw lost();
      const records = world.now >= world.visibleFrom ? [...stored] : [];
      return { records, unresolvedIds: [], nextCursor: null, totalCount: records.length };
    },
    async create(sent) {
      world.creates += 1;
      return world.answer(() => {
        const id = `00000000-0000-4000-8000-1000000000${String(stored.length).padStart(2, '0')}`;
        stored.push(record(sent, id));
        return id;
      });
    },
    exclusively(name, run) {
      const turn = (tails.get(name) ?? Promise.resolve()).then(run, run);
      tails.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
  const submission = (changes: Partial<Submission> = {}): Submission => ({
    draftId: 'draft-1',
    values,
    request,
    shownIds: new Set(),
    conflicts: () => false,
    formNow: () => ({ values, request }),
    onPhase: (phase) => phases.push(phase),
    onFault: (fault) => faults.push(fault),
    ...changes,
  });
  return Object.assign(world, { ports, drafts, record, submission });
}
