import { type Directory, staffName, unlistedRoomName } from '#app/api/directory.ts';

import { listText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { shortDateText, zoneCity } from '#app/text/time-text.ts';
import { mainEmployeeId } from '#contract/appointment-rules.ts';
import type { MinuteRange } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { CalendarColumn } from '#scheduling/booking-place.ts';
import { openMinutes } from '#scheduling/opening-hours.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';
import { isVetAt } from '#scheduling/visit.ts';

/** A column of the board: a room, a vet or a day. All columns share an axis of 24 wall-clock hours. */
export interface BoardColumn extends CalendarColumn {
  title: string;
  /**
   * The section that contains the column. Its columns share a zone and a calendar: they belong to a store, to the vets
   * of a zone, or to a week.
   */
  sectionId: string;
  /** The name of the section: its store and the city of its zone, as far as they need to be named; empty if neither does. */
  group: string;
  /** The store's opening hours that day; null if they are unknown, or if the column belongs to several stores. */
  openings: readonly MinuteRange[] | null;
}

/** Columns under a common name, with one hour axis in one zone. */
export interface BoardSection {
  id: string;
  name: string;
  /** The IANA zone of the columns. */
  zone: string;
  columns: readonly BoardColumn[];
}

/** Groups the columns by section, keeping their order. */
export function groupBySection(columns: readonly BoardColumn[]): BoardSection[] {
  const sections = new Map<string, BoardColumn[]>();
  for (const column of columns) {
    const list = sections.get(column.sectionId);
    if (list) list.push(column);
    else sections.set(column.sectionId, [column]);
  }
  return [...sections].map(([id, list]) => ({
    id,
    name: list[0]?.group ?? '',
    zone: list[0]?.zone ?? '',
    columns: list,
  }));
}

/** The city of a zone, to be added to the name of a section; empty if every column is in the browser's zone. */
function foreignCity(zone: string, days: readonly StoreDay[], ownZone: string): string[] {
  return zone === ownZone && days.every((day) => day.zone === zone) ? [] : [zoneCity(zone)];
}

/**
 * Functions that build the ids of columns. The ids of records contain no vertical bar, so it can separate the parts.
 */
export const columnIds = {
  room: (storeId: string, roomId: string | null) => `${storeId}|${roomId ?? ''}`,
  vet: (zone: string, employeeId: string | null) => `${zone}|${employeeId ?? ''}`,
  day: (date: string) => date,
};

/**
 * Builds one column per room in the order of stores and rooms, then one for each other room that appointments name,
 * then "No room" if it is needed.
 */
export function buildRoomColumns(
  days: readonly StoreDay[],
  appointments: readonly ReceivedAppointment[],
  ownZone: string,
): BoardColumn[] {
  return days.flatMap(({ store, zone, clock }) => {
    const rooms = new Map(store.rooms.map((room) => [room.id, room.name]));
    let roomless = false;
    for (const appointment of appointments) {
      if ((appointment.storeId ?? '') !== store.id) continue;
      if (appointment.roomId === null) roomless = true;
      else if (!rooms.has(appointment.roomId))
        rooms.set(appointment.roomId, unlistedRoomName(appointment.roomId, appointment.location));
    }
    const shared = {
      sectionId: store.id,
      group: [...(days.length > 1 ? [store.name] : []), ...foreignCity(zone, days, ownZone)].join(' · '),
      storeId: store.id === '' ? null : store.id,
      employeeId: null,
      zone,
      date: clock.date,
      openings: openMinutes(store.openingHours, clock.date),
    };
    const columns = [...rooms].map(([roomId, name]) => ({
      ...shared,
      id: columnIds.room(store.id, roomId),
      title: unlistedRoomName(roomId, name),
      roomId,
    }));
    if (!roomless && columns.length > 0) return columns;
    return [...columns, { ...shared, id: columnIds.room(store.id, null), title: texts.noRoom, roomId: null }];
  });
}

/**
 * Builds one column per vet, then one for each other employee with appointments, then "Unassigned" if it is needed.
 * Each zone has its own set of columns.
 */
export function buildVetColumns(
  days: readonly StoreDay[],
  appointments: readonly ReceivedAppointment[],
  directory: Directory,
  ownZone: string,
): BoardColumn[] {
  const zones = [...new Set(days.map((day) => day.zone))];
  return zones.flatMap((zone) => {
    const zoneDays = days.filter((day) => day.zone === zone);
    const storeIds = new Set(zoneDays.map((day) => day.store.id));
    const expected = [...directory.employees.values()].filter((employee) => isVetAt(employee, storeIds));
    const vetIds = new Set(expected.map(({ id }) => id));
    let unassigned = false;
    for (const appointment of appointments) {
      if (!storeIds.has(appointment.storeId ?? '')) continue;
      const id = mainEmployeeId(appointment);
      if (id === null) unassigned = true;
      else vetIds.add(id);
    }
    const only = zoneDays.length === 1 ? zoneDays[0] : undefined;
    const first = zoneDays[0];
    if (!first) return [];
    const shared = {
      sectionId: zone,
      group: foreignCity(zone, days, ownZone).join(''),
      storeId: only && only.store.id !== '' ? only.store.id : null,
      roomId: null,
      zone,
      date: first.clock.date,
      openings: only ? openMinutes(only.store.openingHours, only.clock.date) : null,
    };
    const columns: BoardColumn[] = [...vetIds].map((employeeId) => ({
      ...shared,
      id: columnIds.vet(zone, employeeId),
      title: staffName(employeeId, directory),
      employeeId,
    }));
    if (!unassigned && columns.length > 0) return columns;
    return [...columns, { ...shared, id: columnIds.vet(zone, null), title: texts.unassigned, employeeId: null }];
  });
}

/** Builds one column per day, for the week of all stores in a zone or of one vet there. */
export function buildWeekColumns(days: readonly StoreDay[], ownZone: string, vetId: string | null): BoardColumn[] {
  const stores = [...new Map(days.map(({ store }) => [store.id, store])).values()];
  const [first] = stores;
  const only = stores.length === 1 ? first : undefined;
  const names = listText(stores.map((store) => store.name));
  return days
    .filter(({ store }) => store === first)
    .map(({ store, zone, clock }) => ({
      id: columnIds.day(clock.date),
      title: shortDateText(clock.date),
      sectionId: 'week',
      group: [names, ...foreignCity(zone, days, ownZone)].join(' · '),
      storeId: only && only.id !== '' ? only.id : null,
      roomId: null,
      employeeId: vetId,
      zone,
      date: clock.date,
      openings: only ? openMinutes(store.openingHours, clock.date) : null,
    }));
}
