import { t } from '@lingui/core/macro';
import type { Directory } from '#app/api/directory.ts';
import type { StoreDay } from '#app/days/shown-days.ts';
import { factsText } from '#app/text/list-text.ts';
import { planHoursText, takenText } from '#app/text/plan-words.ts';
import { type Interval, subtract } from '#contract/interval.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { absencesOf, type BlockedTime, blocksOf, closuresOf, type PlanEntries } from '#scheduling/plan.ts';
import { isVetAt } from '#scheduling/visit.ts';

/** Time during which a room or a vet cannot be booked. */
interface PlannedBlock {
  key: string;
  /** Whose time it is, why, and when. */
  texts: readonly string[];
  entry: ReceivedAvailability;
}

/** The plan of a day. */
export interface PlanOfDay {
  /** When stores are closed by the plan, in words. */
  closed: readonly string[];
  /** The vets who are off all day, with the reason. */
  off: readonly { id: string; texts: readonly string[] }[];
  /** Sorted by time. */
  blocked: readonly PlannedBlock[];
}

/** The plan for a day of stores that share a zone. */
export function planOfDay(
  days: readonly StoreDay[],
  entries: PlanEntries,
  { employees }: Pick<Directory, 'employees'>,
): PlanOfDay {
  const [first] = days;
  if (!first) return { closed: [], off: [], blocked: [] };
  const { zone, clock } = first;
  const times = (time: Interval) => planHoursText(zone, time, time.start);
  const isAllDay = (taken: readonly Interval[]) => subtract([clock], taken).length === 0;
  const blocked: (BlockedTime & PlannedBlock)[] = [];
  const add = (id: string, name: string, title: string, one: BlockedTime) =>
    blocked.push({ ...one, key: `${id} ${one.entry.id}`, texts: [name, title, times(one)] });

  for (const { id, name } of days.flatMap(({ store }) => store.rooms))
    for (const one of blocksOf(entries, id, clock)) add(id, name, takenText('blocked', one.entry.title), one);

  const off = [...employees.values()].flatMap((person) => {
    const stores = days.filter(({ store }) => isVetAt(person, new Set([store.id])));
    if (stores.length === 0) return [];
    const absences = absencesOf(
      entries,
      person,
      stores.map(({ store }) => ({ id: store.id, timeZone: zone })),
      clock,
    );
    const away = absences.flatMap((absence) => (absence.kind === 'away' ? [absence] : []));
    if (isAllDay(absences)) {
      const [reason] = away;
      const why = reason
        ? takenText('away', reason.entry.title)
        : t({ message: 'No shift', comment: 'a vet, on this day' });
      return [{ id: person.id, texts: [person.name, why] }];
    }
    for (const one of away) add(person.id, person.name, takenText('away', one.entry.title), one);
    return [];
  });
  return {
    closed: days.flatMap(({ store }) =>
      closuresOf(entries, store.id, clock).map((blocked) => {
        const closed = takenText('closed', blocked.entry.title);
        return factsText([days.length > 1 ? store.name : '', closed, isAllDay([blocked]) ? '' : times(blocked)]);
      }),
    ),
    off,
    blocked: blocked.sort((a, b) => a.start - b.start || (a.key < b.key ? -1 : 1)),
  };
}
