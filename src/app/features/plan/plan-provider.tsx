import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { type ReactNode, use, useEffect, useLayoutEffect } from 'react';
import { useBoardChoice } from '#app/addresses/board-choice.ts';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import type { Directory } from '#app/api/directory.ts';
import { useStore } from '#app/browser/create-store.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { newId } from '#app/browser/new-id.ts';
import type { Outbox } from '#app/changes/outbox/outbox.ts';
import { useOutbox } from '#app/changes/outbox/use-outbox.ts';
import {
  hourToBlock,
  type InitialEntryValues,
  type PlanActions,
  PlanChangesContext,
} from '#app/changes/plan-actions.ts';
import { canChangePlan } from '#app/commands/commands.ts';
import { useCommand } from '#app/commands/desk-commands.ts';
import { FirstWeekdayContext } from '#app/components/first-weekday.ts';
import { lazy } from '#app/components/lazy.tsx';
import { createDialogFrame } from '#app/components/loading-frame.tsx';
import { readCurrentEntries } from '#app/days/availability.ts';
import { useCachedReference } from '#app/session/cached-reference.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { calls } from '#contract/calls.ts';
import { dayInterval, planZoneOf, zoneOfStore } from '#scheduling/calendar-day.ts';
import { dayForNewRecord } from '#scheduling/opening-hours.ts';
import { createWallClock } from '#scheduling/wall-clock.ts';
import { createPlanActions } from './create-plan-actions.ts';
import { createLoadedWeeks } from './loaded-weeks.ts';
import { createOpenFormStore, type FormSubject } from './open-form.ts';
import { changedFields, leadingChange, type PlanTask } from './plan-change.ts';

const EntryDialog = lazy({
  load: () => import('./entry-dialog.tsx').then((module) => module.EntryDialog),
  Fallback: createDialogFrame(() => t({ message: 'Plan', comment: 'of duty: who is there when' })),
});

const PlanNotices = lazy({
  load: () => import('./plan-notices.tsx').then((module) => module.PlanNotices),
});

/**
 * Creates the changes to the plan and the state of its form, once for each outbox. `directory.current` is kept up to date, so
 * that the changes use the current zones of the stores.
 */
const planOf = memoizePerObject(
  (outbox: Outbox, person: string | null, api: ApiClient, queryClient: QueryClient, at: Directory) => {
    const companyId = at.company.id;
    const directory = { current: at };
    const changes = createPlanActions(outbox, {
      ...createLoadedWeeks(queryClient, api, companyId),
      newId,
      clockOf: (storeId) => createWallClock(planZoneOf(storeId, directory.current)),
      send: async (change, signal) =>
        (await api.call(calls.changeAvailability, { companyId, ...change }, { signal })).put,
      conflictIn: readCurrentEntries,
    });
    return { changes, openForm: createOpenFormStore({ person, companyId }), directory };
  },
);

/**
 * The form of an unsaved change, with the person's input; null for a deletion and for several separate entries, which have no
 * form.
 */
function toFormSubject(task: PlanTask): FormSubject | null {
  const { entries, series } = task;
  const lead = leadingChange(task);
  if (lead?.after == null || (entries.length > 1 && series === null)) return null;
  const { before, after } = lead;
  if (before === null) return { entry: after, isNew: true };
  return {
    ...{ entry: before, isNew: false },
    wanted: series?.changes ?? changedFields(before, after),
    scope: series === null ? 'this' : 'following',
  };
}

/**
 * Lets the screens inside change the plan, opens the form for that, and shows notices with the outcome. It has to be remounted
 * for another person or company; the changes stay with the outbox.
 */
export function PlanProvider({ children }: { children: ReactNode }) {
  const { session, hasPlan } = useDesk();
  const { directory } = useCachedReference();
  const api = useApi();
  const queryClient = useQueryClient();
  const outbox = useOutbox();
  const plan = planOf(outbox, session.person, api, queryClient, directory);
  const { changes, openForm } = plan;
  useLayoutEffect(() => {
    plan.directory.current = directory;
  });
  // Ends the preview of a drag if the screen closes during it.
  useEffect(() => () => changes.preview(null), [changes]);
  const form = useStore(openForm);

  const value: PlanActions = {
    ...changes,
    canChange: canChangePlan(session),
    openNew: (entry) => openForm.open({ entry, isNew: true }),
    openEntry: (entry) => openForm.open({ entry, isNew: false, wanted: {}, scope: 'this' }),
  };
  function onReopen(task: PlanTask): boolean {
    const of = toFormSubject(task);
    if (of) openForm.open(of);
    return of !== null;
  }
  return (
    <>
      <PlanChangesContext value={hasPlan ? value : null}>{children}</PlanChangesContext>
      {hasPlan ? <PlanNotices {...{ changes, directory, onReopen }} /> : null}
      {hasPlan ? <PlanCommandHandlers openNew={value.openNew} /> : null}
      {form ? (
        <EntryDialog
          key={form.key}
          of={form.of}
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

/**
 * The commands **Block time** and **Time off**, for the day that the calendar or the Shifts page shows, otherwise for today,
 * and **Close for a day**, whose day the person enters. If several stores are shown, the person chooses which one to block.
 */
function PlanCommandHandlers({ openNew }: Pick<PlanActions, 'openNew'>) {
  const board = useMatch({ from: '/desk/', shouldThrow: false, select: ({ search }) => search });
  const shifts = useMatch({ from: '/desk/shifts', shouldThrow: false, select: ({ search }) => search });
  const { stores, date, today, now } = useBoardChoice(board ?? { date: shifts?.week, store: shifts?.store });
  const { fallbackZone, company } = useDesk();
  const firstWeekday = use(FirstWeekdayContext);
  const [store, ...otherStores] = stores;
  const zone = zoneOfStore(store, fallbackZone);
  const day = shifts === undefined ? date : dayForNewRecord({ date, today, firstWeekday: firstWeekday(), stores });

  function openForDay(place: Partial<InitialEntryValues>) {
    const { start, end } = dayInterval(zone, day);
    const wholeDay = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
    openNew({ kind: 'unavailable', ...wholeDay, ...place });
  }

  useCommand('block time', () => {
    const storeId = otherStores.length === 0 ? (store?.id ?? null) : null;
    openForDay({ storeId, ...hourToBlock(zone, day, now) });
  });
  useCommand('time off', () => openForDay({ storeId: null, employeeId: null, roomId: null }));
  useCommand('closed on a day', () => {
    const [only, ...others] = company.stores;
    const allStores = others.length > 0;
    const storeId = allStores ? null : (only?.id ?? null);
    openForDay({ storeId, allStores, employeeId: null, roomId: null, asksDay: true });
  });
  return null;
}
