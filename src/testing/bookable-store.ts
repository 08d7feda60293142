import { Temporal } from 'temporal-polyfill';
import { receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import type { BookableStore, FreeStart } from '#scheduling/bookable.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const QUARTER = 15 * MINUTE;
export const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
export const textOf = (instant: number) => new Date(instant).toISOString().slice(0, 16);
export const texts = (starts: readonly FreeStart[]) => starts.map(({ start }) => textOf(start));
export const everyDay = (opens: string, closes: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }));
export const store: BookableStore = {
  id: 'north',
  timeZone: 'America/New_York',
  openingHours: everyDay('08:00', '18:00').slice(0, 5),
  rooms: [
    { id: 'theatre', name: 'Theatre', categories: ['surgery'] },
    { id: 'r1', name: 'Room 1', categories: [] },
    { id: 'r2', name: 'Room 2', categories: [] },
  ],
};
export const employees = ['ada', 'bo'].map((id) =>
  receivedEmployeeSchema.parse({ id, name: id, storeIds: ['north'], role: 'vet' }),
);
export const [ada = null] = employees;
export const type = { category: 'consult' };

let nextId = 0;
export function visit(start: string, end: string, more: Record<string, unknown> = {}) {
  nextId += 1;
  return receivedAppointmentSchema.parse({
    id: `a${nextId}`,
    storeId: 'north',
    status: 'confirmed',
    start,
    end,
    ...more,
  });
}
export const assignedTo = (staffId: string | null, roomId: string | null = null) => ({
  roomId,
  employees: staffId === null ? [] : [{ id: staffId, isMainEmployee: true }],
});
