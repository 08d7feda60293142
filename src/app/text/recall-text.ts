import { t } from '@lingui/core/macro';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';
import { isolateText } from './isolate-text.ts';
import { instantInYearText } from './time-text.ts';

// The texts of recalls: pets that are due again. Names are external data, so each is isolated.

interface AttemptContext {
  /** Returns the name of an employee. */
  nameOf: (employeeId: string) => string;
  /** The IANA zone in which the time is written. */
  zone: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** The last attempt to reach the client: `called Tue 2 Jun, 14:05 by Ada Okafor`; empty if there was none. */
export function lastAttemptText({ attempts }: Pick<ReceivedRecall, 'attempts'>, context: AttemptContext): string {
  const [last] = attempts;
  if (last === undefined) return '';
  const { nameOf, zone, now } = context;
  const when = instantInYearText(zone, instantOf(last.at), now);
  const how = contactText(last.how, when);
  if (last.employeeId === null) return how;
  const person = isolateText(nameOf(last.employeeId));
  return t({ message: `${how} by ${person}`, comment: 'how and when a client was reached, and who did it' });
}

function contactText(how: string, when: string): string {
  if (how === 'email') return t({ message: `e-mail ${when}`, comment: 'a client was written to; day and time' });
  if (how === 'sms') return t({ message: `SMS ${when}`, comment: 'a client was written to; day and time' });
  return t({ message: `called ${when}`, comment: 'a client was called; day and time' });
}
