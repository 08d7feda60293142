import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { availabilityQueries } from '#app/api/availability.ts';
import { type PlanChanges, useUnsavedPlan } from '#app/api/plan-changes.ts';
import { Button } from '#app/components/button.tsx';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { shortDateText } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { timeOf, worksAt } from './duty-week.ts';

/** The longest time that one request may span, less a day. */
const AHEAD_MS = 399 * 24 * 3_600_000;

interface LeftPeopleProps {
  companyId: string;
  employees: readonly ReceivedEmployee[];
  /** What is known of the plan, to find who has duty at a store that is no longer theirs. */
  entries: readonly ReceivedAvailability[];
  changes: PlanChanges | null;
  zoneOf: (storeId: string | null) => string;
  now: number;
}

/** The duty to come of people who have left, or no longer work at its store, with one action that removes it. */
export function LeftPeople({ companyId, employees, entries, changes, zoneOf, now }: LeftPeopleProps) {
  const api = useApi();
  const unsaved = useUnsavedPlan();
  const personOf = useMemo(() => new Map(employees.map((person) => [person.id, person])), [employees]);
  const isLeftOver = (entry: ReceivedAvailability) => {
    const person = personOf.get(entry.employeeId ?? '');
    return (
      entry.kind === 'on_duty' &&
      person !== undefined &&
      !worksAt(person, entry.storeId ?? '') &&
      timeOf(entry).end > now
    );
  };
  const ids = [
    ...employees.filter(({ isActive }) => !isActive).map(({ id }) => id),
    ...entries.filter(isLeftOver).map(({ employeeId }) => employeeId ?? ''),
  ];
  const asked = [...new Set(ids)].sort();
  const query = useQuery({
    queryKey: [...availabilityQueries.all(), 'left', { companyId, asked }],
    enabled: changes?.can.has('remove') === true && asked.length > 0,
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }) => {
      const found: ReceivedAvailability[] = [];
      const start = Date.now();
      // One after the other: nobody waits for it, and other requests are more urgent.
      for (const employeeId of asked) {
        const of = { employeeId, roomId: null, storeId: null };
        const { records } = await availabilityQueries.read(
          api,
          { companyId, start, end: start + AHEAD_MS, of },
          signal,
        );
        found.push(...records);
      }
      return found;
    },
  });
  const { refetch } = query;
  const isSettled = unsaved.entries.length + unsaved.removed.size === 0;
  useEffect(() => {
    // Neither what was removed is still there, nor what was undone is gone.
    if (isSettled) void refetch({ cancelRefetch: false });
  }, [isSettled, refetch]);

  if (!changes?.can.has('remove') || asked.length === 0) return null;
  if (query.isError && query.data === undefined)
    return (
      <p role="alert" className="mx-3 mb-2 flex flex-wrap items-center gap-2 text-sm">
        {t`Couldn’t check for duty of people who left.`}
        <Button compact onClick={() => void query.refetch()}>
          {words.tryAgain}
        </Button>
      </p>
    );
  const left = (query.data ?? []).filter((entry) => isLeftOver(entry) && !unsaved.removed.has(entry.id));
  const people = asked.flatMap((id) => {
    const own = left.filter(({ employeeId }) => employeeId === id);
    const person = personOf.get(id);
    return person && own.length > 0 ? [{ person, own }] : [];
  });
  return people.map(({ person, own }) => {
    const name = isolated(person.name);
    const days = [...new Set(own.map(({ storeId, start }) => dateIn(zoneOf(storeId), Date.parse(start))))].sort();
    const count = days.length;
    const first = shortDateText(days[0] ?? '');
    return (
      <div
        key={person.id}
        className="mx-3 mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-warn-soft px-3 py-1.5 text-sm"
      >
        <p className="min-w-0 grow">
          {person.isActive
            ? t`${name} no longer works at this store, but is on duty there on ${plural(count, { one: '# day', other: '# days' })} from ${first} on.`
            : t`${name} has left, but is on duty on ${plural(count, { one: '# day', other: '# days' })} from ${first} on.`}
        </p>
        <Button compact onClick={() => changes.remove(own, 'this')}>{t`Remove this duty`}</Button>
      </div>
    );
  });
}
