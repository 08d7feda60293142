import { type Directory, staffOf, unlistedRoomName } from '#app/api/directory.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { zoneOfAppointment, zoneOfStore } from '#scheduling/calendar-day.ts';
import { takenTime } from '#scheduling/visit.ts';
import type { RequestedAppointment } from '#scheduling/warnings.ts';

/** The assigned employees, the main one first, including people who are not in the list of employees. */
export function listAssignedEmployees(record: ReceivedAppointment, directory: Directory): ReceivedEmployee[] {
  return staffOf(record, directory).map((one) => {
    const listed = directory.employees.get(one.id);
    return { storeIds: null, role: '', isActive: true, ...listed, ...one };
  });
}

/**
 * Returns what the texts of warnings about an appointment need: its place, its time and the name of its pet. A store or room
 * that is in no list is included, too.
 */
export function toWarningContext(record: ReceivedAppointment, { company, fallbackZone, pets }: Directory) {
  const { storeId, roomId, location, petId } = record;
  const stores = company.stores.map((one) => ({ ...one, timeZone: zoneOfStore(one, fallbackZone) }));
  const timeZone = zoneOfAppointment(record, { company, fallbackZone });
  const unlisted = { id: storeId ?? '', name: '', timeZone, openingHours: [], rooms: [] };
  const store = stores.find(({ id }) => id === storeId) ?? unlisted;
  const room = store.rooms.find(({ id }) => id === roomId);
  const named =
    roomId === null
      ? []
      : [{ categories: [], ...room, id: roomId, name: room?.name || unlistedRoomName(roomId, location) }];
  return {
    ...{ stores, pets, time: takenTime(record) },
    store: { ...store, rooms: [...store.rooms.filter(({ id }) => id !== roomId), ...named] },
    petName: isolateText(pets.get(petId ?? '')?.name.trim() ?? ''),
  };
}

/** Converts an appointment to the form from which warnings about a booking are computed. */
export function toRequestedAppointment(record: ReceivedAppointment, directory: Directory): RequestedAppointment {
  const [vet = null, ...assistants] = listAssignedEmployees(record, directory);
  const { petId, roomId, visitTypeCategory: category } = record;
  return {
    ...{ vet, assistants, petId, roomId },
    store: toWarningContext(record, directory).store,
    type: category === '' ? null : { category },
  };
}
