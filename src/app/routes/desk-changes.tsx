import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '#app/api/api-context.ts';
import {
  appointmentQueries,
  daySearch,
  loadedAppointments,
  loadedTimes,
  searchAppointments,
} from '#app/api/appointment-queries.ts';
import type { FieldChanges } from '#app/api/change-appointment.ts';
import { usePetNames } from '#app/api/use-names.ts';
import { ChangeEngine } from '#app/features/change/change-engine.tsx';
import { mayClash, warningTexts } from '#app/features/change/change-text.ts';
import { finderQueries } from '#app/features/finder/finder-queries.ts';
import { applyChanges } from '#app/features/live/apply-changes.ts';
import { useAddresses } from '#app/routes/addresses.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import { useReference } from '#app/routes/use-reference.ts';
import { contains, mergeIntervals } from '#app/scheduling/interval.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import { words } from '#app/text/words.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** Only pets that are cached already get names. */
const NO_IDS: ReadonlySet<string> = new Set();

/** The change engine with the data of this desk, for all screens. */
export function DeskChanges() {
  const { company, session } = useDesk();
  const api = useApi();
  const queryClient = useQueryClient();
  const companyId = company.id;
  const { directory, statuses } = useReference(usePetNames(companyId, NO_IDS).found);
  const addresses = useAddresses();
  const onRecord = useCallback(
    (record: ReceivedAppointment | null) => {
      // Cached lists are out of date now; an open one is reloaded only by its user.
      queryClient.removeQueries({ queryKey: finderQueries.all(), type: 'inactive' });
      if (record) applyChanges(queryClient, companyId, { records: [record], unresolvedIds: [] });
      else void queryClient.invalidateQueries({ queryKey: appointmentQueries.days() });
    },
    [queryClient, companyId],
  );
  function isLoaded(record: ReceivedAppointment, storeId: string | null): boolean {
    const times = mergeIntervals(loadedTimes(queryClient, companyId, storeId));
    return times.some((time) => contains(time, recordedTime(record)));
  }

  function warningsAmong(
    found: readonly ReceivedAppointment[],
    complete: boolean,
    record: ReceivedAppointment,
    changes: FieldChanges,
  ): string[] {
    const loaded = loadedAppointments(queryClient, companyId);
    const ids = new Set(loaded.map(({ id }) => id));
    const others = [...loaded, ...found.filter(({ id }) => !ids.has(id))];
    return warningTexts(record, changes, { others, complete, now: Date.now() }, directory);
  }

  /** Looks in the stores that are not loaded, by one request: the vet or the pet may be needed there. */
  function lookFurther(record: ReceivedAppointment, changes: FieldChanges): Promise<string[]> | null {
    if (!mayClash(record, changes)) return null;
    const { start, end, storeId: own } = record;
    const onlyRoom = Object.keys(changes).every((field) => field === 'roomId');
    const storeIds = company.stores
      .map(({ id }) => id)
      .filter((id) => !(onlyRoom && id !== own) && !isLoaded(record, id));
    if (storeIds.length === 0) return null;
    return searchAppointments(api, daySearch({ companyId, storeIds, from: start, to: end })).then(
      ({ records, nextCursor }) => warningsAmong(records, nextCursor === null, record, changes),
      () => [...warningsAmong([], true, record, changes), words.clashesUnknown],
    );
  }

  return (
    <ChangeEngine
      companyId={companyId}
      person={session.person}
      canReadOne={session.capabilities.getAppointment}
      names={{ directory, statuses }}
      warningsOf={(record, changes) => warningsAmong([], isLoaded(record, record.storeId), record, changes)}
      lookFurther={lookFurther}
      onShow={(record) => addresses.appointment(record).go()}
      onRecord={onRecord}
    />
  );
}
