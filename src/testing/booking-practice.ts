import * as z from 'zod/mini';
import type { BookingPorts } from '#app/features/booking/booking-ports.ts';
import type { BookingRequest } from '#app/features/booking/booking-request.ts';
import { createDrafts } from '#app/features/booking/draft.ts';
import type { Registration } from '#app/features/booking/registration.ts';
import {
  type BookingPhase,
  type RegisteredPet,
  resumeBooking,
  type Submission,
  submitBooking,
} from '#app/features/booking/submit-booking.ts';
import type { CreateClient, CreatePet } from '#contract/clients-pets-staff.ts';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import { createLossySystem } from './lossy-creates.ts';
import { createStorage } from './storage-in-memory.ts';

export const bookedPet = { id: '00000000-0000-4000-8000-000000000003', name: 'Rex' };

/** The booking that the tests send, without its pet. */
export const petlessRequest: Omit<BookingRequest, 'petId'> = {
  companyId: '00000000-0000-4000-8000-000000000001',
  storeIds: ['00000000-0000-4000-8000-000000000002'],
  visitTypeId: '00000000-0000-4000-8000-000000000004',
  start: '2026-06-01T07:30:00.000Z',
  end: '2026-06-01T08:00:00.000Z',
};

export const newPixel: Registration = {
  client: { firstName: 'Rosa', lastName: 'Kaufman', phone: '0171 2345678', email: null },
  pet: { name: 'Pixel', species: 'cat', breed: null },
};

/** A record of the practice system in the form in which the app reads it. */
export function recordOf(request: BookingRequest, id: string, createdAt: number): ReceivedAppointment {
  return receivedAppointmentSchema.parse({
    ...request,
    id,
    storeId: request.storeIds[0],
    title: 'Rex',
    status: 'requested',
    createdFrom: 'external_api',
    createdAt: new Date(createdAt).toISOString(),
  });
}

const idOf = (kind: string) => (number: number) => `00000000-0000-4000-8000-${kind}${String(number).padStart(11, '0')}`;

let drafted = 0;

const timesOf = ({ start, end, times = [{ start, end }] }: BookingRequest) => times;
/** The ids of a series derive from that of its first appointment. */
const idInSeries = (id: string, nth: number) => id.replace('-8000-', `-80${String(nth).padStart(2, '0')}-`);

/** A form with a practice system whose requests fail in chosen ways. */
export function createBookingPractice(options: Parameters<typeof createLossySystem>[0] = {}, takesKey = true) {
  const system = createLossySystem(options);
  const clients = system.records<CreateClient>(idOf('c'));
  const pets = system.records<CreatePet>(idOf('e'));
  const appointments = system.records<BookingRequest>(idOf('a'));
  const others: ReceivedAppointment[] = [];
  const phases: BookingPhase[] = [];
  let keys = 0;
  const ports: BookingPorts = {
    async search() {
      const found = await appointments.find();
      const created = found.flatMap(({ id, body, from }) =>
        timesOf(body).map((time, nth) => recordOf({ ...body, ...time }, idInSeries(id, nth), from)),
      );
      const records = [...others, ...created];
      return { records, unresolvedIds: [], nextCursor: null, totalCount: records.length };
    },
    create: {
      client: clients.create,
      pet: pets.create,
      async appointments(request, key) {
        const id = await appointments.create(request, key);
        return timesOf(request).map((_, nth) => idInSeries(id, nth));
      },
    },
    newKey() {
      keys += 1;
      return `key-${keys}`;
    },
    takesKey: () => takesKey,
    clock: system.clock,
    sleep: system.sleep,
    hasNoNetwork: () => false,
  };
  const drafts = createDrafts({
    storage: createStorage(),
    companyId: petlessRequest.companyId,
    person: null,
    schema: z.string(),
    clock: system.clock,
  });
  drafted += 1;
  const draft = drafts.open(`draft-${drafted}`);
  const registered: RegisteredPet[] = [];
  const progress = {
    signal: new AbortController().signal,
    report: (phase: BookingPhase) => void phases.push(phase),
    onRegistered: (pet: RegisteredPet) => void registered.push(pet),
  };
  const submission: Submission<string> = {
    ...{ values: 'typed', request: petlessRequest, pet: bookedPet, anyVet: false, roomId: null, waits: false },
    ...{ shownIds: new Set(), conflicts: () => [] },
  };
  return Object.assign(system, {
    ...{ clients, pets, appointments, others, phases, registered, ports, drafts, draft },
    /** Books like the button of the form. */
    book: (changes: Partial<Submission<string>> = {}, signal = progress.signal) =>
      submitBooking(ports, draft, { ...submission, ...changes }, { ...progress, signal }),
    /** Continues with the attempt that a reload left behind. */
    resume: (current: Partial<Submission<string>> | null = {}) =>
      resumeBooking(ports, draft, current && { ...submission, ...current }, progress),
  });
}
