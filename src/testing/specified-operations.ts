import { type Appointment, createAppointmentRequestSchema } from '#contract/appointment.ts';
import { initialCheckInTime } from '#contract/appointment-rules.ts';
import { appointmentSearchSchema, type SearchFilter } from '#contract/appointment-search.ts';
import { createSeriesSchema } from '#contract/appointment-series.ts';
import type { Client, Company, Pet } from '#contract/clients-pets-staff.ts';
import { toUtcDateTime } from '#contract/date-time.ts';
import { invalidInput } from '#contract/error.ts';
import { fullName } from '#contract/practice-setup.ts';
import { byCreation, hasTerms, matchesSearch, searchOrders } from './appointment-model.ts';
import type { ReceivedRequest } from './network-in-memory.ts';
import {
  checkEmployee,
  checkVisitType,
  type createPracticeExtensions,
  freeRoom,
  matchesPerson,
  pageOf,
} from './practice-extensions.ts';
import { type createSamplePractice, idOf } from './sample-practice.ts';

const byName = (one: Client, other: Client) => (fullName(one) < fullName(other) ? -1 : 1);

interface Options {
  records: ReturnType<typeof createSamplePractice> & { others: readonly Company[] };
  extensions: ReturnType<typeof createPracticeExtensions>;
  hasAdditions: boolean;
  /** The permissions of an employee; undefined for a caller who does not manage the practice. */
  permissionsOf: (id: string) => unknown;
}

/**
 * The operations of the specification, for one company at a time, without permissions and rate limits. Returns null for any
 * other request.
 */
export function createSpecifiedOperations({ records, extensions, hasAdditions, permissionsOf }: Options) {
  const { company, others, employees, types, clients, pets, enums, appointments, completed } = records;

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

  function book(body: unknown, now = new Date().toISOString()): string {
    const { employeeId, visitTypeId, petId, storeIds, ...wanted } = createAppointmentRequestSchema.parse(body);
    const pet = pets.find(({ id }) => id === petId);
    if (pet === undefined) throw invalidInput('petId', 'the company has no such pet');
    const type = checkVisitType(types, visitTypeId);
    if (employeeId !== undefined) checkEmployee(employees, employeeId);
    const [storeId = idOf(2, 1)] = storeIds;
    const [start, end] = [toUtcDateTime(wanted.start), toUtcDateTime(wanted.end)];
    const made = completed(
      crypto.randomUUID(),
      {
        ...{ ...wanted, start, end, storeId, notes: wanted.notes ?? null },
        roomId: freeRoom({ ...records, plan: extensions.plan }, { storeId, category: type.category, start, end }),
        checkedInAt: initialCheckInTime(wanted.status, now),
        createdFrom: 'external_api',
        createdAt: now,
        updatedAt: now,
        employees: employeeId === undefined ? [] : [{ id: employeeId, isMainEmployee: true }],
      },
      pet,
      type,
    );
    appointments.push(made);
    extensions.booked(made);
    return made.id;
  }

  function bookSeries(body: unknown): string {
    const { times, ...booking } = createSeriesSchema.parse(body);
    const now = new Date().toISOString();
    return extensions.join(times.map((time) => book({ ...booking, ...time }, now)));
  }

  const petsOf = (client: Client) =>
    pets.filter(({ clientId }) => clientId === client.id).sort((one, other) => (one.name < other.name ? -1 : 1));

  return (request: ReceivedRequest): Response | null => {
    const { name, query, body } = request;
    const limit = Number(query.get('limit') ?? 100);
    const text = query.get('query');
    const list = (records: readonly unknown[]) => Response.json(pageOf(records, query));
    const isOfActivity = ({ isActive }: { isActive: boolean }) =>
      !query.has('isActive') || query.get('isActive') === String(isActive);
    switch (name) {
      case 'GET /v1/companies':
        return list([company, ...others]);
      case 'GET /v1/enums':
        return Response.json(enums);
      case 'GET /v1/employees': {
        const requestedIds = query.get('storeIds')?.split(',') ?? company.stores.map(({ id }) => id);
        const found = employees.filter(({ firstName, lastName }) => hasTerms(text, firstName, lastName));
        const listed = found.filter(({ storeIds }) => storeIds.some((id) => requestedIds.includes(id)));
        return list(listed.map((one) => ({ ...one, permissions: permissionsOf(one.id) })));
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
        return Response.json(hasAdditions ? extensions.once(request, () => book(body)) : book(body));
      case 'POST /v1/appointments/series':
        return hasAdditions
          ? Response.json(extensions.created(extensions.once(request, () => bookSeries(body))))
          : null;
      default:
        return null;
    }
  };
}
