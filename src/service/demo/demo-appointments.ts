import { Temporal } from 'temporal-polyfill';
import type { Appointment } from '#contract/appointment.ts';
import type { Pet } from '#contract/clients-pets-staff.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import type { PracticeRecords } from '#service/db/write-practice.ts';
import { drawHistory } from './appointment-status.ts';
import { pickDemoNote } from './demo-notes.ts';
import type { DemoPeriod } from './demo-practice.ts';
import { createLocalClock } from './local-clock.ts';
import { createPetChooser } from './pet-chooser.ts';
import { type PlannedAppointment, planAppointments } from './planned-appointments.ts';
import { createRandom, type Random } from './random.ts';
import { createDemoSeries, type DemoSeries } from './series.ts';

/** The number of days that the demo covers before today, and after it. */
export const DEMO_DAYS = 45;

/** Appointments of at least this length are stays, which are neither requested, cancelled nor missed. */
const STAY_MINUTES = 360;

const toIso = (epochMs: number) => new Date(epochMs).toISOString();

/** Yields today, tomorrow, yesterday and so on to both ends of the demo, then further days in the past without end. */
function* generateDays(today: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  yield today;
  for (let days = 1; days <= DEMO_DAYS; days += 1) {
    yield today.add({ days });
    yield today.subtract({ days });
  }
  for (let days = DEMO_DAYS + 1; ; days += 1) yield today.subtract({ days });
}

/**
 * The appointment of the pet that has died. On the day of its death and two weeks before, it replaces the last consultation of
 * the first store; null on other days.
 */
function planLastAppointment(
  date: Temporal.PlainDate,
  { company, pets }: PracticeRecords,
  visits: readonly PlannedAppointment[],
) {
  const pet = pets.find(({ deceasedOn }) => deceasedOn !== null);
  const daysBefore = pet?.deceasedOn ? date.until(pet.deceasedOn).days : null;
  if (pet === undefined || (daysBefore !== 0 && daysBefore !== 14)) return null;
  const isSuitable = ({ type, store, room, employees }: PlannedAppointment) =>
    type === 'Consultation' && store === company.stores[0] && room !== null && employees.length > 0;
  return { pet, place: visits.findLast(isSuitable), isLast: daysBefore === 0 };
}

/**
 * A client's request for the time of the consultation that was booked last. While the request was waiting, that time was
 * given to someone else.
 */
function createRequestForTakenTime(
  others: readonly Appointment[],
  petAt: (storeId: string) => Pet,
  random: Random,
): Appointment[] {
  const hasVetAndRoom = ({ status, employees, roomId, visitTypeName }: Appointment) =>
    status === 'confirmed' && visitTypeName === 'Consultation' && employees.length > 0 && roomId !== null;
  const [lastBooked] = others.filter(hasVetAndRoom).sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  if (lastBooked === undefined) return [];
  const pet = petAt(lastBooked.storeId);
  const requestedAt = toIso(Date.parse(lastBooked.createdAt) - random.integer(15, 90) * 60_000);
  const request: Appointment = {
    ...lastBooked,
    ...{ id: deriveUuid(`${lastBooked.id}/request`), petId: pet.id, clientId: pet.clientId },
    title: `${pet.name} – ${lastBooked.visitTypeName}`,
    ...{
      notes: null,
      bookingNotes: null,
      clientNotes: pickDemoNote('client', { type: 'Consultation', category: 'consult', species: pet.species }, random),
    },
    ...{ status: 'requested', roomId: null, createdFrom: 'plugin', createdAt: requestedAt, updatedAt: requestedAt },
  };
  return [request];
}

