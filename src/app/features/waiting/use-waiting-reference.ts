import { fallbackNames } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { readFirstWeekday } from '#app/session/preferences.ts';
import { useDesk, useReference, useZonedStores } from '#app/session/use-desk.ts';
import type { ReceivedWaitingListEntry } from '#contract/received-waiting-list.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { isVetAt } from '#scheduling/visit.ts';
import type { NewEntryValues, WaitingReference } from './waiting-kind.tsx';

type EntryChoices = Pick<ReceivedWaitingListEntry, 'storeId' | 'visitTypeId' | 'employeeId'>;

/**
 * The options in the form of an entry: everything that can be booked, and the entry's own visit type and vet, even if these can
 * no longer be booked.
 */
export function useWaitingReference(wish: NewEntryValues | null, entry: EntryChoices | null = wish): WaitingReference {
  const now = useMinute();
  const { company, fallbackZone } = useDesk();
  const { employees, types } = useReference();
  const stores = useZonedStores(company.stores);
  const zone = stores.find(({ id }) => id === entry?.storeId)?.timeZone ?? stores[0]?.timeZone ?? fallbackZone;
  const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  const isOffered = (record: { id: string; isActive: boolean }) => record.isActive || record.id === entry?.visitTypeId;
  const all = new Set(stores.map(({ id }) => id));
  return {
    wish,
    zone,
    today: dateIn(zone, now),
    firstWeekday: readFirstWeekday(),
    stores: stores.map(({ id, name }) => toOption({ id, name: name || fallbackNames.store(id) })),
    types: (types.data?.records ?? []).filter(isOffered).map(toOption),
    vets: (employees.data?.records ?? [])
      .filter((one) => isVetAt(one, all) || one.id === entry?.employeeId)
      .map(toOption),
  };
}
