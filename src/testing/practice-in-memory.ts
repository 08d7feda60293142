import { type Appointment, type CreateAppointment, createAppointmentSchema } from '#contract/appointment.ts';
import type { ChangeAppointment, HistoryEntry } from '#contract/appointment-change.ts';
import type { AppointmentType, Client, Company, Employee, Pet } from '#contract/clients-pets-staff.ts';
import { type DeskSession, deskHeaders } from '#contract/desk.ts';
import type { Enums } from '#contract/enum-entries.ts';
import { ServiceError } from '#contract/error.ts';
import type { ManagedEmployee } from '#contract/practice-management.ts';
import { type SendDeskRequest, sessionRequest, streamStartLines } from '#gateway/start/start-lines.ts';
import { checkRequest } from './check-request.ts';
import { sharedSession } from './desk-sessions.ts';
import type { FeedsInMemory } from './feeds-in-memory.ts';
import type { MessagesInMemory } from './messages-in-memory.ts';
import { createNetworkInMemory, type NetworkInMemory, type ReceivedRequest } from './network-in-memory.ts';
import type { OnlineBookingInMemory } from './online-booking-in-memory.ts';
import type { OnlineRequestsInMemory } from './online-requests-in-memory.ts';
import type { PlanInMemory } from './plan-in-memory.ts';
import { createPracticeExtensions, errorResponse, sharedCapabilities } from './practice-extensions.ts';
import type { RecallsInMemory } from './recalls-in-memory.ts';
import { createSamplePractice, idOf } from './sample-practice.ts';
import { createSpecifiedOperations } from './specified-operations.ts';
import type { WaitingListInMemory } from './waiting-list-in-memory.ts';

export { idOf };

/**
 * A small practice held in memory behind the gateway's paths, so that the app can be tested without a server. It answers as
 * in the specification, for one company at a time, without permissions and rate limits. With `hasExtensions` it has the extensions
 * of our own practice API, and the session says so.
 */
export interface PracticeInMemory extends NetworkInMemory {
  readonly company: Company;
  /** Other companies of the same key, with the records of the first. */
  readonly others: Company[];
  readonly employees: Employee[];
  readonly types: AppointmentType[];
  readonly clients: Client[];
  readonly pets: Pet[];
  readonly enums: Enums;
  readonly session: DeskSession;
  readonly appointments: Appointment[];
  /** Adds an appointment, with ordinary values for absent fields. */
  add(given: Partial<Appointment>): Appointment;
  /** Changes an appointment as if by a colleague at another desk, and returns it. */
  change(id: string, changes: Omit<ChangeAppointment, 'companyId' | 'expectedUpdatedAt'>): Appointment;
  /** The availability entries, with functions to change them as if at another desk. */
  readonly plan: PlanInMemory;
  /** The waiting list, empty at first, with functions to change it as if at another desk. */
  readonly waitingList: WaitingListInMemory;
  /** Pets that are due again, none at first, with functions to change them as if at another desk. */
  readonly recalls: RecallsInMemory;
  /** Messages to clients, off at first, and their answers, with functions to add some. */
  readonly messages: MessagesInMemory;
  /** Requests from the web site, none at first, with functions to add and answer some as if at another desk. */
  readonly onlineRequests: OnlineRequestsInMemory;
  /** The booking pages for the web site, off at first. */
  readonly onlineBooking: OnlineBookingInMemory;
  /** Calendar feeds, none at first. */
  readonly feeds: FeedsInMemory;
  /** Adds appointments of one series, ordered by their start. */
  addSeries(given: readonly Partial<Appointment>[]): Appointment[];
  /** Sets the history of an appointment, newest entry first; later changes in this practice are added. */
  setHistory(id: string, entries: readonly HistoryEntry[]): void;
  /** The bodies of the creates so far. */
  creates(): CreateAppointment[];
  /** Answers further requests; returns null for unknown ones. */
  readonly further: {
    answer: (request: ReceivedRequest) => Response | null;
    /** The permissions of an employee; undefined for a caller who does not manage the practice. */
    permissionsOf: (id: string) => ManagedEmployee['permissions'] | undefined;
  };
}

/** Creates the practice with the records of {@link createSamplePractice}. */
export function createPracticeInMemory({
  appointments: count = 40,
  today = '2026-06-03',
  hasExtensions: hasAdditions = false,
}: {
  appointments?: number;
  today?: string;
  hasExtensions?: boolean;
} = {}): PracticeInMemory {
  const sample = createSamplePractice({ count, today });
  const { company, appointments, pets, types, completed, ...records } = sample;
  const session: DeskSession = { ...sharedSession, capabilities: hasAdditions ? { ...sharedCapabilities } : {} };
  const extensions = createPracticeExtensions({ ...sample, people: [idOf(6, 1), idOf(6, 2)] });
  const others: Company[] = [];
  const further: PracticeInMemory['further'] = { answer: () => null, permissionsOf: () => undefined };
  const specified = createSpecifiedOperations({
    ...{ records: { ...sample, others }, extensions, hasAdditions },
    permissionsOf: (id) => further.permissionsOf(id),
  });

  function usual(request: ReceivedRequest): Response {
    try {
      if (request.name === 'GET /desk/session') return Response.json(session);
      checkRequest(request, [company, ...others], { hasAdditions });
      const additional = () => extensions.answer(request) ?? further.answer(request);
      const response = specified(request) ?? (hasAdditions ? additional() : null);
      if (response === null) throw new ServiceError('not_found', request.name);
      return response;
    } catch (error) {
      return errorResponse(error);
    }
  }
  const network = createNetworkInMemory(usual);
  network.answer('GET /desk/start', async ({ query }) => {
    const ask: SendDeskRequest = ({ path, ...init }, person) =>
      network.fetch(path, { ...init, headers: person === null ? {} : { [deskHeaders.person]: person } });
    const lines = streamStartLines(await ask(sessionRequest, null), ask, Object.fromEntries(query));
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    });
    return new Response(body);
  });

  return {
    ...{ ...records, ...network, company, others, types, pets, session, appointments, further },
    plan: extensions.plan,
    waitingList: extensions.waitingList,
    recalls: extensions.recalls,
    messages: extensions.messages,
    feeds: extensions.feeds,
    onlineRequests: extensions.onlineRequests,
    onlineBooking: extensions.onlineBooking,
    setHistory: extensions.setHistory,
    change: extensions.change,
    creates: () =>
      network.requests
        .filter(({ name }) => name === 'POST /v1/appointments')
        .map(({ body }) => createAppointmentSchema.parse(body)),
    add(given) {
      const added = completed(idOf(8, appointments.length + 1), given, pets[0], types[0]);
      appointments.push(added);
      return added;
    },
    addSeries(given) {
      const added = given.map((one) => this.add(one));
      extensions.join(added.map(({ id }) => id));
      return added;
    },
  };
}
