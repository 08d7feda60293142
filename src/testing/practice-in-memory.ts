import {
  type Appointment,
  type CreateAppointment,
  createAppointmentRequestSchema,
  createAppointmentSchema,
} from '#contract/appointment.ts';
import type { ChangeAppointment, HistoryEntry } from '#contract/appointment-change.ts';
import { checkInOfNew, occupies, roomsThatSuit } from '#contract/appointment-rules.ts';
import { appointmentSearchSchema, type SearchFilter } from '#contract/appointment-search.ts';
import { createSeriesSchema } from '#contract/appointment-series.ts';
import type { AppointmentType, Client, Company, Employee, Pet } from '#contract/clients-pets-staff.ts';
import { isoOf } from '#contract/date-time.ts';
import type { DeskSession } from '#contract/desk.ts';
import {
  appointmentOrigins,
  appointmentStatuses,
  type Enums,
  ownLabel,
  type VisitTypeCategory,
  visitTypeCategories,
} from '#contract/enums.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import type { ManagedEmployee } from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import { byCreation, hasTerms, matchesSearch, searchOrders } from './appointment-model.ts';
import { checkRequest } from './check-request.ts';
import type { PlanInMemory } from './plan-in-memory.ts';
import {
  checkEmployee,
  checkVisitType,
  createPracticeExtensions,
  faultOf,
  matchesPerson,
  pageOf,
  sharedCapabilities,
} from './practice-extensions.ts';
import { delayAnswer } from './random-delays.ts';
import type { WaitingListInMemory } from './waiting-list-in-memory.ts';

/** A request of the app. */
export interface ReceivedRequest {
  /** `POST /v1/appointments/search`, without the gateway's `/api`. */
  readonly name: string;
  readonly query: URLSearchParams;
  /** The body as JSON; null without a body. */
  readonly body: Record<string, unknown> | null;
  readonly headers: Headers;
}

type Answerer = (request: ReceivedRequest, usual: () => Response) => Response | Promise<Response>;

/**
 * A small practice held in memory behind the gateway's paths, so that the app can be tested without a server: two stores in
 * two time zones, four vets (one inactive), six visit types (one inactive), thirty pets, and a number of appointments, half
 * an hour each, from 8:00 on the days before `today`. It answers as in the document, for one company at a time, without
 * permissions and rate limits. With `beyond` it has the extensions of our own practice API, and the session says so.
 */
export interface PracticeInMemory {
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
  /** Adds appointments of one series, ordered by their start. */
  addSeries(given: readonly Partial<Appointment>[]): Appointment[];
  /** Sets the history of an appointment, newest entry first; later changes in this practice are added. */
  setHistory(id: string, entries: readonly HistoryEntry[]): void;
  /** The bodies of the creates so far. */
  creates(): CreateAppointment[];
  /** All requests so far. */
  readonly requests: ReceivedRequest[];
  /** The number of pending requests. */
  unanswered(): number;
  /** Overrides the response to a request (`GET /v1/pets`) until the returned function is called. */
  answer(name: string, answerer: Answerer): () => void;
  /**
   * Holds requests up until `letGo` is called: they are then carried out and answered, or refused. After `end` no further
   * requests are held.
   */
  hold(name: string, isHeld?: (request: ReceivedRequest) => boolean): { letGo: () => void; end: () => void };
  /** Answers further requests; returns null for unknown ones. */
  readonly further: {
    answer: (request: ReceivedRequest) => Response | null;
    /** The permissions of an employee; undefined for a caller who does not manage the practice. */
    permissionsOf: (id: string) => ManagedEmployee['permissions'] | undefined;
  };
  readonly fetch: typeof fetch;
}