/** Generates the appointments of a date, in all stores. */
function createAppointmentsOn(
  practice: PracticeRecords,
  allSeries: readonly DemoSeries[],
  choosePet: ReturnType<typeof createPetChooser>,
  date: Temporal.PlainDate,
  period: DemoPeriod,
): Appointment[] {
  const { company, types } = practice;
  const { now, recordedUntil, today } = period;
  const day = date.toString();
  const random = createRandom(company.id, day, 'visits');
  const clocks = new Map(company.stores.map((store) => [store, createLocalClock(date, store.timeZone)]));
  const visits = planAppointments(practice, date);
  const last = planLastAppointment(date, practice, visits);
  const places = new Map(allSeries.map((one) => [one.findReplacedAppointment(date, visits), one]));
  const appointments = visits.flatMap((visit, nth): Appointment | [] => {
    const { store, pace } = visit;
    const lastVisit = visit === last?.place ? last : null;
    const isLast = lastVisit?.isLast ?? false;
    const type = types.find(({ name }) => name === (isLast ? 'Euthanasia' : visit.type));
    const clock = clocks.get(store);
    if (type === undefined || clock === undefined) return [];
    const id = deriveUuid(`${company.id}/${day}/${nth}`);
    const series = lastVisit ? undefined : places.get(visit);
    const pet = lastVisit?.pet ?? series?.pet ?? choosePet(visit, date);
    const reason = { type: type.name, category: type.category, species: pet.species };
    const [start, end] = [clock(visit.from), clock(visit.until)];
    const isEmergency = visit.type === 'Emergency consultation';
    // A clock change at that time leaves no duration for the appointment.
    if (end <= start) return [];
    // An emergency is not known before it happens.
    if (isEmergency && start > now) return [];
    const isCertain = isLast || isEmergency || series !== undefined || visit.until - visit.from >= STAY_MINUTES;
    const history = drawHistory(random, { start, end, now, recordedUntil, isCertain, pace });
    const createdAt = series?.bookedAt ?? history.createdAt;
    const isBilled = history.status === 'completed' || history.status === 'ready_for_checkout';
    const bill = isBilled ? deriveUuid(`${id}/bill`) : null;
    // Only the last store still issues invoices.
    const hasInvoices = store === company.stores.at(-1);
    const isRequest = history.createdFrom === 'plugin' && history.status === 'requested';
    return {
      id,
      petId: pet.id,
      clientId: pet.clientId,
      storeId: store.id,
      companyId: company.id,
      storeInvoiceId: hasInvoices ? bill : null,
      billingContextId: hasInvoices ? null : bill,
      title: `${pet.name} – ${type.name}`,
      start: toIso(start),
      end: toIso(end),
      notes:
        series?.note ??
        visit.note ??
        (random.chance(type.name === 'Recheck' ? 0.8 : 0.35) ? pickDemoNote('staff', reason, random) : null),
      bookingNotes: random.chance(0.12) ? pickDemoNote('desk', reason, random) : null,
      clientNotes:
        history.createdFrom === 'plugin' && random.chance(isRequest ? 0.9 : 0.6)
          ? pickDemoNote('client', reason, random)
          : null,
      status: history.status,
      location: visit.location,
      // Many online requests have no room or vet yet: the front desk assigns them.
      roomId: isRequest && random.chance(0.4) ? null : (visit.room?.id ?? null),
      checkedInAt: history.checkedInAt === null ? null : toIso(history.checkedInAt),
      createdFrom: series ? 'app' : history.createdFrom,
      visitTypeId: type.id,
      visitTypeName: type.name,
      visitTypeCategory: type.category,
      createdAt: toIso(createdAt),
      updatedAt: toIso(Math.max(history.updatedAt, createdAt)),
      employees:
        isRequest && random.chance(0.3)
          ? []
          : visit.employees.map((employee, position) => ({ id: employee.id, isMainEmployee: position === 0 })),
    };
  });
  const daysAhead = today.until(date).days;
  if (daysAhead < 1 || daysAhead > 4) return appointments;
  const pickPet = (storeId: string) => {
    const store = company.stores.find(({ id }) => id === storeId);
    if (store === undefined) throw new RangeError(`The demo practice has no store ${storeId}.`);
    return choosePet({ store, type: 'Consultation', from: 0 }, date);
  };
  return [
    ...appointments,
    ...createRequestForTakenTime(appointments, pickPet, createRandom(company.id, day, 'request')),
  ];
}

/**
 * The appointments of the demo practice in batches, one per day, nearest days first: 45 days to either side of today, or
 * exactly `appointments` of them, in which case the period extends into the past at the same density. Every row satisfies the
 * contract; instants are UTC. The same practice and period always give the same appointments.
 */
export function* createDemoAppointments(
  practice: PracticeRecords,
  period: DemoPeriod,
  appointments?: number,
): Generator<Appointment[]> {
  const first = period.today.subtract({ days: DEMO_DAYS });
  const series = createDemoSeries(practice, period.today);
  const excluded = new Set(series.map(({ pet }) => pet.id));
  const choosePet = createPetChooser(practice, { excluded, today: period.today });
  let remaining = appointments ?? Number.POSITIVE_INFINITY;
  for (const date of generateDays(period.today)) {
    if (remaining <= 0 || (appointments === undefined && Temporal.PlainDate.compare(date, first) < 0)) return;
    const batch = createAppointmentsOn(practice, series, choosePet, date, period).slice(0, remaining);
    remaining -= batch.length;
    yield batch;
  }
}
