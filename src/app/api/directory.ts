import type {
  ReceivedAppointmentType,
  ReceivedCompany,
  ReceivedEmployee,
  ReceivedPet,
  ReceivedStore,
} from '#contract/received.ts';

/** Who and what the ids of a company's appointments stand for. */
export interface Directory {
  company: ReceivedCompany;
  /** The zone of a store that names none, or none that the browser knows. */
  fallbackZone: string;
  employees: ReadonlyMap<string, ReceivedEmployee>;
  types: ReadonlyMap<string, ReceivedAppointmentType>;
  pets: ReadonlyMap<string, ReceivedPet>;
}

/** The beginning of an id, for what has no name. */
export function headOfId(id: string): string {
  return id.slice(0, 8);
}

/** The stores of the company and, where an implementation lists none, those that its appointments name. */
export function storesOf(company: ReceivedCompany, seenStoreIds: Iterable<string>): ReceivedStore[] {
  const stores = [...company.stores];
  const known = new Set(stores.map((store) => store.id));
  for (const id of seenStoreIds) {
    if (known.has(id)) continue;
    known.add(id);
    stores.push({ id, name: `Store ${headOfId(id)}`, timeZone: null, openingHours: [], rooms: [] });
  }
  return stores;
}

/** Index of records by id. */
export function byId<Item extends { id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
