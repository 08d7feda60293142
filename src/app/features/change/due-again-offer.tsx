import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ApiClient } from '#app/api/api-client.ts';
import { recallQueries } from '#app/api/recalls.ts';
import type { SavedChange } from '#app/changes/freed-time.ts';
import { applyPendingChanges, type RecallsLog } from '#app/changes/recalls.ts';
import { Button } from '#app/components/button.tsx';
import { mediumDateText } from '#app/text/time-text.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';

const COMPLETED_STATUS: AppointmentStatus = 'completed';

/** The appointment that a single change has completed; null for any other changes, or if it has no pet or type. */
export function completedAppointment([first, ...others]: readonly SavedChange[]) {
  if (first === undefined || others.length > 0) return null;
  const { before, after } = first;
  const { petId, visitTypeId } = after;
  const isCompleted = after.status === COMPLETED_STATUS && before.status !== COMPLETED_STATUS;
  return isCompleted && petId !== null && visitTypeId !== null ? { appointment: after, petId, visitTypeId } : null;
}

interface DueAgainOfferProps {
  api: ApiClient;
  companyId: string;
  petId: string;
  petName: string;
  visitTypeId: string;
  /** How many months after a visit of this type the pet is due again. */
  months: number;
  log: RecallsLog;
  /** Opens the booking panel; null if the person cannot book. */
  onBook: ((recall: ReceivedRecall) => void) | null;
  /** Whether the person may record that the visit is not wanted. */
  canDecline: boolean;
}

/**
 * Says, after a check-out, when the pet is due again, and offers to book the visit. It takes everything as props, since
 * notices are rendered outside the desk's context.
 */
export function DueAgainOffer(props: DueAgainOfferProps) {
  const { api, companyId, petId, petName, visitTypeId, months, log, onBook, canDecline } = props;
  const commands = useSyncExternalStore(log.subscribe, log.commands);
  const query = useQuery({ ...recallQueries.ofPet(api, companyId, petId), staleTime: 0 });
  // Waits for recalls that were loaded after the check-out, since it may have changed the due date.
  const records = query.isFetchedAfterMount ? (query.data?.records ?? []) : [];
  const recall = records
    .map((one) => applyPendingChanges(one, commands))
    .find((one) => one.visitTypeId === visitTypeId && one.status === 'due');
  if (recall === undefined) return null;
  const day = mediumDateText(recall.dueOn);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="font-medium">
        {t({
          message: plural(months, { one: `Due again in # month: ${day}`, other: `Due again in # months: ${day}` }),
          comment: 'a pet that has just been checked out; a day',
        })}
      </p>
      <p className="flex gap-1.5">
        {onBook === null ? null : (
          <Button compact onClick={() => onBook(recall)}>
            {t({
              message: 'Book for that day',
              comment: 'button: the visit for which a pet is due again, on that day',
            })}
          </Button>
        )}
        {canDecline ? (
          <Button compact tone="quiet" onClick={() => log.change(recall, { status: 'declined' }, petName)}>
            {t({ message: 'Not wanted', comment: 'the client does not want the visit for which a pet is due' })}
          </Button>
        ) : null}
      </p>
    </div>
  );
}
