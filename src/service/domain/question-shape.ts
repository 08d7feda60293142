import type { AppointmentQuestion } from './appointment-question.ts';
import { boundsOf } from './time-bounds.ts';

const DAY = 86_400_000;

/**
 * Whether a question asks by its very shape for little: for days rather than years, for words of a title within some months,
 * or for a client, a pet or a bill. Wrong guesses cost time, never an answer.
 */
export function asksForLittle({ filter, terms }: AppointmentQuestion): boolean {
  const one = [filter.clientId, filter.petId, filter.storeInvoiceId, filter.billingContextId];
  if (one.some((operators) => operators?.eq !== undefined)) return true;
  const start = boundsOf(filter.start);
  const from = boundsOf(filter.end).from ?? start.from;
  return from !== null && start.to !== null && start.to - from <= (terms.length === 0 ? 8 : 100) * DAY;
}

/**
 * Whether what is asked for was created far from where a walk by creation date begins. Appointments are made shortly before
 * they take place: a window of time is reached late from its other side.
 */
export function liesFarAway({ filter, direction }: AppointmentQuestion): boolean {
  return [filter.start, filter.end, filter.checkedInAt, filter.updatedAt].some((operators) => {
    const { from, to } = boundsOf(operators);
    return (direction === 'desc' ? to : from) !== null;
  });
}
