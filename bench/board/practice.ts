import type { Appointment } from '#contract/appointment.ts';
import type { Availability } from '#contract/availability.ts';
import { appointmentStatuses } from '#contract/enums.ts';

/** A synthetic company of one store with so many rooms, and days of so many appointments each. Everything is in UTC. */
export interface BenchPractice {
  company: ReturnType<typeof companyOf>;
  enums: Record<string, { value: string; label: string; color: string }[]>;
  pets: ReturnType<typeof petOf>[];
  types: { id: string; name: string; category: string; durationMinutes: number; isActive: boolean }[];
  employees: {
    id: string;
    companyId: string;
    storeIds: string[];
    firstName: string;
    lastName: string;
    role: string;
    isActive: boolean;
  }[];
  dates: readonly string[];
  /** The plan of its dates: the duty and the pause of each vet, and two times at which each room is blocked. */
  plan: Availability[];
  /** The appointments of a date. */
  day(date: string): Appointment[];
}

const COLORS = ['#8250df', '#0969da', '#bf8700', '#bc4c00', '#1b7c83', '#1a7f37', '#6e7781', '#cf222e'];

/** A UUID that says of what kind and which number it is. */
function idOf(kind: number, number: number): string {
  return `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function companyOf(rooms: number) {
  const id = idOf(1, 1);
  return {
    id,
    name: 'Bench',
    stores: [
      {
        id: idOf(2, 1),
        companyId: id,
        name: 'Bench store',
        timeZone: 'UTC',
        openingHours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '20:00' })),
        // The first one is free all day, so that a booking finds a place.
        rooms: Array.from({ length: rooms + 1 }, (_, room) => ({ id: idOf(3, room), name: `Room ${room + 1}` })),
      },
    ],
  };
}

function petOf(number: number) {
  return {
    id: idOf(4, number),
    companyId: idOf(1, 1),
    clientId: idOf(5, number),
    clientName: `Client ${number}`,
    name: `Pet ${number}`,
    species: 'Dog',
    breed: null,
    sex: null,
    dateOfBirth: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}

/** Two bands a room and, in the columns of vets, one a vet, between the times without duty. */
function planOf(date: string, day: number, rooms: number): Availability[] {
  const made = '2026-01-01T00:00:00.000Z';
  return Array.from({ length: rooms + 1 }, (_, number) => {
    const shared = { companyId: idOf(1, 1), seriesId: null, createdAt: made, updatedAt: made };
    const entry = (kind: number, hours: readonly [string, string], of: Partial<Availability>): Availability => ({
      ...{ ...shared, kind: 'unavailable', storeId: idOf(2, 1), roomId: null, employeeId: null, title: null },
      ...{
        id: idOf(20 + 5 * day + kind, number),
        start: `${date}T${hours[0]}:00.000Z`,
        end: `${date}T${hours[1]}:00.000Z`,
      },
      ...of,
    });
    const [room, vet] = [{ roomId: idOf(3, number) }, { employeeId: idOf(6, number) }];
    return [
      entry(0, ['09:00', '17:00'], { ...vet, kind: 'on_duty' }),
      entry(1, ['12:00', '12:30'], { ...vet, title: 'Lunch' }),
      entry(2, ['10:00', '10:30'], { ...room, title: 'Cleaning' }),
      entry(3, ['15:00', '16:00'], { ...room, title: 'Maintenance' }),
    ];
  }).flat();
}

/** Creates the practice; the same numbers give the same one. */
export function createBenchPractice(rooms: number, appointments: number, dates: readonly string[]): BenchPractice {
  const company = companyOf(rooms);
  const storeId = idOf(2, 1);
  return {
    company,
    enums: {
      APPOINTMENT_STATUS: appointmentStatuses.map((value, index) => ({
        value,
        label: value,
        color: COLORS[index] ?? '#888888',
      })),
    },
    types: [15, 30, 60].map((durationMinutes, number) => ({
      ...{ id: idOf(9, number), companyId: company.id, name: `Visit of ${durationMinutes}`, category: 'consult' },
      ...{ durationMinutes, isActive: true },
    })),
    pets: Array.from({ length: 200 }, (_, number) => petOf(number)),
    // The last one is free all day.
    employees: Array.from({ length: rooms + 1 }, (_, number) => ({
      id: idOf(6, number),
      companyId: company.id,
      storeIds: [storeId],
      firstName: 'Vet',
      lastName: String(number),
      role: 'vet',
      isActive: true,
    })),
    dates,
    plan: dates.flatMap((date, day) => planOf(date, day, rooms)),
    day: (date) =>
      Array.from({ length: appointments }, (_, index) => {
        // One day is like another in nothing but its size.
        const mixed = index * 7 + dates.indexOf(date) * 31;
        const room = index % rooms;
        const nth = Math.floor(index / rooms);
        const each = Math.ceil(appointments / rooms);
        // Twelve hours from eight o'clock, the room's appointments one after the other; one in 25 is longer than its gap.
        const start =
          Date.parse(`${date}T08:00:00Z`) + Math.floor(((nth + dates.indexOf(date) / 2) * 720) / each) * 60_000;
        const length = mixed % 25 === 4 ? 45 : mixed % 5 === 4 ? 25 : 15;
        return {
          id: idOf(7 + dates.indexOf(date), index),
          petId: idOf(4, mixed % 200),
          clientId: idOf(5, mixed % 200),
          storeId,
          companyId: company.id,
          storeInvoiceId: null,
          billingContextId: null,
          title: `Pet ${mixed % 200} – Consultation`,
          start: new Date(start).toISOString(),
          end: new Date(start + length * 60_000).toISOString(),
          notes: null,
          bookingNotes: null,
          clientNotes: null,
          status: appointmentStatuses[mixed % 6] ?? 'requested',
          location: null,
          roomId: idOf(3, room + 1),
          checkedInAt: null,
          createdFrom: 'app',
          visitTypeId: null,
          visitTypeName: 'Consultation',
          visitTypeCategory: 'consult',
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
          // Each vet has a room: at two visits at once nobody could be, and the board would mark each of them.
          employees: [{ id: idOf(6, room), isMainEmployee: true }],
        };
      }),
  };
}
