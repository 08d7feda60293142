import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { ApiError, asApiError, isStorageFull } from '#app/api/api-error.ts';
import { changeAppointment, type FieldChanges, historyQueries, readAppointment } from '#app/api/change-appointment.ts';
import { failureKind, reasonOf, waitingText } from '#app/api/failures.ts';
import { Reason } from '#app/api/reason.tsx';
import { sessionQueries } from '#app/api/session-queries.ts';
import { showNotice } from '#app/components/show-notice.ts';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { nextStepOf } from '#app/scheduling/visit.ts';
import { words } from '#app/text/words.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type ChangeCommand, useChangeDispatcher } from './change-dispatcher.ts';
import { type ChangeNames, changeText, nameOf, zoneOf } from './change-text.ts';
import { applied, differing, type PendingChange, type Step, wantedOf, withOwnChanges } from './changes.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type ChangeNews, type Changes, createChanges } from './create-changes.ts';
import { KeyboardMove } from './keyboard-move.tsx';
import { notesSaved } from './notes-draft.ts';
import { StatusMenu } from './status-menu.tsx';
import { TimeDialog } from './time-dialog.tsx';

/** A request without an answer is aborted after this time and repeated. */
const REQUEST_TIMEOUT_MS = 20_000;
/** How long the notice with Undo stays. */
const UNDO_MS = 10_000;

/** Why a change is not saved yet. What the service suggests is left out: to look, or to try again, is done already. */
function doubtText(error: unknown): string {
  if (failureKind(error) === 'waiting') return waitingText(null);
  const isKnown = asApiError(error)?.kind === 'network' || isStorageFull(error);
  return isKnown ? reasonOf(error) : t`The practice system has not answered yet.`;
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits, but at most until the network is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController();
  window.addEventListener('online', () => back.abort(), { signal: AbortSignal.any([signal, back.signal]) });
  return sleep(milliseconds, AbortSignal.any([signal, back.signal]));
}

/** What is lost with dropped steps, the first of which failed. */
function lostWith(steps: readonly Step[], record: ReceivedAppointment): FieldChanges {
  const lost = differing(wantedOf(steps), record);
  // The later ones may have taken the first back already.
  return Object.keys(lost).length > 0 ? lost : wantedOf(steps.slice(0, 1));
}

export interface ChangeEngineProps {
  companyId: string;
  /**
   * The person who makes the changes (`DeskSession`): nothing is sent with the key of somebody else who signed in
   * meanwhile.
   */
  person: string | null;
  /** Whether the practice system can return a single appointment. */
  canReadOne: boolean;
  names: ChangeNames;
  /** The warnings about a change, from the appointments that are loaded. */
  warningsOf: (record: ReceivedAppointment, changes: FieldChanges) => string[];
  /** The warnings after also looking where nothing is loaded; null where everything is. */
  lookFurther: (record: ReceivedAppointment, changes: FieldChanges) => Promise<string[]> | null;
  /** Opens an appointment on the board. */
  onShow: (record: ReceivedAppointment) => void;
  /** Called with an appointment as the practice system returned it; null where loaded data may be out of date. */
  onRecord: (record: ReceivedAppointment | null) => void;
}

function useChanges(props: ChangeEngineProps, onNews: (news: ChangeNews) => void): Changes {
  const api = useApi();
  const queryClient = useQueryClient();
  const latest = useRef({ ...props, onNews });
  useEffect(() => {
    latest.current = { ...props, onNews };
  });
  const [changes] = useState(() => {
    const { companyId, person, canReadOne } = props;
    const isHere = () => queryClient.getQueryData(sessionQueries.current(api).queryKey)?.person === person;
    return createChanges({
      sleep,
      pause,
      clock: Date.now,
      read: canReadOne ? (id, signal) => readAppointment(api, { companyId, id }, signal) : null,
      onRecord: (record) => latest.current.onRecord(record),
      onNews: (news) => {
        if (news.kind === 'saved' && news.step.changes.notes !== undefined)
          notesSaved(news.record.id, news.step.changes.notes);
        if (isHere()) latest.current.onNews(news);
      },
      send(request, signal) {
        if (!isHere()) return Promise.reject(new ApiError({ kind: 'http', status: 401 }));
        const mutation = queryClient.getMutationCache().build(queryClient, {
          mutationKey: ['change-appointment', request.id],
          // After a lost connection the request is repeated to find out its result.
          networkMode: 'always',
          mutationFn: async () => {
            const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
            try {
              return await changeAppointment(api, { companyId, ...request }, AbortSignal.any([signal, limit]));
            } catch (error) {
              throw limit.aborted ? new ApiError({ kind: 'network', status: null, cause: error }) : error;
            }
          },
          onSuccess: () => void queryClient.invalidateQueries({ queryKey: historyQueries.all() }),
        });
        return mutation.execute(undefined);
      },
    });
  });
  return changes;
}

