import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useApi } from '#app/api/api-client.ts';
import { applyUnsavedChanges } from '#app/api/appointment-records.ts';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { appointmentQueries, MAX_SPANS, readListPage, spansSearch } from '#app/api/appointments.ts';
import { type Directory, fallbackNames, indexById } from '#app/api/directory.ts';
import { walkPages } from '#app/api/pages.ts';
import { useDebouncedValue } from '#app/browser/use-debounced-value.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { shortDateText } from '#app/text/time-text.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { appointmentsInBlockedTime } from '#scheduling/clashes.ts';
import { type TimeOwner, takesTimeOfOwner } from '#scheduling/conflicting-appointments.ts';
import { recordedTime } from '#scheduling/visit.ts';

/** The maximum number of times to check, since all desks share the request budget. */
const MAX_CHECKED_TIMES = 20;
const DEBOUNCE_MS = 200;
const NO_IDS: readonly string[] = [];

/** The times at which a person, a room or a store is blocked. */
interface BlockToCheck {
  entry: { storeId: string | null; roomId: string | null; employeeId: string | null };
  times: readonly Interval[];
}

interface ConflictingAppointmentsProps {
  /**
   * The blocked times to check. If several stores are blocked, there is one element for each store, all with the same
   * number of times.
   */
  blocked: readonly BlockToCheck[];
  directory: Directory;
  /** Called with the result: true only if the blocked times certainly contain no appointments. */
  onFree?: (isFree: boolean) => void;
  /** Called before a link to the appointments of a day is followed; null if there are no links. */
  onLeave: (() => void) | null;
}

/** Says how many appointments are in the blocked times, with a link to them for each day. */
export function ConflictingAppointments({ blocked, directory, onFree, onLeave }: ConflictingAppointmentsProps) {
  const api = useApi();
  const titleId = useId();
  const { company } = directory;
  const days = blocked[0]?.times.length ?? 0;
  const part = Math.min(days, Math.floor(MAX_CHECKED_TIMES / blocked.length));
  const searched = blocked.map(({ entry: { storeId, roomId, employeeId }, times }) => ({
    // The title is left out, so that typing it does not start a new search.
    entry: { storeId, roomId, employeeId },
    times: times.slice(0, part),
  }));
  const latest = JSON.stringify(searched);
  const question = useDebouncedValue(latest, DEBOUNCE_MS);
  const query = useQuery({
    queryKey: [...appointmentQueries.blocked(company.id), question],
    queryFn: async ({ signal, client }) => {
      const ids: string[] = [];
      for (const { entry, times } of searched) {
        const spans = times.map(({ start, end }) => ({
          from: new Date(start).toISOString(),
          to: new Date(end).toISOString(),
        }));
        for (let first = 0; first < spans.length; first += MAX_SPANS) {
          const search = spansSearch(company.id, spans.slice(first, first + MAX_SPANS), entry);
          const pages = walkPages((cursor) => readListPage(api, client, { ...search, cursor }, { signal }));
          for await (const page of pages) ids.push(...page.ids);
        }
      }
      return ids;
    },
    staleTime: 0,
    // While typing, the debounced `question` in the query key is older than `searched`, so the result would have the wrong
    // key.
    enabled: question === latest,
  });
  const { records } = useUnsavedChanges();
  const saved = useAppointmentsById(company.id, query.data ?? NO_IDS);
  const current = applyUnsavedChanges(saved, records, () => true);
  const conflicts = searched.map((one) => ({
    ...one,
    visits: appointmentsInBlockedTime(one.entry, one.times, current),
  }));
  const count = indexById(conflicts.flatMap(({ visits }) => visits)).size;
  const isFree = question === latest && query.data !== undefined && !query.isError && count === 0 && days === part;
  useEffect(() => onFree?.(isFree), [isFree, onFree]);
  return (
    <section aria-labelledby={titleId} aria-live="polite" className="flex min-h-10 flex-col gap-1.5 text-sm">
      <h3 id={titleId} className={count > 0 ? 'font-semibold text-warn' : 'text-muted'}>
        {query.isError
          ? t`The appointments at that time couldn’t be loaded.`
          : query.data === undefined
            ? t`Looking for appointments at that time…`
            : count === 0
              ? t`No appointments at that time.`
              : plural(count, { one: '# appointment at that time', other: '# appointments at that time' })}{' '}
        {days > part ? (
          <span className="font-normal text-muted">{t`Only the first ${part} of ${days} days were checked.`}</span>
        ) : null}
      </h3>
      {query.isError ? (
        <Button compact className="self-start" onClick={() => void query.refetch()}>
          {texts.tryAgain}
        </Button>
      ) : null}
      {onLeave === null ? null : (
        <ul className="flex flex-col divide-y divide-line">
          {conflicts.map((one) => (
            <ConflictDays
              key={JSON.stringify(one.entry)}
              {...{ ...one, directory, onLeave }}
              isNamed={blocked.length > 1}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ConflictDaysProps extends BlockToCheck, Pick<ConflictingAppointmentsProps, 'directory'> {
  visits: readonly ReceivedAppointment[];
  /** Whether to name the store of each day. */
  isNamed: boolean;
  onLeave: () => void;
}

/**
 * A row for each day with appointments in the blocked times: their number, and a link to a page that lists them. For a
 * vet, every link leads to the same page, which covers all days.
 */
function ConflictDays({ entry, times, visits, directory, isNamed, onLeave }: ConflictDaysProps) {
  const addresses = useAddresses();
  // A stay that began before the blocked times is listed on the first blocked day.
  const dateOf = (visit: ReceivedAppointment) =>
    dateIn(zoneOfAppointment(visit, directory), Math.max(recordedTime(visit).start, times[0]?.start ?? 0));
  const dates = [...new Set(visits.map(dateOf))].sort();
  const rows = dates.flatMap((date) =>
    blockedOwners(entry).map((owner) => {
      const own = visits.filter((visit) => dateOf(visit) === date && takesTimeOfOwner(owner, visit));
      const storeId = own[0]?.storeId ?? null;
      const to =
        owner.kind === 'person'
          ? addresses.vetAway(owner.id, dates[0] ?? date, { until: dates.at(-1) ?? date, storeId })
          : addresses.blocked(owner, { date, storeId });
      return { date, owner, own, to };
    }),
  );
  const store = directory.company.stores.find(({ id }) => id === entry.storeId);
  const storeName =
    isNamed && entry.storeId !== null ? isolateText(store?.name || fallbackNames.store(entry.storeId)) : null;
  return rows.map(({ date, owner, own, to }) => {
    const day = factsText([shortDateText(date), storeName]);
    const navigateToDay = () => {
      onLeave();
      to.go();
    };
    return own.length === 0 ? null : (
      <li key={`${date} ${owner.kind}`} className="flex min-h-9 flex-wrap items-center gap-x-3">
        <span className="grow">
          {day} · {plural(own.length, { one: '# appointment', other: '# appointments' })}
        </span>
        <AppLink
          to={{ ...to, go: navigateToDay }}
          aria-label={`${texts.show} ${day}`}
          className="font-medium text-accent"
        >
          {texts.show}
        </AppLink>
      </li>
    );
  });
}

function blockedOwners({ storeId, roomId, employeeId }: BlockToCheck['entry']): TimeOwner[] {
  if (employeeId === null && roomId === null) return storeId === null ? [] : [{ kind: 'store', id: storeId }];
  return [
    ...(employeeId === null ? [] : [{ kind: 'person' as const, id: employeeId }]),
    ...(roomId === null ? [] : [{ kind: 'room' as const, id: roomId }]),
  ];
}
