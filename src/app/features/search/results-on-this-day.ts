import { plural, t } from '@lingui/core/macro';
import {
  appointmentName,
  appointmentRoomName,
  appointmentVisitTypeName,
  type Directory,
  staffOf,
} from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { createTextMatcher } from '#app/days/appointment-search.ts';

import { factsText } from '#app/text/list-text.ts';
import { clockText, dayAndClockText } from '#app/text/time-text.ts';
import { overlaps } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { matchesWords } from '#reading/text.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';
import { recordedTime } from '#scheduling/visit.ts';
import type { SearchResult } from './search-results.ts';

const MIN_LETTERS = 2;
const MAX_APPOINTMENTS = 5;
const NO_RESULTS = { results: [], namesPetOrClient: false };

interface OnThisDayInput {
  typed: string;
  /** The loaded appointments, of any day. */
  appointments: readonly ReceivedAppointment[];
  /** The days that the calendar shows, each of one store. */
  days: readonly StoreDay[];
  /** Whether the calendar shows a week, so that each time is shown with its day. */
  isWeek: boolean;
  directory: Directory;
  statuses: EnumDisplays;
}

/**
 * Returns a result for each appointment on the calendar that contains the typed words, and one that shows only these
 * appointments. `namesPetOrClient` says whether the words are the name of a pet or client, rather than of a vet or visit
 * type.
 */
export function findResultsOnThisDay(input: OnThisDayInput): { results: SearchResult[]; namesPetOrClient: boolean } {
  const { appointments, days, isWeek, directory, statuses } = input;
  const typed = input.typed.trim();
  if ([...typed].length < MIN_LETTERS) return NO_RESULTS;
  const matches = createTextMatcher(typed, directory);
  const matchesPetOrClient = (appointment: ReceivedAppointment) => {
    const pet = directory.pets.get(appointment.petId ?? '');
    return matchesWords([pet?.name ?? appointment.title, pet?.clientName ?? null], typed);
  };
  const found = appointments
    .flatMap((appointment) => {
      const day = days.find(
        ({ store, clock }) => store.id === (appointment.storeId ?? '') && overlaps(clock, recordedTime(appointment)),
      );
      return day && matches(appointment) ? [{ appointment, day, isNamed: matchesPetOrClient(appointment) }] : [];
    })
    .sort(
      (one, other) =>
        Number(other.isNamed) - Number(one.isNamed) ||
        recordedTime(one.appointment).start - recordedTime(other.appointment).start,
    );
  const [first] = found;
  if (!first) return NO_RESULTS;
  const timeOf = isWeek ? dayAndClockText : clockText;
  const results = found.slice(0, MAX_APPOINTMENTS).map(({ appointment, day }): SearchResult => {
    const { id, status } = appointment;
    return {
      id: `appointment ${id}`,
      group: 'day',
      label: [
        timeOf(day.zone, recordedTime(appointment).start),
        appointmentName(appointment, directory.pets),
        directory.pets.get(appointment.petId ?? '')?.clientName,
      ]
        .filter(Boolean)
        .join(' · '),
      detail: statuses.of(status).label,
      facts: factsText([
        appointmentVisitTypeName(appointment, directory),
        ...staffOf(appointment, directory).map(({ name }) => name),
        appointmentRoomName(appointment, directory),
      ]),
      target: { kind: 'calendar', search: { appointment: id } },
    };
  });
  const count = found.length;
  const filter: SearchResult = {
    id: 'filter',
    group: 'day',
    label: t({
      message: plural(count, { one: 'Show only this one', other: 'Show only these #' }),
      comment: 'the appointments of the day that match what is typed in the search',
    }),
    detail: t({ message: 'Filter', context: 'noun' }),
    target: { kind: 'calendar', search: { q: typed, appointment: undefined } },
  };
  return { results: [...results, filter], namesPetOrClient: first.isNamed };
}
