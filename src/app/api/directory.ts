import { t } from '@lingui/core/macro';
import { words } from '#app/text/words.ts';
import type {
  ReceivedAppointment,
  ReceivedAppointmentType,
  ReceivedCompany,
  ReceivedEmployee,
  ReceivedPet,
  ReceivedStore,
} from '#contract/received.ts';

/** A company as the desk works with it: with stores, be they listed or only seen on appointments. */
export interface DeskCompany extends ReceivedCompany {
  /** Whether the implementation lists the stores; else there may be more of them than are known. */
  storesListed: boolean;
}

/** Who and what the ids of a company's appointments stand for. */
export interface Directory {
  company: DeskCompany;
  /** The zone of a store that names none, or none that the browser knows. */
  fallbackZone: string;
  employees: ReadonlyMap<string, ReceivedEmployee>;
  types: ReadonlyMap<string, ReceivedAppointmentType>;
  pets: ReadonlyMap<string, ReceivedPet>;
}

/** The beginning of an id, for what has no name. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** What an appointment is called: by its pet, as on the board, or by its title where that is not known; empty where nothing is. */
export function visitName(
  { petId, title, visitTypeName }: ReceivedAppointment,
  pets: ReadonlyMap<string, ReceivedPet>,
): string {
  const pet = petId === null ? undefined : pets.get(petId)?.name.trim();
  return pet || title.trim() || (visitTypeName ?? '').trim();
}

/** What stands for that which has no name, by the beginning of its id. */
export const unnamed = {
  client(id: string) {
    const code = shortId(id);
    return t`Client ${code}`;
  },
  company(id: string) {
    const code = shortId(id);
    return t`Company ${code}`;
  },
  pet(id: string) {
    const code = shortId(id);
    return t`Pet ${code}`;
  },
  room(id: string) {
    const code = shortId(id);
    return t`Room ${code}`;
  },
  staff(id: string) {
    const code = shortId(id);
    return t({ message: `Staff ${code}`, comment: 'one member of the staff whose name is not known' });
  },
  store(id: string) {
    const code = shortId(id);
    return t({ message: `Store ${code}`, comment: 'a location of the practice' });
  },
  type(id: string) {
    const code = shortId(id);
    return t({ message: `Type ${code}`, comment: 'a type of visit' });
  },
} as const;

/** What a company is called; the beginning of its id where it has no name. */
export function companyName({ id, name }: Pick<DeskCompany, 'id' | 'name'>): string {
  return name || unnamed.company(id);
}

/** A store of which no more is known than its id; an empty id stands for appointments without any store. */
function unnamedStore(id: string): ReceivedStore {
  return { id, name: id === '' ? words.noStore : unnamed.store(id), timeZone: null, openingHours: [], rooms: [] };
}

/** The stores that appointments name, with their rooms: what there is to know where an implementation lists none. */
export function storesSeenOn(appointments: readonly ReceivedAppointment[]): ReceivedStore[] {
  const stores = new Map<string, ReceivedStore>();
  for (const { storeId, roomId, location } of appointments) {
    if (storeId === null) continue;
    const store = stores.get(storeId) ?? unnamedStore(storeId);
    stores.set(storeId, store);
    if (roomId === null || store.rooms.some((room) => room.id === roomId)) continue;
    store.rooms.push({ id: roomId, name: roomNameOf(roomId, location) });
  }
  return [...stores.values()];
}

/** The name of a room that no store lists: where its appointments say they are, else the head of its id. */
export function roomNameOf(roomId: string, location: string | null): string {
  return location || unnamed.room(roomId);
}

/**
 * The stores of the company and, where the implementation lists none, those that are named beside it (in the address, on the
 * appointments of a day). There is always at least one, so that a day can be shown.
 */
export function storesOf(company: DeskCompany, seenStoreIds: Iterable<string>): ReceivedStore[] {
  const stores = [...company.stores];
  const known = new Set(stores.map((store) => store.id));
  for (const id of company.storesListed ? [] : seenStoreIds) {
    if (known.has(id)) continue;
    known.add(id);
    stores.push(unnamedStore(id));
  }
  return stores.length > 0 ? stores : [unnamedStore('')];
}

/** Who is assigned to an appointment, by name, the main one first. */
export function staffOf(
  { employees }: Pick<ReceivedAppointment, 'employees'>,
  directory: Pick<Directory, 'employees'>,
) {
  return [...employees]
    .sort((one, other) => Number(other.isMainEmployee) - Number(one.isMainEmployee))
    .map(({ id }) => ({ id, name: directory.employees.get(id)?.name || unnamed.staff(id) }));
}

/** The name of an appointment's visit type; empty where it has none. */
export function visitTypeOf(
  { visitTypeId, visitTypeName }: Pick<ReceivedAppointment, 'visitTypeId' | 'visitTypeName'>,
  directory: Pick<Directory, 'types'>,
): string {
  if (visitTypeName) return visitTypeName;
  return visitTypeId === null ? '' : directory.types.get(visitTypeId)?.name || unnamed.type(visitTypeId);
}

/** The store of an appointment, where the company lists it. */
export function storeOf({ storeId }: Pick<ReceivedAppointment, 'storeId'>, directory: Pick<Directory, 'company'>) {
  return directory.company.stores.find(({ id }) => id === storeId) ?? null;
}

/** Index of records by id. */
export function byId<Item extends { id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
