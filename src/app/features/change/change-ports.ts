import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { changeAppointment, historyQueries, readAppointment } from '#app/api/appointments.ts';
import { sendingAs } from '#app/api/sending.ts';
import { sleep, sleepUntilOnline } from '#app/browser/sleep.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ChangeEvent, ChangesPorts } from './changes.ts';
import { notesSaved } from './notes-draft.ts';

/** Who sends the changes, and how. */
export interface ChangesSender {
  companyId: string;
  /**
   * The person who makes the changes (`DeskSession`): nothing is sent with the key of somebody else who signed in
   * meanwhile.
   */
  person: string | null;
  /** Whether the practice system can return a single appointment. */
  canReadOne: boolean;
  /** Called with an appointment as the practice system returned it; null where loaded data may be out of date. */
  onRecord: (record: ReceivedAppointment | null) => void;
}

/** How the changes of a tab reach the practice system. */
export function createChangesPorts(
  { companyId, person, canReadOne, onRecord }: ChangesSender,
  api: ApiClient,
  queryClient: QueryClient,
  onEvent: (event: ChangeEvent) => void,
): ChangesPorts {
  const sending = sendingAs(person, api, queryClient);
  return {
    sleep,
    pause: sleepUntilOnline,
    clock: Date.now,
    read: canReadOne ? (id, signal) => readAppointment(api, { companyId, id }, signal) : null,
    onRecord,
    onEvent(event) {
      if (event.kind === 'saved' && event.step.changes.notes !== undefined)
        notesSaved(event.record.id, event.step.changes.notes);
      if (sending.isHere()) onEvent(event);
    },
    async send(request, givenUp) {
      const record = await sending.send((signal) => changeAppointment(api, { companyId, ...request }, signal), givenUp);
      void queryClient.invalidateQueries({ queryKey: historyQueries.all() });
      return record;
    },
  };
}
