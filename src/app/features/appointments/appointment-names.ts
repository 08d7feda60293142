import { appointmentRoomName, appointmentVisitTypeName, type Directory, shortId } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { listText } from '#app/text/list-text.ts';
import { removeSharedWords } from '#app/text/remove-shared-words.ts';
import type { ReceivedAppointment, ReceivedClient, ReceivedPet } from '#contract/received.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';

/** The loaded lists in which the ids and values of appointments are looked up. */
export interface AppointmentReference {
  directory: Directory;
  statuses: EnumDisplays;
  categories: EnumDisplays;
  origins: EnumDisplays;
  clients: ReadonlyMap<string, ReceivedClient>;
}

/**
 * The names for an appointment's ids and values. If the name of a vet, a room or a store is not loaded, a shortened id
 * replaces it.
 */
export interface NamedAppointment {
  /** Null if the appointment has no pet, or if the pet is not loaded. */
  pet: ReceivedPet | null;
  client: ReceivedClient | null;
  /** Empty if the appointment has no pet, or if the pet is not loaded. */
  petName: string;
  clientName: string;
  phone: string;
  store: string;
  /** The part of the store's name that distinguishes it from the other stores. */
  storePart: string;
  /** The IANA zone of the store. */
  zone: string;
  room: string;
  vets: string;
  /** The main vet first. */
  vetNames: readonly string[];
  type: string;
  category: string;
  status: string;
  origin: string;
}

/** Resolves the ids and values of an appointment to names. */
export function nameAppointment(appointment: ReceivedAppointment, reference: AppointmentReference): NamedAppointment {
  const { directory, clients, statuses, categories, origins } = reference;
  const { petId, clientId, storeId } = appointment;
  const pet = (petId !== null && directory.pets.get(petId)) || null;
  const client = (clientId !== null && clients.get(clientId)) || null;
  // The pet's record names its current client. If the pet was moved, an earlier appointment still belongs to the
  // previous client.
  const isClientOfPet = pet !== null && (clientId === null || pet.clientId === clientId);
  const store = directory.company.stores.find(({ id }) => id === storeId);
  const vetNames = [...appointment.employees]
    .sort((a, b) => Number(b.isMainEmployee) - Number(a.isMainEmployee))
    .map(({ id }) => directory.employees.get(id)?.name || shortId(id));
  return {
    ...{ pet, client },
    petName: pet?.name ?? '',
    clientName: (isClientOfPet && pet.clientName) || (client?.name ?? ''),
    phone: client?.phone ?? '',
    store: store?.name || (storeId === null ? '' : shortId(storeId)),
    storePart: removeSharedWords(
      store?.name ?? '',
      directory.company.stores.map(({ name }) => name),
    ),
    zone: zoneOfAppointment(appointment, directory),
    room: appointmentRoomName(appointment, directory),
    vets: listText(vetNames),
    vetNames,
    type: appointmentVisitTypeName(appointment, directory),
    category: appointment.visitTypeCategory === '' ? '' : categories.of(appointment.visitTypeCategory).label,
    status: statuses.of(appointment.status).label,
    origin: appointment.createdFrom === '' ? '' : origins.of(appointment.createdFrom).label,
  };
}
