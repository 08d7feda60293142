import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useBoardChoice } from '#app/addresses/board-choice.ts';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import type { Directory } from '#app/api/directory.ts';
import { newId } from '#app/browser/new-id.ts';
import { sendingAs } from '#app/changes/outbox/sending-as.ts';
import { type PartsOfOutboxes, useOutbox, usePartOf } from '#app/changes/outbox/use-outbox.ts';
import { type NewEntry, type PlanChanges, PlanChangesContext } from '#app/changes/plan-changes.ts';
import { canChangePlan } from '#app/commands/commands.ts';
import { useCommand } from '#app/commands/desk-commands.ts';
import { dialogFrame, lazy } from '#app/components/lazy.tsx';
import { currentEntriesInConflict } from '#app/days/availability.ts';
import { useCachedReference, useDesk } from '#app/session/use-desk.ts';
import type { DeskSession } from '#contract/desk.ts';
import { extensions } from '#contract/extensions.ts';
import { dayInterval, planZoneOf, zoneOfStore } from '#scheduling/calendar-day.ts';
import { QUARTER } from '#scheduling/opening-hours.ts';
import { clockAt, firstInstantOf, wallClockOf } from '#scheduling/wall-clock.ts';
import { createPlanChanges, type PlanChanging, type PlanPorts } from './create-plan-changes.ts';
import type { FormOf, TypedEntry } from './entry-dialog.tsx';
import { createLoadedWeeks } from './loaded-weeks.ts';
import { differing, leadOf, type PlanTask } from './plan-change.ts';

const EntryDialog = lazy({
  load: () => import('./entry-dialog.tsx').then((module) => module.EntryDialog),
  Fallback: dialogFrame(() => t({ message: 'Plan', comment: 'of duty: who is there when' })),
});

const PlanNotices = lazy({
  load: () => import('./plan-notices.tsx').then((module) => module.PlanNotices),
  Fallback: () => null,
});

interface Desk {
  session: Pick<DeskSession, 'person'>;
  directory: Directory;
}

/**
 * Connects plan changes to the practice system and the loaded plan. Company and person are fixed; zones are looked up
 * when they are needed.
 */
function portsOf(desk: () => Desk, api: ApiClient, queryClient: QueryClient): PlanPorts {
  const companyId = desk().directory.company.id;
  const sending = sendingAs(desk().session.person, api, queryClient);
  const weeks = createLoadedWeeks(queryClient, api, companyId);
  return {
    loaded: weeks.loaded,
    // The cache belongs to the person who is signed in.
    put: (entries, gone) => (sending.isHere() ? weeks.put(entries, gone) : undefined),
    read: (time, givenUp) => sending.read((signal) => weeks.read(time, signal), givenUp),
    readSeries: (from, givenUp) => sending.read((signal) => weeks.readSeries(from, signal), givenUp),
    newId,
    clockOf: (storeId) => wallClockOf(planZoneOf(storeId, desk().directory)),
    async send(change, givenUp) {
      const input = { companyId, ...change };
      return (await sending.send((signal) => api.call(extensions.changeAvailability, input, { signal }), givenUp)).put;
    },
    conflictIn: currentEntriesInConflict,
  };
}

/** The form of an unsaved change, with the person's input; null for a change of several entries, which has no form. */
function formOf(task: PlanTask): FormOf | null {
  const { entries, series, repeat } = task;
  const lead = leadOf(task);
  if (lead?.after == null || (entries.length > 1 && series === null && repeat === null)) return null;
  const { before, after } = lead;
  if (before === null) return { entry: after, repeat, isNew: true };
  return {
    ...{ entry: before, isNew: false },
    wanted: series?.changes ?? differing(before, after),
    scope: series === null ? 'this' : 'following',
  };
}

/** The form that is open, if any. It stays while its person is away. */
function createOpenForm() {
  let form: (FormOf & { key: number; typed: TypedEntry | null }) | null = null;
  let forms = 0;
  const listeners = new Set<() => void>();
  function set(next: typeof form): void {
    form = next;
    for (const listener of listeners) listener();
  }
  return {
    current: () => form,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Opens a form in place of the one that is open. */
    open(of: FormOf): void {
      forms += 1;
      set({ ...of, key: forms, typed: null });
    },
    close: () => set(null),
    /** Stores the input of the form. */
    keep: (typed: TypedEntry) => set(form && { ...form, typed }),
  };
}

interface PlanPart {
  changes: PlanChanging;
  openForm: ReturnType<typeof createOpenForm>;
}

const planPartOf: PartsOfOutboxes<Desk, PlanPart> = new WeakMap();

/**
 * Provides changes of the plan to the screens inside, and opens their forms; the outcome is reported by notices. It has
 * to be remounted for another person or company; the changes stay with the outbox.
 */
export function PlanProvider({ children }: { children: ReactNode }) {
  const { session, hasPlan } = useDesk();
  const { directory } = useCachedReference();
  const api = useApi();
  const queryClient = useQueryClient();
  const outbox = useOutbox();
  const { changes, openForm } = usePartOf(outbox, planPartOf, { session, directory }, (desk) => ({
    changes: createPlanChanges(outbox, portsOf(desk, api, queryClient)),
    openForm: createOpenForm(),
  }));
  // A drag that ends with the screen.
  useEffect(() => () => changes.preview(null), [changes]);
  const form = useSyncExternalStore(openForm.subscribe, openForm.current);

  const value: PlanChanges = {
    ...changes,
    canChange: canChangePlan(session),
    openNew: (entry) => openForm.open({ entry, repeat: null, isNew: true }),
    openEntry: (entry) => openForm.open({ entry, isNew: false, wanted: {}, scope: 'this' }),
  };
  function onReopen(task: PlanTask): boolean {
    const of = formOf(task);
    if (of) openForm.open(of);
    return of !== null;
  }
  return (
    <>
      <PlanChangesContext value={hasPlan ? value : null}>{children}</PlanChangesContext>
      {hasPlan ? <PlanNotices {...{ changes, directory, onReopen }} /> : null}
      {hasPlan ? <PlanCommands openNew={value.openNew} /> : null}
      {form ? (
        <EntryDialog
          key={form.key}
          of={form}
          typed={form.typed}
          directory={directory}
          changes={value}
          onType={openForm.keep}
          onClose={openForm.close}
        />
      ) : null}
    </>
  );
}

/** How long time is blocked at first. */
const HOUR = 4 * QUARTER;

/** The commands **Block time** and **Time off**, for the day that the calendar shows, otherwise for today. */
function PlanCommands({ openNew }: Pick<PlanChanges, 'openNew'>) {
  const board = useMatch({ from: '/desk/', shouldThrow: false, select: ({ search }) => search });
  const { stores, date, now } = useBoardChoice(board ?? {});
  const { fallbackZone } = useDesk();
  const [store] = stores;
  const zone = zoneOfStore(store, fallbackZone);

  function open(place: Partial<NewEntry>, start: number, end: number) {
    openNew({
      kind: 'unavailable',
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      ...place,
    });
  }

  useCommand('block time', () => {
    const soon = Math.ceil(now / QUARTER) * QUARTER;
    const start = firstInstantOf(zone, date, clockAt(zone, soon));
    open({ storeId: store?.id ?? null }, start, start + HOUR);
  });
  useCommand('time off', () => {
    const { start, end } = dayInterval(zone, date);
    open({ storeId: null }, start, end);
  });
  return null;
}
