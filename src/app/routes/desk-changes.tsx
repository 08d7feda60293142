import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { appointmentQueries, loadedAppointments, loadedTimes } from '#app/api/appointment-queries.ts';
import { usePetNames } from '#app/api/use-names.ts';
import { ChangeEngine } from '#app/features/change/change-engine.tsx';
import { warningTexts } from '#app/features/change/change-text.ts';
import { finderQueries } from '#app/features/finder/finder-queries.ts';
import { applyChanges } from '#app/features/live/apply-changes.ts';
import { useAddresses } from '#app/routes/addresses.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import { useReference } from '#app/routes/use-reference.ts';
import { contains, mergeIntervals } from '#app/scheduling/interval.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** Only pets that are cached already get names. */
const NO_IDS: ReadonlySet<string> = new Set();

/** The change engine with the data of this desk, for all screens. */
export function DeskChanges() {
  const { company, session } = useDesk();
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
  return (
    <ChangeEngine
      companyId={companyId}
      person={session.person}
      canReadOne={session.capabilities.getAppointment}
      names={{ directory, statuses }}
      warningsOf={(record, changes) => {
        const known = mergeIntervals(loadedTimes(queryClient, companyId, record.storeId));
        const then = {
          others: loadedAppointments(queryClient, companyId),
          complete: known.some((time) => contains(time, recordedTime(record))),
          now: Date.now(),
        };
        return warningTexts(record, changes, then, directory);
      }}
      onShow={(record) => addresses.appointment(record).go()}
      onRecord={onRecord}
    />
  );
}
