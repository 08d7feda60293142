import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import type { Directory } from '#app/api/directory.ts';
import { newId } from '#app/browser/new-id.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { useCommandNotices } from '#app/changes/outbox/command-notices.tsx';
import { sendingAs } from '#app/changes/outbox/sending-as.ts';
import { type PartsOfOutboxes, useOutbox, usePartOf } from '#app/changes/outbox/use-outbox.ts';
import type { PlanChanges } from '#app/changes/plan-changes.ts';
import { canChangePlan } from '#app/commands/commands.ts';
import { dialogFrame, lazy } from '#app/components/lazy.tsx';
import { currentEntriesInConflict } from '#app/days/availability.ts';
import type { DeskSession } from '#contract/desk.ts';
import { extensions } from '#contract/extensions.ts';
import { planZoneOf } from '#scheduling/calendar-day.ts';
import { wallClockOf } from '#scheduling/wall-clock.ts';
import { createPlanChanges, type PlanChanging, type PlanPorts } from './create-plan-changes.ts';
import type { FormOf, TypedEntry } from './entry-dialog.tsx';
import { createLoadedWeeks } from './loaded-weeks.ts';
import { differing, type PlanTask } from './plan-change.ts';
import { leadOf, planNotice } from './plan-notices.tsx';
import { usePlanCommands } from './use-plan-commands.ts';

const EntryDialog = lazy({
  load: () => import('./entry-dialog.tsx').then((module) => module.EntryDialog),
  Fallback: dialogFrame(() => t({ message: 'Plan', comment: 'of duty: who is there when' })),
});

interface Desk {
  session: Pick<DeskSession, 'person' | 'capabilities'>;
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

interface PlanEditorProps extends Desk {
  /** Called with the plan changes for the screens; with null when they end. */
  onReady: (changes: PlanChanges | null) => void;
}

/**
 * Makes the changes of the plan, shows their outcome, and opens their forms. It is mounted again for another person or company; the
 * changes stay with the outbox.
 */
export function PlanEditor(props: PlanEditorProps) {
  const { session, directory, onReady } = props;
  const api = useApi();
  const queryClient = useQueryClient();
  const outbox = useOutbox();
  const { changes, openForm } = usePartOf(outbox, planPartOf, props, (desk) => ({
    changes: createPlanChanges(outbox, portsOf(desk, api, queryClient)),
    openForm: createOpenForm(),
  }));
  // A drag that ends with the screen.
  useEffect(() => () => changes.preview(null), [changes]);

  const canChange = canChangePlan(session);
  const form = useSyncExternalStore(openForm.subscribe, openForm.current);
  const latest = useLatest(onReady);
  useEffect(() => {
    latest.current({
      ...changes,
      canChange,
      openNew: (entry) => openForm.open({ entry, repeat: null, isNew: true }),
      openEntry: (entry) => openForm.open({ entry, isNew: false, wanted: {}, scope: 'this' }),
    });
    return () => latest.current(null);
  }, [latest, changes, openForm, canChange]);

  usePlanCommands((entry) => openForm.open({ entry, repeat: null, isNew: true }));

  function onReopen(task: PlanTask): boolean {
    const of = formOf(task);
    if (of) openForm.open(of);
    return of !== null;
  }
  const { isHere } = sendingAs(session.person, api, queryClient);
  const undo = (group: number) => void outbox.undo(group);
  useCommandNotices(changes, (group) => planNotice(group, { changes, undo, directory, onReopen }), isHere);
  return form ? (
    <EntryDialog
      key={form.key}
      of={form}
      typed={form.typed}
      directory={directory}
      changes={{ ...changes, canChange }}
      onType={openForm.keep}
      onClose={openForm.close}
    />
  ) : null;
}
