import { appointmentStatuses } from '#contract/enums.ts';
import { createUnnamedStore } from '#contract/received.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';

const PETS = 200;
const COLORS = ['#8250df', '#0969da', '#bf8700', '#bc4c00', '#1b7c83', '#1a7f37', '#6e7781', '#cf222e'];

function fill<Item>(list: Item[], length: number, itemOf: (number: number) => Item): void {
  list.splice(0, list.length, ...Array.from({ length }, (_, number) => itemOf(number)));
}

/**
 * Creates a practice with one store in UTC, a number of rooms, and a number of appointments per day. The same numbers always
 * give the same practice. With a plan, each vet has a shift and a lunch break, and each room is blocked twice a day.
 */
export function createBenchPractice(
  dates: readonly string[],
  { rooms, appointments, withPlan }: { rooms: number; appointments: number; withPlan: boolean },
): PracticeInMemory {
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions: withPlan });
  const { company, session } = practice;
  const [companyId, storeId] = [company.id, idOf(2, 1)];
  session.capabilities = withPlan ? { listAvailability: { fields: [], idempotent: false } } : {};
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '20:00' }));
  // The first room and the last vet are free all day, so that a booking finds a place.
  const shownRooms = Array.from({ length: rooms + 1 }, (_, number) => {
    return { id: idOf(3, number), name: `Room ${number + 1}`, categories: [] };
  });
  const store = { ...createUnnamedStore(storeId), companyId, name: 'Bench', timeZone: 'UTC', openingHours };
  company.stores = [{ ...store, rooms: shownRooms }];
  practice.enums['APPOINTMENT_STATUS']?.forEach((entry, number) => {
    entry.color = COLORS[number] ?? '#888888';
  });
  fill(practice.employees, rooms + 1, (number) => ({
    ...{ id: idOf(6, number), companyId, storeIds: [storeId], role: 'vet', isActive: true },
    ...{ firstName: 'Vet', lastName: String(number) },
  }));
  fill(practice.types, 3, (number) => {
    const durationMinutes = [15, 30, 60][number] ?? 0;
    const name = `Visit of ${durationMinutes}`;
    return { id: idOf(7, number), companyId, name, category: 'consult', durationMinutes, isActive: true };
  });
  const [pet] = practice.pets;
  if (pet !== undefined)
    fill(practice.pets, PETS, (number) => ({ ...pet, id: idOf(4, number), name: `Pet ${number}` }));
  for (const [day, date] of dates.entries()) {
    for (let index = 0; index < appointments; index += 1) {
      // The days have different appointments, but equally many.
      const mixed = index * 7 + day * 31;
      const room = index % rooms;
      const each = Math.ceil(appointments / rooms);
      // A room's appointments follow one another over twelve hours; one in 25 is longer than its gap.
      const minutes = Math.floor(((Math.floor(index / rooms) + day / 2) * 720) / each);
      const start = Date.parse(`${date}T08:00:00Z`) + minutes * 60_000;
      const length = mixed % 25 === 4 ? 45 : mixed % 5 === 4 ? 25 : 15;
      practice.add({
        ...{ title: `Pet ${mixed % PETS} – Consultation`, petId: idOf(4, mixed % PETS) },
        ...{ start: new Date(start).toISOString(), end: new Date(start + length * 60_000).toISOString() },
        ...{ status: appointmentStatuses[mixed % 6] ?? 'requested', roomId: idOf(3, room + 1) },
        ...{ visitTypeId: null, visitTypeName: 'Consultation', visitTypeCategory: 'consult' },
        // Each vet stays in one room, because the calendar would mark two simultaneous appointments of one vet.
        employees: [{ id: idOf(6, room), isMainEmployee: true }],
      });
    }
    if (withPlan) addPlan(practice, date, rooms);
  }
  return practice;
}

function addPlan({ plan }: PracticeInMemory, date: string, rooms: number): void {
  const add = (from: string, to: string, entry: object) =>
    plan.create({
      ...{ kind: 'unavailable', storeId: idOf(2, 1), start: `${date}T${from}:00Z`, end: `${date}T${to}:00Z` },
      ...entry,
    });
  for (let number = 0; number <= rooms; number += 1) {
    const [room, vet] = [{ roomId: idOf(3, number) }, { employeeId: idOf(6, number) }];
    add('09:00', '17:00', { ...vet, kind: 'on_duty' });
    add('12:00', '12:30', { ...vet, title: 'Lunch' });
    add('10:00', '10:30', { ...room, title: 'Cleaning' });
    add('15:00', '16:00', { ...room, title: 'Maintenance' });
  }
}
