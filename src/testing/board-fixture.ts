import { type Directory, indexById } from '#app/api/directory.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';

import { buildBoard } from '#app/features/board/model/board-model.ts';
import { type ReceivedAppointment, receivedAppointmentSchema, receivedCompanySchema } from '#contract/received.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import { listStoreDays } from '#scheduling/shown-days.ts';

/** A Wednesday on which New York is four hours behind UTC. */
export const boardDate = '2026-06-10';
const zone = 'America/New_York';

const allWeek = (opens: string, closes: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }));

const company = {
  ...receivedCompanySchema.parse({
    id: 'company',
    name: 'Practice',
    stores: [
      {
        id: 'uptown',
        name: 'Uptown',
        timeZone: zone,
        openingHours: allWeek('08:00', '18:00'),
        rooms: [
          { id: 'r1', name: 'Consult 1' },
          { id: 'r2', name: 'Consult 2' },
        ],
      },
      { id: 'lakeside', name: 'Lakeside', timeZone: 'America/Chicago', rooms: [{ id: 'r3', name: 'Blue' }] },
    ],
  }),
  storesListed: true,
};

const pet = (id: string, name: string, clientName: string) => ({
  id,
  name,
  clientId: `client of ${id}`,
  clientName,
  species: 'Dog',
  breed: null,
  sex: null,
  dateOfBirth: null,
  deceasedOn: null,
  updatedAt: null,
  alert: null,
  isActive: true,
});
const vet = (id: string, name: string, storeIds: string[]) => ({ id, name, storeIds, role: 'vet', isActive: true });

export const directory: Directory = {
  company,
  fallbackZone: 'UTC',
  employees: indexById([vet('ada', 'Ada Vet', ['uptown']), vet('bo', 'Bo Both', ['uptown', 'lakeside'])]),
  types: new Map(),
  pets: indexById([pet('rex', 'Rex', 'Jo Null'), pet('evil', '\u202etxt <b>', 'Ann & Co')]),
};

export const statuses = createEnumDisplays(
  {
    APPOINTMENT_STATUS: [
      { value: 'confirmed', label: 'Confirmed', color: '#0969da' },
      { value: 'checked_in', label: 'Checked in', color: '#9a6700' },
      { value: 'completed', label: 'Completed', color: '#1a7f37' },
    ],
  },
  'APPOINTMENT_STATUS',
);
export const categories = createEnumDisplays(
  { VISIT_TYPE_CATEGORY: [{ value: 'dental', label: 'Dental', color: '#9a6700' }] },
  'VISIT_TYPE_CATEGORY',
);

/** A wall-clock time in New York on the day of the calendar as an instant, in milliseconds. */
export function at(time: string, date = boardDate): number {
  return Date.parse(`${date}T${time.padStart(5, '0')}:00-04:00`);
}

/** An appointment at the first store between two wall-clock times. */
export function visit(id: string, from: string, to: string, more: Record<string, unknown> = {}): ReceivedAppointment {
  return receivedAppointmentSchema.parse({
    id,
    storeId: 'uptown',
    roomId: 'r1',
    petId: 'rex',
    start: new Date(at(from)).toISOString(),
    end: new Date(at(to)).toISOString(),
    status: 'confirmed',
    ...more,
  });
}

interface BoardOptions {
  view?: ColumnsView;
  storeIds?: readonly string[];
  unresolvedIds?: string[];
}

/** The calendar of appointments, by default of the first store. */
export function boardOf(records: ReceivedAppointment[], options: BoardOptions = {}) {
  const { view = 'rooms', storeIds = ['uptown'], unresolvedIds = [] } = options;
  const stores = company.stores.filter(({ id }) => storeIds.includes(id));
  const days = listStoreDays({
    view,
    date: boardDate,
    stores,
    fallbackZone: directory.fallbackZone,
    firstWeekday: () => 1,
  });
  const content = { appointments: records, unresolvedIds, isComplete: true, missing: 0 };
  return buildBoard({ view, vetOfWeek: null, days, content, directory, awaitsPets: false, statuses, ownZone: zone });
}
