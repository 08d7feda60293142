import { type Directory, shortId, visitTypeOf } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { zoneOf } from '#app/scheduling/calendar-day.ts';
import { listText } from '#app/text/list-text.ts';
import type { ReceivedAppointment, ReceivedClient, ReceivedPet } from '#contract/received.ts';

export interface FinderReference {
  directory: Directory;
  statuses: EnumDisplays;
  categories: EnumDisplays;
  origins: EnumDisplays;
  /** Clients whose name no pet has, as far as they are known. */
  clients?: ReadonlyMap<string, ReceivedClient>;
}

/** An appointment with the names of its ids and values; an abbreviated id where no name is known. */
export interface NamedAppointment {
  /** Empty where it is not known. */
  pet: string;
  /** Empty where it is not known. */
  owner: string;
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

/** Looks up the names of an appointment. */
export function nameAppointment(appointment: ReceivedAppointment, reference: FinderReference): NamedAppointment {
  const { directory, statuses, categories, origins } = reference;
  const { storeId, roomId, location } = appointment;
  const store = directory.company.stores.find(({ id }) => id === storeId);
  const room = store?.rooms.find(({ id }) => id === roomId)?.name;
  const named = (id: string) => directory.employees.get(id)?.name || shortId(id);
  return {
    pet: (appointment.petId !== null && directory.pets.get(appointment.petId)?.name) || '',
    owner: ownerName(appointment, { pets: directory.pets, clients: reference.clients }),
    store: store?.name || (storeId === null ? '' : shortId(storeId)),
    zone: zoneOf(appointment, directory),
    room: room || location || (roomId === null ? '' : shortId(roomId)),
    vets: listText(
      [...appointment.employees]
        .sort((a, b) => Number(b.isMainEmployee) - Number(a.isMainEmployee))
        .map(({ id }) => named(id)),
    ),
    type: visitTypeOf(appointment, directory),
    category: appointment.visitTypeCategory === '' ? '' : categories.of(appointment.visitTypeCategory).label,
    status: statuses.of(appointment.status).label,
    origin: appointment.createdFrom === '' ? '' : origins.of(appointment.createdFrom).label,
  };
}

type Pets = ReadonlyMap<string, ReceivedPet>;
const clientNames = new WeakMap<Pets, ReadonlyMap<string, string>>();

interface Owners {
  pets: Pets;
  clients?: ReadonlyMap<string, ReceivedClient> | undefined;
}

/** The client's name, empty where it is not known: most pets have their owner's. */
export function ownerName({ petId, clientId }: ReceivedAppointment, { pets, clients }: Owners): string {
  if (clientId === null) return (petId !== null && pets.get(petId)?.clientName) || '';
  let names = clientNames.get(pets);
  if (!names) {
    names = new Map(
      [...pets.values()].flatMap(({ clientId: id, clientName }) =>
        id === null || clientName === '' ? [] : [[id, clientName]],
      ),
    );
    clientNames.set(pets, names);
  }
  return names.get(clientId) || clients?.get(clientId)?.name || '';
}