/** A readable UUID for a kind of record and a number. */
export function idOf(kind: number, number: number): string {
  return `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The session if all desks share a key, and the practice system supports only the document. */
export const sharedSession: DeskSession = {
  access: 'shared',
  signedIn: true,
  canWrite: true,
  person: null,
  name: null,
  timeZone: null,
  practiceSystemUrl: null,
  // Without it FullCalendar shows a line about its licence.
  calendarLicenseKey: 'AGPL-My-Frontend-And-Backend-Are-Open-Source',
  demo: false,
  capabilities: {},
  presence: false,
  setUp: null,
  pins: null,
  wrongPins: 0,
  lockMinutes: 15,
  canKeepUnlocked: false,
  addresses: null,
};

/** The session if people sign in; `person` is null while signed out. */
export function sessionOf(person: string | null, changes: Partial<DeskSession> = {}): DeskSession {
  return { ...sharedSession, access: 'sign_in', signedIn: person !== null, person, ...changes };
}

const COMPANY = idOf(1, 1);
const CREATED = '2025-01-06T08:00:00.000Z';

function companyInMemory(): Company {
  const openingHours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
  const store = (number: number, name: string, timeZone: string) => ({
    id: idOf(2, number),
    companyId: COMPANY,
    name,
    timeZone,
    openingHours,
    rooms: [1, 2].map((room) => ({ id: idOf(3, 10 * number + room), name: `Room ${room}`, categories: [] })),
  });
  return {
    id: COMPANY,
    name: 'Test practice',
    stores: [store(1, 'North', 'America/New_York'), store(2, 'South', 'America/Chicago')],
  };
}

const staff: readonly (readonly [firstName: string, lastName: string, stores: readonly number[], isActive?: false])[] =
  [
    ['Ada', 'Okafor', [1, 2]],
    ['Bram', 'de Wit', [1]],
    ['Chiara', 'Rossi', [2]],
    ['Dov', 'Left', [1, 2], false],
  ];

const offered: readonly (readonly [name: string, VisitTypeCategory, minutes: number, isActive?: false])[] = [
  ['Consultation', 'consult', 30],
  ['Day care', 'daycare', 480],
  ['Dental cleaning', 'dental', 60],
  ['Nail trim', 'nurse', 15],
  ['Vaccination', 'vaccination', 15],
  ['Telephone advice', 'fee', 15, false],
];

const petNames = ['Bella', 'Bello', 'Milo', 'Mia', 'Rex', 'Ziggy'];
const ownerNames = ['Ann Lee', 'Bob Stone', 'Cleo Park', 'Dan Moss', 'Eve Hart'];

const entries = (values: readonly string[], color: string) =>
  values.map((value) => ({ value, label: ownLabel(value), color }));

const byName = (one: Client, other: Client) => (fullName(one) < fullName(other) ? -1 : 1);

/** Creates the practice; the same numbers always give the same practice. `today` is `YYYY-MM-DD` in the first store. */
export function createPracticeInMemory({
  appointments: count = 40,
  today = '2026-06-03',
  beyond: hasAdditions = false,
}: {
  appointments?: number;
  today?: string;
  beyond?: boolean;
} = {}): PracticeInMemory {
  const company = companyInMemory();
  const employees: Employee[] = staff.map(([firstName, lastName, stores, isActive = true], number) => ({
    id: idOf(6, number + 1),
    companyId: COMPANY,
    storeIds: stores.map((store) => idOf(2, store)),
    firstName,
    lastName,
    role: 'vet',
    isActive,
  }));
  const types: AppointmentType[] = offered.map(([name, category, durationMinutes, isActive = true], number) => ({
    id: idOf(7, number + 1),
    companyId: COMPANY,
    name,
    category,
    durationMinutes,
    isActive,
  }));
  const clients: Client[] = ownerNames.map((name, number) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    const id = idOf(5, number + 1);
    return {
      id,
      companyId: COMPANY,
      firstName,
      lastName,
      email: null,
      phone: null,
      alert: null,
      isActive: true,
      createdAt: CREATED,
      updatedAt: CREATED,
    };
  });
  const pets: Pet[] = Array.from({ length: 30 }, (_, number) => {
    const owner = number % ownerNames.length;
    return {
      id: idOf(4, number + 1),
      companyId: COMPANY,
      clientId: idOf(5, owner + 1),
      clientName: ownerNames[owner] ?? '',
      name: petNames[number % petNames.length] ?? '',
      species: 'dog',
      breed: null,
      sex: null,
      dateOfBirth: null,
      deceasedOn: null,
      alert: null,
      isActive: true,
      createdAt: CREATED,
      updatedAt: CREATED,
    };
  });
  const enums: Enums = {
    APPOINTMENT_STATUS: entries(appointmentStatuses, '#0969da'),
    VISIT_TYPE_CATEGORY: entries(visitTypeCategories, '#6e7781'),
    APPOINTMENT_CREATED_FROM: entries(appointmentOrigins, '#6e7781'),
  };
  const session: DeskSession = { ...sharedSession, capabilities: hasAdditions ? { ...sharedCapabilities } : {} };

  const dayMs = 86_400_000;
  const eight = Date.parse(`${today}T12:00:00Z`);
  const iso = (ms: number) => new Date(ms).toISOString();
  const booked = (id: string, given: Partial<Appointment>, pet: Pet | undefined, type: AppointmentType | undefined) =>
    ({
      id,
      petId: pet?.id ?? idOf(4, 1),
      clientId: pet?.clientId ?? idOf(5, 1),
      storeId: idOf(2, 1),
      companyId: company.id,
      storeInvoiceId: null,
      billingContextId: null,
      title: `${pet?.name} – ${type?.name}`,
      start: iso(eight),
      end: iso(eight + 1_800_000),
      notes: null,
      bookingNotes: null,
      clientNotes: null,
      status: 'confirmed',
      location: null,
      roomId: null,
      checkedInAt: null,
      createdFrom: 'app',
      visitTypeId: type?.id ?? null,
      visitTypeName: type?.name ?? null,
      visitTypeCategory: type?.category ?? 'other',
      createdAt: CREATED,
      updatedAt: CREATED,
      employees: [],
      ...given,
    }) satisfies Appointment;
  const appointments: Appointment[] = Array.from({ length: count }, (_, number) => {
    const start = eight - Math.floor(number / 20) * dayMs + (number % 20) * 1_800_000;
    const createdAt = iso(Date.parse(CREATED) + (count - number) * 60_000);
    return booked(
      idOf(8, number + 1),
      {
        storeId: idOf(2, 1 + (number % 2)),
        start: iso(start),
        end: iso(start + 1_800_000),
        status: appointmentStatuses[number % appointmentStatuses.length] ?? 'requested',
        roomId: idOf(3, 10 * (1 + (number % 2)) + 1),
        employees: [{ id: idOf(6, 1 + (number % 3)), isMainEmployee: true }],
        createdAt,
        updatedAt: createdAt,
      },
      pets[number % pets.length],
      types[number % 5],
    );
  });

  const beyond = createPracticeExtensions({
    ...{ company, appointments, clients, pets, employees, types },
    people: [idOf(6, 1), idOf(6, 2)],
  });
  const others: Company[] = [];
  const further: PracticeInMemory['further'] = { answer: () => null, permissionsOf: () => undefined };
  const requests: ReceivedRequest[] = [];
  let unanswered = 0;
  const answerers = new Map<string, Answerer[]>();

  const row = (appointment: Appointment) => ({
    ...appointment,
    employeeIds: appointment.employees.map(({ id }) => id),
    raw: null,
  });

  /** A page of appointments. The cursor is the last appointment of the previous page, so that new bookings do not shift pages. */
  function pageOfAppointments(
    matches: (appointment: Appointment) => boolean,
    { limit, cursor }: { limit: number; cursor: string | null },
    order: (one: Appointment, other: Appointment) => number,
  ) {
    const records = appointments.filter(matches).sort(order);
    const last = appointments.find(({ id }) => id === cursor);
    if (cursor !== null && last === undefined) throw invalidInput('cursor', 'is not a cursor of this list');
    const remaining = last === undefined ? records : records.filter((record) => order(last, record) < 0);
    const data = remaining.slice(0, limit);
    const hasMore = remaining.length > limit;
    const nextCursor = hasMore ? (data.at(-1)?.id ?? null) : null;
    return Response.json({ data, nextCursor, hasMore, totalCount: records.length });
  }

  /** Whether a query matches a client or one of their pets. */
  function isFound(text: string | null, client: Client | undefined, ...names: string[]) {
    return text !== null && hasAdditions ? matchesPerson(text, client, names) : hasTerms(text, ...names);
  }

  /** A query parameter; undefined if it is absent, empty or the word `null`. */
  function parameter(query: URLSearchParams, name: string): string | undefined {
    const value = query.get(name) ?? '';
    return value === '' || value === 'null' ? undefined : value;
  }

  /** The filter of the appointment list (section 4.2): "since", "before" and "after" are strict. */
  function filterOf(query: URLSearchParams): SearchFilter {
    const given = (name: string) => parameter(query, name);
    const range = (gt: string, lt: string) => ({ gt: given(gt), lt: given(lt) });
    return {
      updatedAt: range('updatedSince', 'updatedBefore'),
      createdAt: range('createdSince', 'createdBefore'),
      start: range('startDate', 'endDate'),
      ...{ status: { eq: given('status') }, clientId: { eq: given('clientId') }, petId: { eq: given('petId') } },
      employeeId: { eq: given('employeeId') },
    };
  }

  /** The first suitable room that is neither occupied nor blocked between start and end; null if there is none. */
  function freeRoom(storeId: string, category: string, start: string, end: string): string | null {
    const isBlocked = beyond.plan
      .between(start, end)
      .filter((entry) => entry.kind === 'unavailable' && entry.storeId === storeId)
      .filter(({ roomId, employeeId }) => roomId !== null || employeeId === null);
    if (isBlocked.some(({ roomId }) => roomId === null)) return null;
    const isTaken = appointments.filter((other) => occupies(other) && other.start < end && other.end > start);
    const unfree = [...isBlocked, ...isTaken].map(({ roomId }) => roomId);
    const rooms = company.stores.find(({ id }) => id === storeId)?.rooms ?? [];
    return roomsThatSuit(rooms, category).find(({ id }) => !unfree.includes(id))?.id ?? null;
  }

  function book(body: unknown, now = new Date().toISOString()): string {
    const { employeeId, visitTypeId, petId, storeIds, ...wanted } = createAppointmentRequestSchema.parse(body);
    const pet = pets.find(({ id }) => id === petId);
    if (pet === undefined) throw invalidInput('petId', 'the company has no such pet');
    const type = checkVisitType(types, visitTypeId);
    if (employeeId !== undefined) checkEmployee(employees, employeeId);
    const [storeId = idOf(2, 1)] = storeIds;
    const [start, end] = [isoOf(wanted.start), isoOf(wanted.end)];
    const made = booked(
      crypto.randomUUID(),
      {
        ...{ ...wanted, start, end, storeId, notes: wanted.notes ?? null },
        roomId: freeRoom(storeId, type.category, start, end),
        checkedInAt: checkInOfNew(wanted.status, now),
        createdFrom: 'external_api',
        createdAt: now,
        updatedAt: now,
        employees: employeeId === undefined ? [] : [{ id: employeeId, isMainEmployee: true }],
      },
      pet,
      type,
    );
    appointments.push(made);
    beyond.booked(made);
    return made.id;
  }

  function bookSeries(body: unknown): string {
    const { times, ...booking } = createSeriesSchema.parse(body);
    const now = new Date().toISOString();
    return beyond.join(times.map((time) => book({ ...booking, ...time }, now)));
  }

  const petsOf = (client: Client) =>
    pets.filter(({ clientId }) => clientId === client.id).sort((one, other) => (one.name < other.name ? -1 : 1));

  function usual(request: ReceivedRequest): Response {
    try {
      checkRequest(request, [company, ...others], { hasAdditions });
      return respond(request);
    } catch (error) {
      return faultOf(error);
    }
  }

  function respond(request: ReceivedRequest): Response {
    const { name, query, body } = request;
    const limit = Number(query.get('limit') ?? 100);
    const text = query.get('query');
    const list = (records: readonly unknown[]) => Response.json(pageOf(records, query));
    const isOfActivity = ({ isActive }: { isActive: boolean }) =>
      !query.has('isActive') || query.get('isActive') === String(isActive);
    switch (name) {
      case 'GET /desk/session':
        return Response.json(session);
      case 'GET /v1/companies':
        return list([company, ...others]);
      case 'GET /v1/enums':
        return Response.json(enums);
      case 'GET /v1/employees': {
        const requestedIds = query.get('storeIds')?.split(',') ?? company.stores.map(({ id }) => id);
        const found = employees.filter(({ firstName, lastName }) => hasTerms(text, firstName, lastName));
        const listed = found.filter(({ storeIds }) => storeIds.some((id) => requestedIds.includes(id)));
        return list(listed.map((one) => ({ ...one, permissions: further.permissionsOf(one.id) })));
      }
      case 'GET /v1/appointment-types':
        return list(types.filter((type) => hasTerms(text, type.name)));
      case 'GET /v1/clients': {
        const active = clients.filter(isOfActivity);
        const isNamed = (client: Client) => isFound(text, client, client.firstName, client.lastName);
        if (!hasAdditions || query.get('withPets') !== 'true') return list(active.filter(isNamed));
        const found = active.filter(
          (client) =>
            isNamed(client) || petsOf(client).some(({ name, clientName }) => isFound(text, client, name, clientName)),
        );
        const listed = found.sort(byName).map((client) => ({
          ...client,
          pets: petsOf(client).map(({ id, name, species, deceasedOn, isActive }) => ({
            ...{ id, name, species, deceasedOn, isActive },
          })),
        }));
        return list(listed);
      }
      case 'GET /v1/pets': {
        const owner = query.get('clientId');
        const ownerOf = (pet: Pet) => clients.find(({ id }) => id === pet.clientId);
        return list(
          pets
            .filter(isOfActivity)
            .filter(({ clientId }) => owner === null || clientId === owner)
            .filter((pet) => isFound(text, ownerOf(pet), pet.name, pet.clientName)),
        );
      }
      case 'GET /v1/appointments': {
        const storeIds = query.get('storeIds')?.split(',') ?? company.stores.map(({ id }) => id);
        const cursor = parameter(query, 'cursor') ?? null;
        const order = query.get('direction') === 'asc' ? byCreation : searchOrders.created;
        const filter = filterOf(query);
        return pageOfAppointments((one) => matchesSearch(row(one), { storeIds, filter }), { limit, cursor }, order);
      }
      case 'POST /v1/appointments/search': {
        const search = appointmentSearchSchema.parse(body);
        const storeIds = search.storeIds ?? company.stores.map(({ id }) => id);
        const matches = (one: Appointment) => matchesSearch(row(one), { ...search, storeIds });
        return pageOfAppointments(matches, search, searchOrders[search.order]);
      }
      case 'POST /v1/appointments':
        return Response.json(hasAdditions ? beyond.once(request, () => book(body)) : book(body));
      case 'POST /v1/appointments/series':
        if (!hasAdditions) throw new ServiceError('not_found', name);
        return Response.json(beyond.created(beyond.once(request, () => bookSeries(body))));
      default: {
        const answer = hasAdditions ? (beyond.answer(request) ?? further.answer(request)) : null;
        if (answer === null) throw new ServiceError('not_found', name);
        return answer;
      }
    }
  }

  return {
    company,
    others,
    employees,
    types,
    clients,
    pets,
    enums,
    session,
    appointments,
    requests,
    unanswered: () => unanswered,
    further,
    plan: beyond.plan,
    waitingList: beyond.waitingList,
    setHistory: beyond.setHistory,
    change: beyond.change,
    creates: () =>
      requests
        .filter(({ name }) => name === 'POST /v1/appointments')
        .map(({ body }) => createAppointmentSchema.parse(body)),
    add(given) {
      const added = booked(idOf(8, appointments.length + 1), given, pets[0], types[0]);
      appointments.push(added);
      return added;
    },
    addSeries(given) {
      const added = given.map((one) => this.add(one));
      beyond.join(added.map(({ id }) => id));
      return added;
    },
    answer(name, answerer) {
      const before = answerers.get(name) ?? [];
      answerers.set(name, [...before, answerer]);
      return () =>
        answerers.set(
          name,
          (answerers.get(name) ?? []).filter((other) => other !== answerer),
        );
    },
    hold(name, isHeld = () => true) {
      let letGo = () => {};
      const free = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const end = this.answer(name, async (request, usual) => {
        if (isHeld(request)) await free;
        return usual();
      });
      return { letGo, end };
    },
    async fetch(input, init) {
      const request = new Request(input instanceof Request ? input : new URL(String(input), 'http://desk.test'), init);
      const { pathname, searchParams } = new URL(request.url);
      const text = await request.text();
      const one: ReceivedRequest = {
        name: `${request.method} ${pathname.replace(/^\/api/, '')}`,
        query: searchParams,
        body: text === '' ? null : JSON.parse(text),
        headers: request.headers,
      };
      requests.push(one);
      const answerer = answerers.get(one.name)?.at(-1);
      const answered = Promise.resolve(answerer?.(one, () => usual(one)) ?? usual(one));
      const { signal } = request;
      // An aborted request gets no response and ends immediately.
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      unanswered += 1;
      try {
        const response = await Promise.race([answered, aborted]);
        await delayAnswer();
        signal.throwIfAborted();
        return response;
      } finally {
        unanswered -= 1;
      }
    },
  };
}
