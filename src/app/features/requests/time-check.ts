import { toRequestedAppointment, toWarningContext } from '#app/days/appointment-place.ts';
import { warningLine } from '#app/days/warning-text.ts';
import type { WholeDay } from '#app/days/whole-day.ts';
import { texts } from '#app/text/shared-texts.ts';
import { timeMaybeTakenText } from '#app/text/time-warnings.ts';
import { contains } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { createBookable } from '#scheduling/bookable.ts';
import { findWarnings } from '#scheduling/warnings.ts';

/** Whether the time of a request is still free, in words. */
export interface TimeCheck {
  tone: 'ok' | 'warn' | 'quiet';
  text: string;
}

const unfinishedCheck = (): TimeCheck => ({ tone: 'quiet', text: texts.checkingClashes });

/**
 * Says whether the time of a request is still free, not counting the request itself and the time that is held for it. A time
 * that is not loaded is never called free.
 */
export function checkTime(request: ReceivedAppointment, day: WholeDay): TimeCheck {
  const { state, span, stores, plan, now, unreadable } = day;
  if (state === 'loading') return unfinishedCheck();
  const { directory, employees } = day;
  const place = toWarningContext(request, directory);
  // The rest of a stay of several days is not loaded, so it cannot be checked.
  if (state !== 'complete' || !contains(span, place.time)) return { tone: 'quiet', text: texts.clashesUnknown };
  const isOtherRequest = ({ id }: { id: string }) => id !== request.id;
  const [appointments, held] = [day.appointments.filter(isOtherRequest), day.held.filter(isOtherRequest)];
  const bookable = createBookable({ span, appointments, heldRequests: held, plan, stores, employees, now });
  const [warning] = findWarnings(toRequestedAppointment(request, directory), place.time, {
    bookable,
    employees,
    now,
  });
  // The warning names the pet of the other appointment, so it is shown once the names are loaded.
  if (warning && !day.hasNames) return unfinishedCheck();
  if (warning) return { tone: 'warn', text: warningLine(warning, place) };
  return unreadable > 0
    ? { tone: 'quiet', text: timeMaybeTakenText(unreadable) }
    : { tone: 'ok', text: texts.timeIsFree };
}
