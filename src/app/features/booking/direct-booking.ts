import { signedInPerson } from '#app/api/session.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { createTabDrafts } from '#app/browser/tab-drafts.ts';
import { loadPlan } from '#app/days/availability.ts';
import { loadHeldRequests } from '#app/days/held-requests.ts';
import { readPreferences } from '#app/session/preferences.ts';
import type { Desk } from '#app/session/use-desk.ts';
import type { Interval } from '#contract/interval.ts';
import type {
  ReceivedAppointment,
  ReceivedAppointmentType,
  ReceivedEmployee,
  ReceivedPet,
} from '#contract/received.ts';
import { createBookable } from '#scheduling/bookable.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';
import { weeksToLoad } from '#scheduling/plan.ts';
import { hasEnded } from '#scheduling/visit.ts';
import { appointmentsInWarnings, findWarnings, heldRequestsInWarnings, type Warning } from '#scheduling/warnings.ts';
import { type BookedHandlerContext, createBookedHandler } from './booked-handler.ts';
import { createBookingPorts } from './booking-ports.ts';
import { buildSubmission } from './booking-request.ts';
import { noAttempt, type StoredBookingDraft, storedDraftSchema } from './draft.ts';
import { type BookedAppointment, type BookingOutcome, submitBooking } from './submit-booking.ts';
import { limitApiToPerson } from './use-submit-booking.ts';

/** An appointment to book at a free time, for a pet on file. */
export interface DirectBookingRequest {
  /** Identifies what the booking is for, such as a waiting-list entry, so that a second call continues an uncertain attempt. */
  id: string;
  pet: { id: string; name: string };
  storeId: string;
  visitTypeId: string;
  /** Null for an appointment without a vet. */
  employeeId: string | null;
  time: Interval;
  notes: string | null;
}

/**
 * The outcome of a booking without a form. Passing `number` to `AppointmentChanges.undo` undoes the booking; it is null
 * if the booking cannot be undone.
 */
export interface DirectBookingOutcome {
  outcome: BookingOutcome;
  number: number | null;
}

const neverAbortedSignal = new AbortController().signal;

interface DirectBookingContext
  extends Omit<BookedHandlerContext, 'live'>,
    Pick<Desk, 'hasPlan' | 'hasOnlineRequests' | 'fallbackZone'> {
  employees: readonly ReceivedEmployee[];
  types: readonly ReceivedAppointmentType[];
  pets: ReadonlyMap<string, ReceivedPet>;
  /** Shows an appointment on the calendar. */
  onShow: (booked: BookedAppointment) => void;
}

/**
 * Creates functions that book without a form, but as safely as with one: they check for new clashes, resolve lost
 * responses, and allow Undo.
 */
export function createDirectBooking(context: DirectBookingContext) {
  const { api, queryClient, session, company, hasPlan, hasOnlineRequests, fallbackZone } = context;
  const { employees, types, pets, onShow } = context;
  const stores = company.stores.map((store) => ({ ...store, timeZone: zoneOfStore(store, fallbackZone) }));
  const companyId = company.id;
  const heldSource = { api, queryClient, companyId, hasOnlineRequests };
  const isSamePerson = () => signedInPerson(queryClient) === session.person;
  const handleBooked = createBookedHandler(
    { ...context, live: null },
    // Direct bookings are made on pages without a calendar, so no day is loaded.
    { lists: { stores, employees, pets }, loaded: [], returnsTo: null, onShow },
  );
  const stored = createTabDrafts({
    ...{ storage: sessionStore, kind: 'book-at', owner: [session.person, companyId] },
    schema: storedDraftSchema,
  });

  /**
   * Loads the plan and the held requests for a booking. Returns a function that takes the appointments at the booking's
   * time and returns the warnings about the booking.
   */
  async function loadWarnings({ storeId, visitTypeId, employeeId, pet, time }: DirectBookingRequest) {
    const store = stores.find(({ id }) => id === storeId);
    if (!store) return (): Warning[] => [];
    const mondays = hasPlan ? weeksToLoad([store.timeZone], time) : [];
    const [plan, { held }] = await Promise.all([
      loadPlan(api, queryClient, { companyId, mondays }).catch(() => []),
      loadHeldRequests(heldSource, Date.now(), { isReread: true }).catch(() => ({ held: [] })),
    ]);
    const requested = {
      ...{ store, petId: pet.id, roomId: null },
      vet: employees.find(({ id }) => id === employeeId) ?? null,
      type: types.find(({ id }) => id === visitTypeId) ?? null,
    };
    return (found: readonly ReceivedAppointment[]) => {
      // A patient who left early no longer takes the time until the planned end.
      const appointments = found.filter((record) => !hasEnded(record));
      const bookable = createBookable({
        span: time,
        appointments,
        heldRequests: held,
        plan,
        stores,
        employees,
        now: Date.now(),
      });
      return findWarnings(requested, time, { bookable, employees, now: Date.now() });
    };
  }

  return {
    /** Books an appointment and shows a notice. `onUndone` is called if the booking is undone. */
    async book(request: DirectBookingRequest, onUndone: () => void): Promise<DirectBookingOutcome> {
      const { id, pet, storeId, notes, ...booking } = request;
      const store = stores.find((store) => store.id === storeId);
      if (!store) throw new Error('There is no such store.');
      const draft: StoredBookingDraft<unknown> = {
        id,
        read: () => stored.find(id),
        write: ({ attempt = stored.find(id)?.attempt ?? noAttempt }) => stored.write(id, { values: null, attempt }),
        // Keeps the attempt until the caller calls `end` (below): until then, another call finds the same appointment.
        end: () => undefined,
      };
      const submission = buildSubmission(
        {
          ...{
            ...booking,
            store,
            anyVet: false,
            registration: null,
            roomId: null,
            notes: notes ?? '',
            times: [booking.time],
          },
          pet: { ...pet, clientId: null, clientName: '', species: '', breed: null },
          status: readPreferences(localStore).bookingStatus,
        },
        companyId,
      );
      const warningsAmong = await loadWarnings(request);
      const outcome = await submitBooking(
        createBookingPorts(limitApiToPerson(isSamePerson, api), session.capabilities),
        draft,
        {
          ...{ ...submission, values: null, shownIds: null, waits: false },
          conflicts: (found) => appointmentsInWarnings(warningsAmong(found)),
          isHeld: (found) => heldRequestsInWarnings(warningsAmong(found)).length > 0,
        },
        { signal: neverAbortedSignal, report: () => undefined, onRegistered: () => undefined },
      );
      if (outcome.kind !== 'booked' || !isSamePerson()) return { outcome, number: null };
      return { outcome, number: handleBooked(outcome, onUndone).number };
    },
    /** Deletes the stored attempt. Call it once everything that depends on the booking is done. */
    end: (id: string) => stored.remove(id),
  };
}
