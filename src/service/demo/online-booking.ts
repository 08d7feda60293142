import type { Appointment } from '#contract/appointment.ts';
import type { Availability } from '#contract/availability.ts';
import type { Store } from '#contract/clients-pets-staff.ts';
import { receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import { receivedAvailabilitySchema } from '#contract/received-availability.ts';
import { createBookable, determineNeeds, findStartsFromOpening, type HeldRequest } from '#scheduling/bookable.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import type { bookingPages, bookingRefusals, onlineBooking, onlineRequests } from '#service/db/schema.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { type DemoPeriod, findHomeStores } from './demo-practice.ts';
import { practicePlan } from './practice-plan.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The first and the last day, counted from today, for which the demo has requests. */
const [FIRST_DAY, LAST_DAY] = [2, 9];

type RequestRow = typeof onlineRequests.$inferInsert;

interface OnlineBookingRows {
  settings: typeof onlineBooking.$inferInsert;
  pages: (typeof bookingPages.$inferInsert)[];
  requests: RequestRow[];
  refusals: (typeof bookingRefusals.$inferInsert)[];
}

const toIso = (epochMs: number) => new Date(epochMs).toISOString();

/**
 * The booking pages of the demo practice, and the requests that came in while the practice was closed. The requests are for
 * times that its appointments and its plan leave free. One is from a client on file, the others are from new clients.
 */
export function createDemoOnlineBooking(
  practice: PracticeRecords,
  period: DemoPeriod,
  { appointments, plan }: { appointments: readonly Appointment[]; plan: readonly Availability[] },
): OnlineBookingRows {
  const { company, types } = practice;
  const companyId = company.id;
  const { today, recordedUntil } = period;
  const { slugs, publicTypes, origins, refusals } = practicePlan.website;
  const findStore = (name: string) => company.stores.find((store) => store.name === name);
  return {
    settings: {
      ...{ companyId, noticeHours: 4, daysAhead: 60, dailyLimit: 20, origins: [...origins] },
      types: types
        .filter(({ isActive }) => isActive)
        .map(({ id: visitTypeId, name }) => {
          const offered = publicTypes.find(([offeredName]) => offeredName === name);
          return { visitTypeId, isOn: offered !== undefined, publicName: offered?.[1] ?? null };
        }),
      updatedAt: toIso(recordedUntil - 20 * 24 * HOUR_MS),
    },
    pages: slugs.flatMap(([name, slug], position) => {
      const store = findStore(name);
      return store === undefined ? [] : [{ companyId, storeId: store.id, isOn: true, slug, position }];
    }),
    requests: createDemoRequests(practice, period, { appointments, plan }),
    refusals: refusals.flatMap(({ store: name, days, reason, count }) => {
      const store = findStore(name);
      const date = today.subtract({ days }).toString();
      return store === undefined ? [] : [{ companyId, storeId: store.id, date, reason, count }];
    }),
  };
}

function createDemoRequests(
  practice: PracticeRecords,
  { today, now, recordedUntil }: DemoPeriod,
  { appointments, plan }: { appointments: readonly Appointment[]; plan: readonly Availability[] },
): RequestRow[] {
  const { company, types } = practice;
  const midnightAfter = (store: Store, days: number) =>
    today.add({ days }).toZonedDateTime(store.timeZone).epochMilliseconds;
  const employees = practice.employees.map((employee) => receivedEmployeeSchema.parse(employee));
  const data = {
    span: { start: now, end: now + (LAST_DAY + 2) * 24 * HOUR_MS },
    appointments: appointments.map((appointment) => receivedAppointmentSchema.parse(appointment)),
    plan: plan.map((entry) => receivedAvailabilitySchema.parse(entry)),
    ...{ stores: company.stores, employees },
  };
  const held: HeldRequest[] = [];
  return practicePlan.website.requests.flatMap((row, nth): RequestRow[] => {
    const { hoursAgo, note, language, earliest } = row;
    const store = company.stores.find(({ name }) => name === row.store);
    const type = types.find(({ name }) => name === row.type);
    if (store === undefined || type === undefined) return [];
    const by = row.client ?? findClientOnFile(practice, store, row.species);
    if (by === null) return [];
    const length = type.durationMinutes * MINUTE_MS;
    const bookable = createBookable({ ...data, heldRequests: held });
    const needs = determineNeeds({ store, vet: null, type, petId: null, employees });
    const times = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, day) => {
      const start = midnightAfter(store, FIRST_DAY + day) + earliest * HOUR_MS;
      const end = midnightAfter(store, FIRST_DAY + day + 1);
      return findStartsFromOpening(bookable, needs, { start, end, length, step: 15 * MINUTE_MS });
    }).flat();
    const [start] = times;
    if (start === undefined) return [];
    const createdAt = toIso(recordedUntil - hoursAgo * HOUR_MS);
    const id = deriveUuid([company.id, 'online request', nth].join('/'));
    held.push({
      id,
      storeId: store.id,
      start,
      end: start + length,
      visitTypeCategory: type.category,
      name: by.petName,
    });
    return [
      {
        ...{ companyId: company.id, id, storeId: store.id, visitTypeId: type.id, ...by, species: row.species },
        ...{ start: toIso(start), end: toIso(start + length), note, language, status: 'open' },
        ...{ createdAt, updatedAt: createdAt },
      },
    ];
  });
}

/** A client who lives near the store, has an e-mail address and a phone, and one of whose pets is of the species. */
function findClientOnFile({ company, clients, pets }: PracticeRecords, store: Store, species: string) {
  const homes = findHomeStores({ company, clients });
  for (const { id, firstName, lastName, email, phone, isActive } of clients.slice(100)) {
    const pet = pets.find((one) => one.clientId === id && one.isActive && one.species === species);
    if (!isActive || email === null || phone === null || homes.get(id) !== store || pet === undefined) continue;
    return { firstName, lastName, email, phone, petName: pet.name };
  }
  return null;
}
