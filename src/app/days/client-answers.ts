import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { RETRY_INTERVAL_MS } from '#app/api/api-error.ts';
import { useBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { clientAnswerQueries } from '#app/api/messages.ts';
import { useUnsavedAnswers } from '#app/changes/client-answers.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { Interval } from '#contract/interval.ts';
import { livePolling } from '#contract/live-polling.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedClientAnswer } from '#contract/received-messages.ts';
import { isCurrentAnswer } from '#scheduling/message-mark.ts';
import { msUntilNextTick } from './availability.ts';
import { useLive } from './live-state.ts';

/** The clients' answers for the appointments that start in an interval. */
export interface ClientAnswers {
  /** `none`: the practice system stores no answers. */
  state: 'none' | 'loading' | 'failed' | 'known';
  /**
   * All answers, including this tab's unsaved ones. An answer does not count if it was for a different start than the
   * appointment has now.
   */
  all: readonly ReceivedClientAnswer[];
  /** Returns the answer for an appointment at its current time; null if there is none. */
  of: (appointment: Pick<ReceivedAppointment, 'id' | 'start' | 'status'>) => ReceivedClientAnswer | null;
  retry: () => void;
}

/**
 * Returns a function that computes when the answers are read again: at fixed times, in case the event stream has missed a
 * change, and soon after a failure.
 */
export function useAnswerInterval(): ReturnType<typeof msUntilNextTick> {
  const { everyMs } = useLive();
  const { clock } = useBudgetAndClock();
  const [delay] = useState(() => livePolling.settleMs + Math.floor(Math.random() * livePolling.spreadMs));
  const wait = msUntilNextTick(clock, delay, everyMs);
  return (query) => (query.state.status === 'error' ? RETRY_INTERVAL_MS : wait(query));
}

/**
 * The answers for the appointments that start in an interval of at most 100 days, in milliseconds since 1970; null loads
 * nothing.
 */
export function useClientAnswers(interval: Interval | null): ClientAnswers {
  const { session, company } = useDesk();
  const isThere = session.capabilities.listClientAnswers !== undefined;
  const { start, end } = interval ?? { start: 0, end: 0 };
  const { data, isError, refetch } = useQuery({
    ...clientAnswerQueries.between(useApi(), {
      companyId: company.id,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
    }),
    enabled: isThere && interval !== null,
    refetchInterval: useAnswerInterval(),
  });
  const unsaved = [...useUnsavedAnswers().values()].map(({ appointment, answer, note }): ReceivedClientAnswer => {
    const { id, start: forStart } = appointment;
    return { appointmentId: id, answer, note, at: null, forStart };
  });
  const byId = new Map([...(data?.records ?? []), ...unsaved].map((one) => [one.appointmentId, one]));
  return {
    state: !isThere ? 'none' : data !== undefined ? 'known' : isError ? 'failed' : 'loading',
    all: [...byId.values()],
    of(appointment) {
      const answer = byId.get(appointment.id);
      return answer !== undefined && isCurrentAnswer(answer, appointment) ? answer : null;
    },
    retry: () => void refetch(),
  };
}
