import { useQueries } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { readAppointment } from '#app/api/appointments.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { calls } from '#contract/calls.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedClientAnswer } from '#contract/received-messages.ts';
import { addDays, dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { compareByStart } from '#scheduling/visit.ts';
import { isUpcoming } from './call-results.ts';
import { type ClientAnswers, useAnswerInterval, useClientAnswers } from './client-answers.ts';

/** The number of days ahead for which answers are read. The practice system returns answers for at most 100 days. */
const DAYS_AHEAD = 99;
/** The maximum number of appointments to read one by one, since all desks share the request budget. */
const MAX_WISHES = 40;

/** An appointment whose client wants another time. */
export interface TimeWish {
  record: ReceivedAppointment;
  answer: ReceivedClientAnswer;
}

/**
 * The ids of the appointments for which clients want another time, those that are soonest. An answer without a start may
 * be about any of them, so it comes first. `now` is epoch milliseconds.
 */
export function findSoonestWishes(
  answers: readonly Pick<ReceivedClientAnswer, 'appointmentId' | 'answer' | 'forStart'>[],
  now: number,
): string[] {
  return answers
    .filter(({ answer }) => answer === 'another_time')
    .map(({ appointmentId, forStart }) => ({ appointmentId, start: forStart === null ? now : instantOf(forStart) }))
    .filter(({ start }) => start >= now)
    .toSorted((one, other) => one.start - other.start)
    .slice(0, MAX_WISHES)
    .map(({ appointmentId }) => appointmentId);
}

/**
 * The upcoming appointments whose clients want another time, soonest first. A wish ends once the appointment is moved
 * or the client answers again.
 */
export function useTimeWishes(): {
  wishes: TimeWish[];
  answers: ClientAnswers;
  isLoading: boolean;
} {
  const { session, company, fallbackZone } = useDesk();
  const api = useApi();
  const now = useMinute();
  const today = dateIn(fallbackZone, now);
  const { start } = dayInterval(fallbackZone, today);
  const { end } = dayInterval(fallbackZone, addDays(today, DAYS_AHEAD - 1));
  const isThere = session.capabilities.getAppointment !== undefined;
  const answers = useClientAnswers(isThere ? { start, end } : null);
  const ids = findSoonestWishes(answers.all, now);
  const { records: unsaved } = useUnsavedChanges();
  const stored = useAppointmentsById(company.id, ids);
  const refetchInterval = useAnswerInterval();
  const read = useQueries({
    queries: ids.map((id) => ({
      queryKey: queryKeyOf(calls.getAppointment, { companyId: company.id, id }),
      queryFn: ({ signal }: { signal: AbortSignal }) => readAppointment(api, { companyId: company.id, id }, signal),
      staleTime: 30_000,
      refetchInterval,
      enabled: isThere && !stored.some((one) => one.id === id),
    })),
    combine: (results) => ({
      records: results.flatMap(({ data }) => data ?? []),
      isLoading: results.some(({ isLoading }) => isLoading),
    }),
  });
  const wishes = ids.flatMap((id): TimeWish[] => {
    const record = [...unsaved, ...stored, ...read.records].find((one) => one.id === id);
    const answer = record && isUpcoming(record, now) ? answers.of(record) : null;
    return record && answer?.answer === 'another_time' ? [{ record, answer }] : [];
  });
  return {
    wishes: wishes.toSorted((one, other) => compareByStart(one.record, other.record)),
    answers,
    isLoading: answers.state === 'loading' || read.isLoading,
  };
}
