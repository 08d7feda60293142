import type { Appointment } from '#contract/appointment.ts';
import type { AppointmentType, Client, Company, Pet } from '#contract/clients-pets-staff.ts';
import { instantOf, toUtcDateTime } from '#contract/date-time.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import {
  type BookedRequest,
  bookOnlineRequestSchema,
  declineOnlineRequestSchema,
  type OnlineRequest,
} from '#contract/online-booking.ts';
import { deriveRequestStatus } from '#contract/online-request-rules.ts';
import type { CheckedRequest } from './check-request.ts';
import type { CompleteAppointment } from './sample-practice.ts';
import { findRecord, replaceRecord } from './versions-in-memory.ts';

export type OnlineRequestsInMemory = ReturnType<typeof createOnlineRequestsInMemory>;

/** The requests from the web site of a practice in memory, none at first. Throws the errors that the service would send. */
export function createOnlineRequestsInMemory(held: {
  company: Company;
  appointments: Appointment[];
  clients: readonly Client[];
  pets: readonly Pet[];
  types: readonly AppointmentType[];
  checkEmployee: (id: string) => void;
  checkVisitType: (id: string) => AppointmentType;
  checkRoom: (storeId: string | null, roomId: string) => void;
  freeRoom: (wanted: { storeId: string; category: string; start: string; end: string }) => string | null;
  /** Adds a client or a pet as requested by `POST` to their list, and returns the id. */
  register: (name: 'POST /v1/clients' | 'POST /v1/pets', body: object) => string;
  recordBooking: (appointment: Appointment) => void;
  completed: CompleteAppointment;
}) {
  const { company, appointments, clients, pets, types } = held;
  const requests: OnlineRequest[] = [];
  /** Whether the person may register clients and pets. */
  const permissions = { 'clients.write': true, 'pets.write': true };
  /** What was booked, by the appointment's id. */
  const bookings = new Map<string, BookedRequest>();

  const asOfNow = (request: OnlineRequest): OnlineRequest => ({
    ...request,
    status: deriveRequestStatus(request, Date.now()),
  });

  /**
   * Adds a request as if a client had just sent it; by default for the first store and visit type, in two days, by someone
   * who is not on file.
   */
  function add(given: Partial<OnlineRequest> = {}): OnlineRequest {
    const now = new Date().toISOString();
    const [store] = company.stores;
    const type = types.find(({ id }) => id === given.visitTypeId) ?? types[0];
    if (store === undefined || type === undefined) throw new Error('the practice is empty');
    const start = given.start ?? `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T15:00:00.000Z`;
    const request: OnlineRequest = {
      id: crypto.randomUUID(),
      companyId: company.id,
      storeId: store.id,
      visitTypeId: type.id,
      start,
      end: new Date(instantOf(start) + type.durationMinutes * 60_000).toISOString(),
      firstName: 'Anna',
      lastName: 'Berg',
      email: 'anna.berg@example.com',
      phone: '+12125550123',
      petName: 'Luna',
      species: 'cat',
      note: null,
      language: 'en',
      status: 'open',
      appointmentId: null,
      createdAt: now,
      updatedAt: now,
      ...given,
    };
    requests.push(request);
    return request;
  }

  /** The request if it can be answered. */
  function findOpen(id: string, expectedUpdatedAt: string): OnlineRequest {
    const current = asOfNow(findRecord(requests, id));
    if (current.status !== 'open')
      throw new ServiceError('not_open', 'the request is answered or has expired', { current });
    if (instantOf(expectedUpdatedAt) !== instantOf(current.updatedAt))
      throw new ServiceError('changed_meanwhile', 'look at the request as it is now', { current });
    return current;
  }

  function checkPermission(permission: keyof typeof permissions): void {
    if (!permissions[permission]) throw new ServiceError('insufficient_access', `this key lacks ${permission}`);
  }

  /** The pet, which may be new, of a client, who may be new; their ids, once both are on file. */
  function fileClientAndPet({ client, pet }: ReturnType<typeof bookOnlineRequestSchema.parse>) {
    const { id: companyId } = company;
    if ('id' in client && !clients.some(({ id, isActive }) => id === client.id && isActive))
      throw invalidInput('client.id', 'the company has no such client, or an inactive one');
    if ('id' in pet) {
      const found = pets.find(({ id }) => id === pet.id);
      const isFit = found?.isActive && found.deceasedOn === null && 'id' in client && found.clientId === client.id;
      if (!isFit) throw invalidInput('pet.id', 'the client has no such pet, or it is inactive or has died');
    }
    if (!('id' in client)) checkPermission('clients.write');
    if (!('id' in pet)) checkPermission('pets.write');
    const clientId = 'id' in client ? client.id : held.register('POST /v1/clients', { companyId, ...client });
    const petId = 'id' in pet ? pet.id : held.register('POST /v1/pets', { companyId, clientId, ...pet });
    return { clientId, petId };
  }

  function book(id: string, body: unknown): string {
    const wanted = bookOnlineRequestSchema.parse(body);
    const request = findOpen(id, wanted.expectedUpdatedAt);
    const { storeId } = request;
    const type = held.checkVisitType(wanted.visitTypeId ?? request.visitTypeId);
    if (wanted.employeeId) held.checkEmployee(wanted.employeeId);
    if (wanted.roomId) held.checkRoom(storeId, wanted.roomId);
    const start = toUtcDateTime(wanted.start ?? request.start);
    const length = instantOf(request.end) - instantOf(request.start);
    const end = wanted.end ? toUtcDateTime(wanted.end) : new Date(instantOf(start) + length).toISOString();
    if (instantOf(end) <= instantOf(start)) throw invalidInput('end', 'must be after start');
    const filed = fileClientAndPet(wanted);
    const now = new Date().toISOString();
    const appointment = held.completed(
      crypto.randomUUID(),
      {
        ...{ storeId, start, end, clientNotes: request.note, createdFrom: 'plugin' },
        roomId: wanted.roomId ?? held.freeRoom({ storeId, category: type.category, start, end }),
        ...{ createdAt: now, updatedAt: now },
        employees: wanted.employeeId ? [{ id: wanted.employeeId, isMainEmployee: true }] : [],
      },
      pets.find((pet) => pet.id === filed.petId),
      type,
    );
    appointments.push(appointment);
    held.recordBooking(appointment);
    replaceRecord(requests, { ...request, status: 'booked', appointmentId: appointment.id });
    bookings.set(appointment.id, { appointmentId: appointment.id, ...filed });
    return appointment.id;
  }

  function decline(id: string, body: unknown): OnlineRequest {
    const { expectedUpdatedAt } = declineOnlineRequestSchema.parse(body);
    return replaceRecord(requests, { ...findOpen(id, expectedUpdatedAt), status: 'declined' });
  }

  return {
    requests,
    permissions,
    add,
    /** Changes a request as if at another desk, such as by answering it. */
    change: (id: string, changes: Partial<OnlineRequest>) =>
      replaceRecord(requests, { ...findRecord(requests, id), ...changes }),
    /**
     * The response to a request about requests from the web site, with the list that it pages and the creates that run once;
     * null for any other.
     */
    respond(
      { name, query, body }: CheckedRequest,
      { page, once }: { page: (records: readonly unknown[]) => unknown; once: (create: () => string) => string },
    ): unknown {
      if (name === 'GET /v1/online-requests') {
        const { storeIds, status } = Object.fromEntries(query);
        return page(
          requests
            .map(asOfNow)
            .filter(({ storeId }) => storeIds === undefined || storeIds.split(',').includes(storeId))
            .filter((request) => (status ?? request.status) === request.status)
            .sort((one, other) => instantOf(one.start) - instantOf(other.start)),
        );
      }
      const [, id = '', answer] = /^POST \/v1\/online-requests\/([^/]+)\/(book|decline)$/.exec(name) ?? [];
      if (answer === 'book') return bookings.get(once(() => book(id, body)));
      return answer === 'decline' ? decline(id, body) : null;
    },
  };
}