/** Makes the changes that the screens dispatch, shows their results, and opens the dialogs that need a decision. */
export function ChangeEngine(props: ChangeEngineProps) {
  const { names, warningsOf, lookFurther, onShow } = props;
  const dispatcher = useChangeDispatcher();
  const [menu, setMenu] = useState<Extract<ChangeCommand, { kind: 'status-menu' }> | null>(null);
  const [moving, setMoving] = useState<Extract<ChangeCommand, { kind: 'move' }> | null>(null);
  const [timing, setTiming] = useState<ReceivedAppointment | null>(null);
  const changes = useChanges(props, tell);
  const state = useSyncExternalStore(changes.subscribe, changes.state);
  const { pending } = state;
  /** How many notices tell of changes that were lost, by the id of the appointment. */
  const [losses] = useState(() => new Map<string, number>());

  function tell(news: ChangeNews): void {
    const { record } = news;
    const lost = losses.get(record.id) ?? 0;
    // What follows does not replace the notice of a loss.
    const id = `change ${record.id} ${lost}`;
    if (news.kind === 'refused' || news.kind === 'given-up') losses.set(record.id, lost + 1);
    const name = nameOf(record, names.directory);
    if (news.kind === 'saved') {
      const { before } = news;
      const { number, changes: made, undoes } = news.step;
      const [day, dayBefore] = [record, before].map(({ start }) =>
        dateIn(zoneOf(record, names.directory), instantOf(start)),
      );
      const show = (warnings: readonly string[]) =>
        showNotice({
          id,
          tone: 'ok',
          title: undoes ? t({ message: `${name}: undone`, comment: 'a change of an appointment' }) : name,
          text: [changeText(made, before, names), ...warnings].join('\n'),
          readingMs: UNDO_MS,
          ...(undoes ? {} : { action: { label: t`Undo`, onClick: () => changes.undo(number) } }),
          // The board keeps showing its day.
          ...(day === dayBefore ? {} : { link: { label: words.show, onClick: () => onShow(record) } }),
        });
      const warnings = undoes ? [] : warningsOf(record, made);
      show(warnings);
      void (undoes ? null : lookFurther(record, made))?.then((found) => {
        const { made: latest, pending: next } = changes.state();
        const isLatest = latest.get(record.id)?.record === record && !next.has(record.id);
        if (isLatest && found.join() !== warnings.join()) show(found);
      });
      return;
    }
    const missing = news.kind === 'doubtful' ? news.changes : lostWith(news.steps, record);
    const wanted = changeText(missing, record, names);
    const change = t({ message: `${wanted}.`, comment: 'what was to be changed of an appointment' });
    if (news.kind === 'doubtful') {
      showNotice({
        id,
        tone: 'warn',
        title: t`${name}: not saved yet`,
        text: [change, doubtText(news.error), t`Keep this page open: it is sent again until it is saved.`].join(' '),
        action: { label: t`Don’t save`, onClick: () => changes.giveUp(record.id) },
      });
    } else if (news.kind === 'refused') {
      showNotice({
        id,
        tone: 'warn',
        title: t`${name}: not changed`,
        text: (
          <>
            {change} <Reason error={news.error} />
          </>
        ),
      });
    } else {
      const { now } = news;
      const title = t({ message: `${name}: given up`, comment: 'a change that nobody knows to be saved' });
      if (now === null) {
        const text = `${change} ${t`Nobody knows whether it was saved: look again once the practice system answers.`}`;
        showNotice({ id, tone: 'warn', title, text });
      } else {
        const there = changeText(missing, now, names);
        showNotice({ id, tone: 'info', title, text: t`It is as the practice system has it: ${there}.` });
      }
    }
  }

  const serve = useEffectEvent((command: ChangeCommand): void => {
    switch (command.kind) {
      case 'change':
        changes.change(command.appointment, command.changes);
        return;
      case 'next-status': {
        const step = nextStepOf(withOwnChanges(state, command.appointment));
        if (step) changes.change(command.appointment, { status: step.status });
        return;
      }
      case 'status-menu':
        setMenu(command);
        return;
      case 'move':
        setMoving(command);
        return;
      case 'change-time':
        setTiming(command.appointment);
        return;
      case 'undo':
        changes.undo();
        return;
    }
  });
  // Called during rendering of a dragged block, when no effect event may be called.
  const warnings = useRef(warningsOf);
  useEffect(() => {
    warnings.current = warningsOf;
  });
  useEffect(
    () =>
      dispatcher.serve(
        (command) => serve(command),
        (appointment, wanted) => warnings.current(applied(appointment, wanted, appointment.start), wanted),
      ),
    [dispatcher],
  );

  // Published with the change itself, not after the next render: a dropped block stays where it was dropped.
  useEffect(() => {
    let published: ReadonlyMap<string, PendingChange> | null = null;
    return changes.subscribe(() => {
      const now = changes.state().pending;
      if (now === published) return;
      published = now;
      const notSaved = t({ message: 'not saved yet', comment: 'a change of an appointment' });
      dispatcher.show({
        records: [...now.values()].map((one) => one.shown),
        notes: new Map([...now].flatMap(([id, { doubtful }]) => (doubtful ? [[id, notSaved] as const] : []))),
        savingNotes: new Set([...now].flatMap(([id, { steps }]) => (wantedOf(steps).notes === undefined ? [] : [id]))),
      });
    });
  }, [dispatcher, changes]);

  const unsaved = pending.size > 0;
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);

  const [conflict] = state.conflicts;
  return (
    <>
      {menu ? (
        <StatusMenu
          key={menu.appointment.id}
          appointment={withOwnChanges(state, menu.appointment)}
          names={names}
          at={menu.at}
          onChoose={(status) => changes.change(menu.appointment, { status })}
          onClose={() => setMenu(null)}
        />
      ) : null}
      {moving ? (
        <KeyboardMove
          key={moving.appointment.id}
          appointment={withOwnChanges(state, moving.appointment)}
          columns={moving.columns}
          names={names}
          warningsOf={warningsOf}
          onMove={(wanted) => changes.change(moving.appointment, wanted)}
          onEnd={() => {
            setMoving(null);
            moving.onEnd();
          }}
        />
      ) : null}
      {timing ? (
        <TimeDialog
          companyId={props.companyId}
          appointment={timing}
          names={names}
          onChange={(time) => changes.change(timing, time)}
          onClose={() => setTiming(null)}
        />
      ) : null}
      {conflict ? (
        <ConflictDialog
          key={conflict.seen.id}
          conflict={conflict}
          names={names}
          onSettle={(how) => changes.settle(conflict, how)}
        />
      ) : null}
    </>
  );
}
