import { plural, t } from '@lingui/core/macro';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { availabilityQueries } from '#app/api/availability.ts';
import { type PlanChanges, useUnsavedPlan } from '#app/api/plan-changes.ts';
import { Button } from '#app/components/button.tsx';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { shortDateText } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import { timeOf } from '#contract/availability-rules.ts';
import type { ReceivedEmployee } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { worksAt } from './duty-week.ts';

/** The longest time that one request may span, less a day. */
const AHEAD_MS = 399 * 24 * 3_600_000;
/** So many people are asked about by themselves: an imported practice has hundreds who left long ago. */
const AT_ONCE = 20;
const leftKey = [...availabilityQueries.all(), 'left'] as const;

/** The entries of people from now on. */
async function readEntriesOf(api: ApiClient, companyId: string, ids: readonly string[], signal: AbortSignal) {
  const found: ReceivedAvailability[] = [];
  const start = Date.now();
  // One after the other and with the lowest priority: nobody waits for it, and other requests are more urgent.
  for (const employeeId of ids) {
    const time = { companyId, start, end: start + AHEAD_MS };
    const own = await availabilityQueries.read(api, { ...time, of: { employeeId } }, { signal, purpose: 'poll' });
    found.push(...own.records);
  }
  return found;
}

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
  const personOf = new Map(employees.map((person) => [person.id, person]));
  const isLeftOver = (entry: ReceivedAvailability) => {
    const person = personOf.get(entry.employeeId ?? '');
    return (
      entry.kind === 'on_duty' &&
      person !== undefined &&
      !worksAt(person, entry.storeId ?? '') &&
      timeOf(entry).end > now
    );
  };
  const leftIds = employees.filter(({ isActive }) => !isActive).map(({ id }) => id);
  const [most, setMost] = useState(AT_ONCE);
  const checked = leftIds.slice(0, most);
  const parts = Array.from({ length: Math.ceil(checked.length / AT_ONCE) }, (_, part) =>
    checked.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
  const seen = entries.filter(isLeftOver).map(({ employeeId }) => employeeId ?? '');
  const others = [...new Set(seen)].filter((id) => !checked.includes(id)).sort();
  const asked = [...checked, ...others];
  const { isFailed, found } = useQueries({
    queries: (others.length > 0 ? [...parts, others] : parts).map((of) => ({
      queryKey: [...leftKey, { companyId, of }],
      enabled: changes?.canChange === true,
      staleTime: 10 * 60_000,
      queryFn: ({ signal }: { signal: AbortSignal }) => readEntriesOf(api, companyId, of, signal),
    })),
    combine: (results) => ({
      isFailed: results.some(({ isError, data }) => isError && data === undefined),
      found: results.flatMap(({ data }) => data ?? []),
    }),
  });
  const queryClient = useQueryClient();
  const isSettled = unsaved.entries.length + unsaved.removed.size === 0;
  useEffect(() => {
    if (isSettled) return;
    // Once all is saved, neither what was removed is still there, nor what was undone is gone.
    return () => void queryClient.refetchQueries({ queryKey: leftKey, type: 'active' });
  }, [isSettled, queryClient]);

  if (!changes?.canChange) return null;
  const more = leftIds.length - checked.length;
  const left = found.filter((entry) => isLeftOver(entry) && !unsaved.removed.has(entry.id));
  const people = asked.flatMap((id) => {
    const own = left.filter(({ employeeId }) => employeeId === id);
    const person = personOf.get(id);
    return person && own.length > 0 ? [{ person, own }] : [];
  });
  return (
    <>
      {isFailed ? (
        <p role="alert" className="mx-3 mb-2 flex flex-wrap items-center gap-2 text-sm">
          {t`Couldn’t check for duty of people who left.`}
          <Button compact onClick={() => void queryClient.refetchQueries({ queryKey: leftKey, type: 'active' })}>
            {words.tryAgain}
          </Button>
        </p>
      ) : null}
      {people.map(({ person, own }) => {
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
      })}
      {more > 0 ? (
        <p className="mx-3 mb-2 flex flex-wrap items-center gap-2 text-xs text-muted">
          {plural(more, {
            one: '# more person who left was not checked for duty.',
            other: '# more people who left were not checked for duty.',
          })}
          <Button compact onClick={() => setMost(most + AT_ONCE)}>
            {t({ message: 'Check more', comment: 'button: looks for duty of people who left' })}
          </Button>
        </p>
      ) : null}
    </>
  );
}
