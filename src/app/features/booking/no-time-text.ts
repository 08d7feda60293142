import { plural, t } from '@lingui/core/macro';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { planConflictText } from '#app/text/plan-text.ts';
import { dayText } from '#app/text/time-text.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import { dateIn, weekdayOf } from '#scheduling/calendar-day.ts';
import type { NoTimeReason } from '#scheduling/no-time.ts';
import { hoursOn } from '#scheduling/opening-hours.ts';
import type { BookingStore } from './booking-values.ts';

/** A day as a whole, or one half of it. */
export type PartOfDay = 'day' | 'morning' | 'afternoon';

const closedWeekdayTexts: Readonly<Record<number, string>> = translateOnRead({
  1: () => t`Closed on Mondays`,
  2: () => t`Closed on Tuesdays`,
  3: () => t`Closed on Wednesdays`,
  4: () => t`Closed on Thursdays`,
  5: () => t`Closed on Fridays`,
  6: () => t`Closed on Saturdays`,
  7: () => t`Closed on Sundays`,
});

interface NoTimeContext {
  part: PartOfDay;
  /** The day, `YYYY-MM-DD` in the store's zone. */
  day: string;
  store: BookingStore;
  stores: readonly Pick<BookingStore, 'id' | 'name'>[];
  employees: readonly ReceivedEmployee[];
}

/** Says why a day or a part of it has no free time: `Closed on Sundays`, `2 vets on duty, both busy all morning`. */
export function noTimeText(why: NoTimeReason, { part, day, store, stores, employees }: NoTimeContext): string {
  const employeeName = (id: string | null) => employees.find((one) => one.id === id)?.name ?? '';
  const storeName = (id: string) => stores.find((one) => one.id === id)?.name ?? '';
  switch (why.kind) {
    case 'closed': {
      const isAlways = store.openingHours.length > 0 && hoursOn(store.openingHours, weekdayOf(day))?.length === 0;
      const always = isAlways ? closedWeekdayTexts[weekdayOf(day)] : undefined;
      return always ?? t({ message: 'Closed', comment: 'a store, in the morning or the afternoon of a day' });
    }
    case 'store-blocked':
      return planConflictText(store.name, why.block, storeName);
    case 'passed':
      return part === 'day'
        ? t({ message: 'No time left that day', comment: 'no appointment can begin before closing' })
        : t({ message: 'Already over', comment: 'the morning or the afternoon of today has passed' });
    case 'vet-away': {
      const { absence } = why;
      const end = absence.kind === 'away' ? parseInterval(absence.entry).end - 1 : 0;
      if (absence.kind !== 'away' || dateIn(store.timeZone, end) <= day)
        return planConflictText(employeeName(why.vetId), absence, storeName);
      const vet = isolateText(employeeName(why.vetId));
      const until = dayText(store.timeZone, end);
      const title = isolateText(absence.entry.title ?? '');
      return title === ''
        ? t({ message: `${vet} is away until ${until}`, comment: 'a vet; the last day' })
        : t({
            message: `${vet} is away until ${until}: ${title}`,
            comment: 'a vet; the last day; why, such as Holiday',
          });
    }
    case 'no-vet-there':
      return t`No vet on duty`;
    case 'vets-taken': {
      const vet = isolateText(employeeName(why.vetId));
      return vet === '' ? allBusyText(why.count, part) : vetTakenText(vet, part);
    }
    case 'rooms-taken':
      return t`No room free`;
    case 'nothing':
      return t({ message: 'Nothing free', comment: 'no time of a part of a day' });
  }
}

function allBusyText(count: number, part: PartOfDay): string {
  switch (part) {
    case 'day':
      return plural(count, {
        one: '# vet on duty, busy all day',
        2: '# vets on duty, both busy all day',
        other: '# vets on duty, all busy all day',
      });
    case 'morning':
      return plural(count, {
        one: '# vet on duty, busy all morning',
        2: '# vets on duty, both busy all morning',
        other: '# vets on duty, all busy all morning',
      });
    case 'afternoon':
      return plural(count, {
        one: '# vet on duty, busy all afternoon',
        2: '# vets on duty, both busy all afternoon',
        other: '# vets on duty, all busy all afternoon',
      });
  }
}

function vetTakenText(vet: string, part: PartOfDay): string {
  if (part === 'day') return t`${vet} is busy all day`;
  return part === 'morning' ? t`${vet} is busy all morning` : t`${vet} is busy all afternoon`;
}
