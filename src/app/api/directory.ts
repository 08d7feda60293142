import { t } from '@lingui/core/macro';
import { texts } from '#app/text/shared-texts.ts';
import {
  createUnnamedStore,
  type ReceivedAppointment,
  type ReceivedAppointmentType,
  type ReceivedCompany,
  type ReceivedEmployee,
  type ReceivedPet,
  type ReceivedStore,
} from '#contract/received.ts';

/** A company with its stores, either as listed or as seen on appointments. */
export interface DeskCompany extends ReceivedCompany {
  /** Whether the implementation lists the stores; otherwise there may be more stores than these. */
  storesListed: boolean;
}

/** The names and records behind the ids on a company's appointments. */
export interface Directory {
  company: DeskCompany;
  /** The time zone for stores that have none, or one that the browser does not support. */
  fallbackZone: string;
  employees: ReadonlyMap<string, ReceivedEmployee>;
  types: ReadonlyMap<string, ReceivedAppointmentType>;
  pets: ReadonlyMap<string, ReceivedPet>;
}

/** An abbreviated id, for records without a name. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** The pet's name at the start of a title that is composed as `<pet name> – <type name>`; any other title as it is. */
function nameInTitle({ title, visitTypeName }: Pick<ReceivedAppointment, 'title' | 'visitTypeName'>): string {
  const ending = ` – ${visitTypeName ?? ''}`;
  return (title.endsWith(ending) ? title.slice(0, -ending.length) : title).trim();
}

/**
 * The name of an appointment: the name of its pet or, if the pet is unknown, the name in the title, otherwise the visit
 * type; empty if it has none of these.
 */
export function appointmentName(appointment: ReceivedAppointment, pets: ReadonlyMap<string, ReceivedPet>): string {
  const { petId, visitTypeName } = appointment;
  const pet = petId === null ? undefined : pets.get(petId)?.name.trim();
  return pet || nameInTitle(appointment) || (visitTypeName ?? '').trim();
}

const createFallbackName = (text: (code: string) => string) => (id: string) => text(shortId(id));

/** Names for records that have none, with the abbreviated id. */
export const fallbackNames = {
  client: createFallbackName((code) => t`Client ${code}`),
  company: createFallbackName((code) => t`Company ${code}`),
  pet: createFallbackName((code) => t`Pet ${code}`),
  room: createFallbackName((code) => t`Room ${code}`),
  staff: createFallbackName((code) =>
    t({ message: `Employee ${code}`, comment: 'one member of the staff whose name is not known' }),
  ),
  store: createFallbackName((code) => t({ message: `Store ${code}`, comment: 'a location of the practice' })),
  type: createFallbackName((code) => t({ message: `Type ${code}`, comment: 'a type of visit' })),
} as const;

/** The name of a company; the abbreviated id if it has none. */
export function companyName({ id, name }: Pick<DeskCompany, 'id' | 'name'>): string {
  return name || fallbackNames.company(id);
}

/** A store with only its id; the empty id stands for appointments without a store. */
function unnamedStore(id: string): ReceivedStore {
  return { ...createUnnamedStore(id), name: id === '' ? texts.noStore : fallbackNames.store(id) };
}

/** The stores on appointments, with their rooms, for an implementation that lists none. */
export function collectStores(appointments: readonly ReceivedAppointment[]): ReceivedStore[] {
  const stores = new Map<string, ReceivedStore>();
  for (const { storeId, roomId, location } of appointments) {
    if (storeId === null) continue;
    const store = stores.get(storeId) ?? unnamedStore(storeId);
    stores.set(storeId, store);
    if (roomId === null || store.rooms.some((room) => room.id === roomId)) continue;
    store.rooms.push({ id: roomId, name: unlistedRoomName(roomId, location), categories: [] });
  }
  return [...stores.values()];
}

/** The name of a room that no store lists: the location on its appointments, otherwise the abbreviated id. */
export function unlistedRoomName(roomId: string, location: string | null): string {
  return location || fallbackNames.room(roomId);
}

/**
 * The stores of the company and, if the practice system lists none, those in `seenStoreIds` (from the URL and from the
 * appointments of a day). Without any, the result is one store without an id, so that a day can be shown.
 */
export function storesOf(company: DeskCompany, seenStoreIds: Iterable<string>): ReceivedStore[] {
  const stores = [...company.stores];
  const listedIds = new Set(stores.map((store) => store.id));
  for (const id of company.storesListed ? [] : seenStoreIds) {
    if (listedIds.has(id)) continue;
    listedIds.add(id);
    stores.push(unnamedStore(id));
  }
  return stores.length > 0 ? stores : [unnamedStore('')];
}

/** The name of an employee; the abbreviated id if the employee is not in the directory or has no name. */
export function staffName(id: string, { employees }: Pick<Directory, 'employees'>): string {
  return employees.get(id)?.name || fallbackNames.staff(id);
}

/** The staff assigned to an appointment with their names, the main one first. */
export function staffOf(
  { employees }: Pick<ReceivedAppointment, 'employees'>,
  directory: Pick<Directory, 'employees'>,
) {
  return [...employees]
    .sort((one, other) => Number(other.isMainEmployee) - Number(one.isMainEmployee))
    .map(({ id }) => ({ id, name: staffName(id, directory) }));
}

/** The name of an appointment's visit type; empty if it has none. */
export function appointmentVisitTypeName(
  { visitTypeId, visitTypeName }: Pick<ReceivedAppointment, 'visitTypeId' | 'visitTypeName'>,
  directory: Pick<Directory, 'types'>,
): string {
  if (visitTypeName) return visitTypeName;
  return visitTypeId === null ? '' : directory.types.get(visitTypeId)?.name || fallbackNames.type(visitTypeId);
}

/** Whether the pet of an appointment has died; false if the pet is not loaded. */
export function hasPetDied({ petId }: Pick<ReceivedAppointment, 'petId'>, { pets }: Pick<Directory, 'pets'>): boolean {
  return petId !== null && pets.get(petId)?.deceasedOn != null;
}

/** The store of an appointment; null if the company does not list it. */
export function storeOf({ storeId }: Pick<ReceivedAppointment, 'storeId'>, directory: Pick<Directory, 'company'>) {
  return directory.company.stores.find(({ id }) => id === storeId) ?? null;
}

type AppointmentRoom = Pick<ReceivedAppointment, 'storeId' | 'roomId' | 'location'>;

/**
 * The name of an appointment's room. If the store does not list the room, or there is none, it is the appointment's
 * location. Without a location, it is the abbreviated id of the room, or empty if there is no room.
 */
export function appointmentRoomName(
  { roomId, location, ...of }: AppointmentRoom,
  directory: Pick<Directory, 'company'>,
): string {
  const room = roomId === null ? undefined : storeOf(of, directory)?.rooms.find(({ id }) => id === roomId);
  return room?.name || location || (roomId === null ? '' : fallbackNames.room(roomId));
}

/** The name of an appointment's room, or a text that says that it has none. */
export function roomText(appointment: AppointmentRoom, directory: Pick<Directory, 'company'>): string {
  return appointmentRoomName(appointment, directory) || texts.noRoom;
}

/** The records as a map, keyed by id. */
export function indexById<Item extends { id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/** The id of the client of an appointment, from the appointment or its pet; null if neither has one. */
export function clientIdOf(
  { clientId, petId }: Pick<ReceivedAppointment, 'clientId' | 'petId'>,
  { pets }: Pick<Directory, 'pets'>,
): string | null {
  return clientId ?? (petId === null ? null : (pets.get(petId)?.clientId ?? null));
}
