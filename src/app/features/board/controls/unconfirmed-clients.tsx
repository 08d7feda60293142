import { plural, t } from '@lingui/core/macro';
import { useAddresses } from '#app/addresses/addresses.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { needsCall, useCallResults } from '#app/days/call-results.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { isCurrentAnswer } from '#scheduling/message-mark.ts';
import { findNextOpenDate } from '#scheduling/opening-hours.ts';

/**
 * While the next open day is shown, says how many of its appointments the clients have not confirmed yet, with a link to
 * the calls.
 */
export function UnconfirmedClients({ now }: { now: number }) {
  const { board, choice, directory, day, messageStates } = useBoard();
  const results = useCallResults(choice.today);
  const { session } = useDesk();
  const addresses = useAddresses();
  const { date, today, storeIds } = choice;
  const stores = directory.company.stores.filter(({ id }) => storeIds.includes(id));
  if (choice.view === 'week' || date !== findNextOpenDate(stores, today) || day.isIncomplete) return null;
  const answerOf = (one: ReceivedAppointment) => {
    const answer = messageStates?.answers[one.id];
    return answer && isCurrentAnswer(answer, one) ? answer : null;
  };
  const lookup = { results, answerOf: session.capabilities.listClientAnswers ? answerOf : null };
  const count = board.appointments.filter(
    (one) => needsCall(one, lookup, now) && dateIn(zoneOfAppointment(one, directory), instantOf(one.start)) === date,
  ).length;
  if (count === 0) return null;
  return (
    <AppLink
      to={addresses.requests({ tab: 'calls' })}
      className="rounded px-1 leading-6 font-medium text-accent underline"
    >
      {t({
        message: plural(count, { one: '# not confirmed by the client', other: '# not confirmed by the clients' }),
        comment: 'appointments; leads to the list of whom to call',
      })}
    </AppLink>
  );
}
