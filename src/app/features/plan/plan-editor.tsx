import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { useChanges } from '#app/api/appointment-changes.ts';
import { currentEntriesInConflict } from '#app/api/availability.ts';
import type { Directory } from '#app/api/directory.ts';
import type { PlanChanges } from '#app/api/plan-changes.ts';
import { createEvents } from '#app/api/sending.ts';
import { newId } from '#app/browser/new-id.ts';
import { isForTarget, shortcutKey } from '#app/browser/shortcut-key.ts';
import { sleep, sleepUntilOnline } from '#app/browser/sleep.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { useUnloadWarning } from '#app/browser/use-unload-warning.ts';
import { dialogFrame, LazyDialog, lazy } from '#app/components/lazy.tsx';
import { planZoneOf } from '#app/scheduling/calendar-day.ts';
import { wallClockOf } from '#app/scheduling/wall-clock.ts';
import { sendingAs } from '#app/session/outbox/sending-as.ts';
import type { DeskSession } from '#contract/desk.ts';
import { extensions } from '#contract/endpoints.ts';
import { createPlanChanges, type PlanChanging, type PlanEvent, type PlanPorts } from './create-plan-changes.ts';
import type { FormOf } from './entry-dialog.tsx';
import { createLoadedWeeks } from './loaded-weeks.ts';
import { differing, idOf, type PlanChange } from './plan-change.ts';
import { leadOf, PlanNotices } from './plan-notices.tsx';

const EntryDialog = lazy({
  load: () => import('./entry-dialog.tsx').then((module) => module.EntryDialog),
  Fallback: dialogFrame(() => t({ message: 'Plan', comment: 'of duty: who is there when' })),
});
const PlanConflictDialog = lazy({
  load: () => import('./plan-conflict.tsx').then((module) => module.PlanConflictDialog),
  Fallback: ({ onResolve, children }) => (
    <LazyDialog title={t`Changed meanwhile`} onClose={() => onResolve('theirs')}>
      {children}
    </LazyDialog>
  ),
});

interface Desk {
  session: Pick<DeskSession, 'person' | 'capabilities'>;
  directory: Directory;
}

/**
 * How changes of the plan reach the practice system, and what is loaded of it. Company and person stay the same; zones are those of
 * the moment in which they are needed.
 */
function portsOf(desk: () => Desk, api: ApiClient, queryClient: QueryClient, onEvent: (event: PlanEvent) => void) {
  const companyId = desk().directory.company.id;
  const sending = sendingAs(desk().session.person, api, queryClient);
  const weeks = createLoadedWeeks(queryClient, api, companyId);
  const ports: PlanPorts = {
    ...weeks,
    sleep,
    pause: sleepUntilOnline,
    newId,
    clockOf: (storeId) => wallClockOf(planZoneOf(storeId, desk().directory)),
    async send(change, givenUp) {
      const input = { companyId, ...change };
      return (await sending.send((signal) => api.call(extensions.changeAvailability, input, { signal }), givenUp)).put;
    },
    currentInConflict: currentEntriesInConflict,
    onEvent(event) {
      if (sending.isHere()) onEvent(event);
    },
  };
  return { ports, subscribe: weeks.subscribe };
}

