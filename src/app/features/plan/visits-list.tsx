import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { useChanges, useUnsavedChanges } from '#app/api/appointment-changes.ts';
import { withUnsaved } from '#app/api/appointment-records.ts';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { appointmentQueries, daySearch, readListPage } from '#app/api/appointments.ts';
import { type Directory, staffOf, visitName, visitTypeOf } from '#app/api/directory.ts';
import { useNames } from '#app/api/long-list.ts';
import { walkPages } from '#app/api/pages.ts';
import { petQueries } from '#app/api/pets.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { Button } from '#app/components/button.tsx';
import { zoneOf } from '#app/scheduling/calendar-day.ts';
import { conflictingVisits } from '#app/scheduling/clashes.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { intervalText } from '#app/scheduling/time-text.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import { isolated } from '#app/text/isolated.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { AppointmentStatus } from '#contract/enums.ts';

const CANCELLED: AppointmentStatus = 'cancelled';
/** The most times that are looked at, five by each request: a filter has at most ten alternatives. */
const MOST_TIMES = 20;
const TIMES_AT_ONCE = 5;
const DEBOUNCE_MS = 200;
const NONE: readonly string[] = [];

interface VisitsListProps {
  blocked: { storeId: string | null; roomId: string | null; employeeId: string | null };
  times: readonly Interval[];
  directory: Directory;
  /** Told whether it is known that nothing is in the way. */
  onFree?: (isFree: boolean) => void;
}

/** The visits that need what is blocked, each to be moved or cancelled. */
export function VisitsList({ blocked, times, directory, onFree }: VisitsListProps) {
  const api = useApi();
  const changes = useChanges();
  const titleId = useId();
  const { company } = directory;
  const looked = times.slice(0, MOST_TIMES);
  const { storeId, roomId, employeeId } = blocked;
  // What it is called changes nothing.
  const asked = JSON.stringify({ storeId, roomId, employeeId, looked });
  const question = useDebounced(asked, DEBOUNCE_MS);
  const query = useQuery({
    queryKey: [...appointmentQueries.blocked(company.id), question],
    queryFn: async ({ signal, client }) => {
      const ids: string[] = [];
      for (let first = 0; first < looked.length; first += TIMES_AT_ONCE) {
        const or = looked.slice(first, first + TIMES_AT_ONCE).flatMap(({ start, end }) => {
          const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
          return daySearch({ companyId: company.id, storeIds: [], from, to }).filter?.or ?? [];
        });
        const search = {
          ...daySearch({ companyId: company.id, storeIds: storeId === null ? [] : [storeId], from: '', to: '' }),
          filter: {
            or,
            ...(employeeId !== null && roomId === null ? { employeeId: { eq: employeeId } } : {}),
            ...(roomId !== null && employeeId === null ? { roomId: { eq: roomId } } : {}),
          },
        };
        const pages = walkPages((cursor) => readListPage(api, client, { ...search, cursor }, { signal }));
        for await (const page of pages) ids.push(...page.ids);
      }
      return ids;
    },
    staleTime: 0,
  });
  const { records } = useUnsavedChanges();
  const saved = useAppointmentsById(company.id, query.data ?? NONE);
  const visits = conflictingVisits(
    blocked,
    looked,
    withUnsaved(saved, records, () => true),
  );
  const petIds = new Set(visits.flatMap(({ petId }) => (petId === null ? [] : [petId])));
  const { found: pets } = useNames(petQueries, company.id, petIds);
  const count = visits.length;
  const days = times.length;
  const part = looked.length;
  const isFree = question === asked && query.data !== undefined && !query.isError && count === 0 && days === part;
  useEffect(() => onFree?.(isFree), [isFree, onFree]);
  return (
    <section aria-labelledby={titleId} aria-live="polite" className="flex min-h-10 flex-col gap-1.5 text-sm">
      <h3 id={titleId} className={count > 0 ? 'font-semibold text-warn' : 'text-muted'}>
        {query.isError
          ? t`The appointments at that time could not be loaded.`
          : query.data === undefined
            ? t`Looking for appointments at that time…`
            : count === 0
              ? t`No appointments at that time.`
              : plural(count, { one: '# appointment is at that time', other: '# appointments are at that time' })}{' '}
        {days > part ? (
          <span className="font-normal text-muted">{t`Looked at the first ${part} of ${days} days.`}</span>
        ) : null}
      </h3>
      {query.isError ? (
        <p>
          <Button compact onClick={() => void query.refetch()}>
            {words.tryAgain}
          </Button>
        </p>
      ) : null}
      <ul className="flex flex-col divide-y divide-line">
        {visits.map((visit) => {
          const name = isolated(visitName(visit, pets));
          const when = intervalText(zoneOf(visit, directory), recordedTime(visit), 0);
          const staff = staffOf(visit, directory).map((one) => one.name);
          return (
            <li key={visit.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <span className="min-w-0 grow">
                <span className="font-medium">{name}</span>{' '}
                <span className="text-muted">{factsText([when, visitTypeOf(visit, directory), ...staff])}</span>
              </span>
              <span className="flex gap-1.5">
                {changes.can.has('start') && changes.can.has('end') ? (
                  <Button
                    compact
                    aria-label={t({ message: `Move ${name}`, comment: 'a visit, to another time' })}
                    onClick={() => changes.openTimeDialog(visit)}
                  >
                    {t({ message: 'Move', context: 'a visit to another time' })}
                  </Button>
                ) : null}
                {changes.can.has('status') ? (
                  <Button
                    compact
                    aria-label={t({
                      message: `Cancel appointment: ${name}`,
                      comment: 'which does not take place then',
                    })}
                    onClick={() => changes.change(visit, { status: CANCELLED })}
                  >
                    {t`Cancel appointment`}
                  </Button>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
