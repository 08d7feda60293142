import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import {
  appointmentQueries,
  daySearch,
  type FieldChanges,
  loadedAppointments,
  loadedTimes,
  searchAppointments,
} from '#app/api/appointments.ts';
import { useNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { type PlanChanges, PlanChangesContext } from '#app/api/plan-changes.ts';
import { lazy } from '#app/components/lazy.tsx';
import { useAddresses } from '#app/desk/addresses.ts';
import { useDesk, useReference } from '#app/desk/use-desk.ts';
import { mayClash, warningTexts } from '#app/features/change/change-text.ts';
import { ChangesProvider } from '#app/features/change/changes-provider.tsx';
import { applyChanges } from '#app/features/live/apply-changes.ts';
import { contains, mergeIntervals } from '#app/scheduling/interval.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** Only pets that are cached already get names. */
const NO_IDS: ReadonlySet<string> = new Set();

// Beside the screens, which stay what they are when it comes.
const PlanEditor = lazy({
  load: () => import('#app/features/plan/plan-editor.tsx').then((module) => module.PlanEditor),
  Fallback: () => null,
});

/** The changes of all screens, with the data of this desk. */
export function DeskChanges({ children }: { children: ReactNode }) {
  const { company, session, changeable } = useDesk();
  const api = useApi();
  const queryClient = useQueryClient();
  const [plan, setPlan] = useState<PlanChanges | null>(null);
  const companyId = company.id;
  const { directory, statuses } = useReference(useNames(petQueries, companyId, NO_IDS).found);
  const addresses = useAddresses();
  const onRecord = useCallback(
    (record: ReceivedAppointment | null) => {
      // Cached lists are out of date now; an open one is reloaded only by its user.
      queryClient.removeQueries({ queryKey: appointmentQueries.found(), type: 'inactive' });
      if (record) applyChanges(queryClient, companyId, { records: [record], unresolvedIds: [] });
      else void queryClient.invalidateQueries({ queryKey: appointmentQueries.days() });
    },
    [queryClient, companyId],
  );
  const isLoaded = useCallback(
    (record: ReceivedAppointment, storeId: string | null) => {
      const times = mergeIntervals(loadedTimes(queryClient, companyId, storeId));
      return times.some((time) => contains(time, recordedTime(record)));
    },
    [queryClient, companyId],
  );
  const warningsAmong = useCallback(
    (
      found: readonly ReceivedAppointment[],
      complete: boolean,
      record: ReceivedAppointment,
      changes: FieldChanges,
    ): string[] => {
      const loaded = loadedAppointments(queryClient, companyId);
      const ids = new Set(loaded.map(({ id }) => id));
      const others = [...loaded, ...found.filter(({ id }) => !ids.has(id))];
      return warningTexts(record, changes, { others, complete, now: Date.now() }, directory);
    },
    [queryClient, companyId, directory],
  );
  const warningsOf = useCallback(
    (record: ReceivedAppointment, changes: FieldChanges) =>
      warningsAmong([], isLoaded(record, record.storeId), record, changes),
    [warningsAmong, isLoaded],
  );

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
    <ChangesProvider
      companyId={companyId}
      person={session.person}
      canReadOne={session.capabilities.getAppointment}
      can={changeable}
      names={{ directory, statuses }}
      warningsOf={warningsOf}
      lookFurther={lookFurther}
      onShow={(record) => addresses.appointment(record).go()}
      onRecord={onRecord}
    >
      <PlanChangesContext value={plan}>{children}</PlanChangesContext>
      {session.capabilities.availability.length > 0 ? (
        <PlanEditor session={session} directory={directory} onReady={setPlan} />
      ) : null}
    </ChangesProvider>
  );
}
