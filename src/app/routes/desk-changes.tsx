import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { appointmentQueries, loadedAppointments } from '#app/api/appointment-queries.ts';
import { ChangeEngine } from '#app/features/change/change-engine.tsx';
import { clashTexts } from '#app/features/change/change-text.ts';
import { finderQueries } from '#app/features/finder/finder-queries.ts';
import { applyChanges } from '#app/features/live/apply-changes.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import { useReference } from '#app/routes/use-reference.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** What makes the changes of this desk, wherever in the app they are asked for. */
export function DeskChanges() {
  const { company, session } = useDesk();
  const queryClient = useQueryClient();
  const { directory, statuses } = useReference();
  const companyId = company.id;
  const onRecord = useCallback(
    (record: ReceivedAppointment | null) => {
      // A list that was read before has it as it was; one that is open is read again when its reader wants to.
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
      warningsOf={(record) => clashTexts(record, loadedAppointments(queryClient, companyId), directory)}
      onRecord={onRecord}
    />
  );
}
