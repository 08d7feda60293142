import { ApiError } from '#app/api/api-error.ts';
import type { BookingRequest, FormValues } from '#app/features/booking/booking-values.ts';
import {
  type BookingPorts,
  type Phase,
  type Progress,
  resumeBooking,
  type Submission,
  submitBooking,
} from '#app/features/booking/create/submit-booking.ts';
import { createDraftStore } from '#app/features/booking/drafts.ts';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import type { DeskSession } from '#contract/desk.ts';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import { sharedSession } from './practice-in-memory.ts';

/** The booking that the tests send. */
export const request: BookingRequest = {
  companyId: '00000000-0000-4000-8000-000000000001',
  storeIds: ['00000000-0000-4000-8000-000000000002'],
  petId: '00000000-0000-4000-8000-000000000003',
  visitTypeId: '00000000-0000-4000-8000-000000000004',
  start: '2026-06-01T07:30:00.000Z',
  end: '2026-06-01T08:00:00.000Z',
};

/** The form values of it. */
export const values: FormValues = {
  pet: { id: request.petId, clientId: null, clientName: 'Ann Lee', name: 'Rex', species: 'dog', breed: null },
  visitTypeId: request.visitTypeId,
  storeId: request.storeIds[0] ?? '',
  date: '2026-06-01',
  start: '09:30',
  fold: null,
  length: '30 min',
  end: '',
  employeeId: null,
  roomId: null,
  status: 'requested',
  notes: 'Bring the old file',
  unmatched: { pet: '', visitTypeId: '', employeeId: '' },
  newClient: null,
};

/** A broken connection: the result of the request is unknown. */
export const lost = () => new ApiError({ kind: 'network', status: null });

/** A browser's storage in memory. */
export function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** A practice system with a clock of its own: time passes only in `sleep`. */
export function createFakePractice() {
  const stored: ReceivedAppointment[] = [];
  const keys: (string | null)[] = [];
  const phases: Phase[] = [];
  const faults: ApiError[] = [];
  const practice = {
    now: Date.parse('2026-05-30T10:00:00Z'),
    stored,
    /** When a stored appointment becomes visible. */
    visibleFrom: 0,
    creates: 0,
    searches: 0,
    /** Whether the browser says that it has no network. */
    offline: false,
    searchFails: (_now: number) => false,
    /** How creates are handled: the answer, and whether the appointment is stored. */
    answer: (store: () => string): string => store(),
    /** Whether the practice system accepts idempotency keys. */
    takesKey: false,
    /** The keys of the creates, in order. */
    keys,
    /** The phases reported to the form. */
    phases,
    /** The service errors reported to the form. */
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
      createdAt: new Date(practice.now).toISOString(),
    });
  const drafts = createDraftStore({
    storage: createStorage(),
    companyId: request.companyId,
    person: null,
  });
  const made = new Map<string, string>();
  const ports: BookingPorts = {
    drafts,
    clock: () => practice.now,
    async sleep(milliseconds) {
      practice.now += milliseconds;
    },
    async search() {
      practice.searches += 1;
      if (practice.searchFails(practice.now)) throw lost();
      const records = practice.now >= practice.visibleFrom ? [...stored] : [];
      return { records, unresolvedIds: [], nextCursor: null, totalCount: records.length };
    },
    hasNoNetwork: () => practice.offline,
    newKey: () => (practice.takesKey ? `key-${practice.creates}` : null),
    async create(sent, key) {
      practice.creates += 1;
      keys.push(key);
      return practice.answer(() => {
        const before = key === null ? undefined : made.get(key);
        if (before !== undefined) return before;
        const id = `00000000-0000-4000-8000-1000000000${String(stored.length).padStart(2, '0')}`;
        stored.push(record(sent, id));
        if (key !== null) made.set(key, id);
        return id;
      });
    },
  };
  /** A form with a draft, by default with the values that are sent. */
  const form = (
    snapshot: () => { values: FormValues; request: BookingRequest | null } = () => ({ values, request }),
  ) => ({
    snapshot,
    report(progress: Progress) {
      if (progress.type === 'phase') phases.push(progress.phase);
      else faults.push(progress.fault);
    },
  });
  type Order = Partial<Submission> & { draftId?: string; snapshot?: ReturnType<typeof form>['snapshot'] };
  /** Books from a form, as its button does. */
  const book = async ({ draftId = 'draft-1', snapshot, ...changes }: Order = {}, through = ports) => {
    const submission = { values, request, shownIds: new Set<string>(), conflicts: () => [], ...changes };
    const outcome = await submitBooking(through, draftId, submission, form(snapshot));
    if (outcome === null) throw new Error('It was booked already.');
    return outcome;
  };
  /** Resumes a draft, as a form does when it opens. */
  const resume = () => resumeBooking(ports, 'draft-1', form());
  return Object.assign(practice, { ports, drafts, record, book, resume });
}

/** Ports that note what is looked for and how long is waited; the glance before sending is not one of the looks. */
export function noting(
  practice: ReturnType<typeof createFakePractice>,
  glance: 'answers' | 'fails' | 'has more' = 'answers',
) {
  const looks: AppointmentSearchInput[] = [];
  const pauses: number[] = [];
  const ports: BookingPorts = {
    ...practice.ports,
    async search(asked, timeoutMs) {
      if (practice.creates > 0) looks.push(asked);
      else if (glance === 'fails') throw new DOMException('too long', 'TimeoutError');
      const page = await practice.ports.search(asked, timeoutMs);
      return practice.creates === 0 && glance === 'has more' ? { ...page, nextCursor: 'more' } : page;
    },
    sleep(milliseconds) {
      pauses.push(milliseconds);
      return practice.ports.sleep(milliseconds);
    },
  };
  return { looks, pauses, ports };
}

/** What the gateway says where people sign in; null is nobody. */
export function sessionOf(person: string | null, changes: Partial<DeskSession> = {}): DeskSession {
  return { ...sharedSession, access: 'sign_in', signedIn: person !== null, person, ...changes };
}