/** The keys of Undo take back the last change: one of the plan here, one of a visit where visits are changed. */
function useUndoByKeys(changes: PlanChanging): void {
  const visits = useChanges();
  const { subscribe: onVisits, state: visitsNow } = visits;
  useEffect(() => {
    const lastVisit = () => visitsNow().undoable.at(-1)?.number ?? 0;
    /** The changes of the plan by number, each after so many changes of visits. */
    const made: { number: number; after: number }[] = [];
    let [last, visit] = [0, lastVisit()];
    const follow = () => {
      visit = Math.max(visit, lastVisit());
      for (const { number, undoes } of changes.state().unsaved)
        if (number > last) {
          last = number;
          if (undoes === null) made.push({ number, after: visit });
        }
    };
    function onKeyDown(event: KeyboardEvent) {
      const { ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (!(ctrlKey || metaKey) || altKey || shiftKey || shortcutKey(event) !== 'z' || isForTarget(target)) return;
      const { unsaved, undoable } = changes.state();
      const isUnsaved = ({ number }: { number: number }) => unsaved.some((one) => one.number === number);
      const canUndo = ({ number }: { number: number }) => undoable.some((one) => one.number === number);
      const change = made.findLast((one) => canUndo(one) || isUnsaved(one));
      if (change === undefined || change.after < lastVisit()) return;
      event.preventDefault();
      if (canUndo(change)) changes.undo(change.number);
    }
    const stop = [onVisits(follow), changes.subscribe(follow)];
    // Before the screen, whose keys undo the last change of a visit.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      for (const end of stop) end();
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [changes, onVisits, visitsNow]);
}

interface PlanEditorProps extends Desk {
  /** Called with the changes that the screens make; with null when they end. */
  onReady: (changes: PlanChanges | null) => void;
}

/**
 * Makes the changes of the plan, tells what becomes of them, and opens what needs a form or a decision. Mounted anew for another
 * person or company.
 */
export function PlanEditor(props: PlanEditorProps) {
  const { session, directory, onReady } = props;
  const api = useApi();
  const queryClient = useQueryClient();
  const [events] = useState(() => createEvents<PlanEvent>());
  const desk = useLatest<Desk>(props);
  const [{ changes, subscribe }] = useState(() => {
    const { ports, subscribe } = portsOf(() => desk.current, api, queryClient, events.add);
    return { changes: createPlanChanges(ports), subscribe };
  });
  useEffect(() => subscribe(changes.reload), [subscribe, changes]);
  useUndoByKeys(changes);
  const state = useSyncExternalStore(changes.subscribe, changes.state);

  const { capabilities } = session;
  const [form, setForm] = useState<(FormOf & { key: number }) | null>(null);
  const value = useMemo<PlanChanges>(() => {
    const open = (of: FormOf) => setForm((before) => ({ ...of, key: (before?.key ?? 0) + 1 }));
    return {
      ...changes,
      canChange: ['put', 'remove'].every((field) => capabilities.changeAvailability?.fields.includes(field)),
      openNew: (entry) => open({ entry, repeat: null, isNew: true }),
      openEntry: (entry) => open({ entry, isNew: false, wanted: {}, scope: 'this' }),
    };
  }, [changes, capabilities]);
  /** Opens what was not saved, with all that the person wanted; a change of several entries has no form. */
  function reopen(change: PlanChange): boolean {
    const { series, repeat } = change;
    const lead = leadOf(change);
    if (lead?.after == null || (change.entries.length > 1 && series === null && repeat === null)) return false;
    const { before, after } = lead;
    const of: FormOf =
      before === null
        ? { entry: after, repeat, isNew: true }
        : {
            ...{ entry: before, isNew: false },
            wanted: series?.changes ?? differing(before, after),
            scope: series === null ? 'this' : 'following',
          };
    setForm((opened) => ({ ...of, key: (opened?.key ?? 0) + 1 }));
    return true;
  }
  const latest = useLatest(onReady);
  useEffect(() => {
    latest.current(value);
    return () => latest.current(null);
  }, [latest, value]);

  useUnloadWarning(state.unsaved.length > 0);
  const [conflict] = state.conflicts;
  return (
    <>
      {form ? (
        <EntryDialog key={form.key} of={form} directory={directory} changes={value} onClose={() => setForm(null)} />
      ) : null}
      {conflict ? (
        <PlanConflictDialog
          key={idOf(conflict.of)}
          conflict={conflict}
          directory={directory}
          onResolve={(how) => changes.resolve(conflict, how)}
        />
      ) : null}
      <PlanNotices changes={changes} directory={directory} onReopen={reopen} tellBy={events.tellBy} />
    </>
  );
}
