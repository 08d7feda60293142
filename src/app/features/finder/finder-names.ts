import type { Directory } from '#app/api/directory.ts';
import { headOfId } from '#app/api/directory.ts';
import type { EnumLooks } from '#app/appearance/enum-look.ts';
import { zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

export interface FinderReference {
  directory: Directory;
  statuses: EnumLooks;
  categories: EnumLooks;
  origins: EnumLooks;
}

/** An appointment in words: what its ids and values stand for, or the head of an id that stands for nothing known. */
export interface NamedAppointment {
  store: string;
  /** IANA zone of the store. */
  zone: string;
  room: string;
  vets: string;
  type: string;
  category: string;
  status: string;
  origin: string;
}

/** Puts names to an appointment. */
export function nameAppointment(appointment: ReceivedAppointment, reference: FinderReference): NamedAppointment {
  const { directory, statuses, categories, origins } = reference;
  const { storeId, roomId, location, visitTypeName, visitTypeId } = appointment;
  const store = directory.company.stores.find(({ id }) => id === storeId);
  const room = store?.rooms.find(({ id }) => id === roomId)?.name;
  const named = (id: string) => directory.employees.get(id)?.name ?? headOfId(id);
  return {
    store: store?.name ?? (storeId === null ? '' : headOfId(storeId)),
    zone: zoneOfStore(store, directory.fallbackZone),
    room: room ?? location ?? (roomId === null ? '' : headOfId(roomId)),
    vets: [...appointment.employees]
      .sort((a, b) => Number(b.isMainEmployee) - Number(a.isMainEmployee))
      .map(({ id }) => named(id))
      .join(', '),
    type: visitTypeName ?? (visitTypeId ? (directory.types.get(visitTypeId)?.name ?? headOfId(visitTypeId)) : ''),
    category: appointment.visitTypeCategory === '' ? '' : categories.of(appointment.visitTypeCategory).label,
    status: statuses.of(appointment.status).label,
    origin: appointment.createdFrom === '' ? '' : origins.of(appointment.createdFrom).label,
  };
}
