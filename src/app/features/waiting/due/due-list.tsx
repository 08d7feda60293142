import { plural, t } from '@lingui/core/macro';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { useClientsById } from '#app/api/clients.ts';
import { useRecordsById } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { localStore } from '#app/browser/storage.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useRecallCommands, useRecallsLog } from '#app/changes/recalls.ts';
import { useKeys } from '#app/commands/use-keys.ts';
import { Button } from '#app/components/button.tsx';
import { EmptyState, ListNotice } from '#app/components/empty-state.tsx';
import { Failure } from '#app/components/failure.tsx';
import { rowIdAt, rowIn } from '#app/components/row-focus.ts';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { StableList } from '#app/components/stable-list.tsx';
import { useListFocus } from '#app/components/use-list-focus.ts';
import { useRowPlaces, useStableRows } from '#app/components/use-stable-rows.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { isDeadOrInactive, unreadableRecordsText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';
import { addDays, dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { DueRow, type DueRowContext } from './due-row.tsx';
import { PostponedRecalls } from './postponed-recalls.tsx';
import { compareByDueDate, type DuePart, duePartOf, dueParts, useDueRecalls } from './use-due-recalls.ts';
import { useFirstFreeTimes } from './use-first-free-times.ts';

/** The time after a recorded call during which pressing the button again records no second call, in milliseconds. */
const ATTEMPT_PAUSE_MS = 60_000;

/**
 * The list of the pets that are due until the end of the next month. Free times are searched for at the stores in `storeIds`,
 * or at all stores if `storeIds` is empty.
 */
export function DueList({ storeIds }: { storeIds: readonly string[] }) {
  const { company, session, fallbackZone, bookingRefusal } = useDesk();
  const now = useMinute();
  const zone = zoneOfAppointment({ storeId: company.stores[0]?.id ?? null }, { company, fallbackZone });
  const today = dateIn(zone, now);
  const due = useDueRecalls(today);
  const places = useRowPlaces();
  const stable = useStableRows({
    places,
    ...{ open: due.listed, closed: due.closed, compare: compareByDueDate },
    headingOf: (recall: ReceivedRecall) => duePartOf(recall, today) ?? '',
  });
  const recalls = stable.rows.map(({ record }) => record);
  const putOff = due.putOff.filter(({ id }) => !recalls.some((recall) => recall.id === id));
  const names = useRecordsById(petQueries, company.id, new Set([...recalls, ...putOff].map(({ petId }) => petId)));
  const { directory, types, employees } = useReference(names.found);
  const { clients } = useClientsById(
    company.id,
    recalls.flatMap(({ clientId }) => clientId ?? []),
  );
  const appointments = useAppointmentsById(
    company.id,
    recalls.flatMap(({ appointmentId }) => appointmentId ?? []),
  );
  const isToCall = (recall: ReceivedRecall) => recall.status === 'due' && stable.isOpen(recall);
  const toCall = recalls.filter(isToCall);
  const times = useFirstFreeTimes({
    ...{ recalls: toCall, storeIds, today },
    ...{ types: types.data?.records ?? [], employees: employees.data?.records ?? [] },
  });
  const hasNames = names.isSettled || recalls.every(({ petId }) => directory.pets.has(petId));
  const isShown = !due.isLoading && hasNames;
  const focus = useListFocus(
    isShown ? recalls.map(({ id }) => id) : [],
    toCall.map(({ id }) => id),
    stable.returnedId,
  );

  const log = useRecallsLog();
  const commands = useRecallCommands();
  const addresses = useAddresses();
  const { capabilities, canWrite } = session;
  const canChange = capabilities.changeRecall !== undefined && canWrite !== false;
  const canNote = capabilities.createRecallAttempt?.idempotent === true && canWrite !== false;
  const petName = ({ petId }: ReceivedRecall) => directory.pets.get(petId)?.name ?? '';
  const isPetDeadOrInactive = ({ petId }: ReceivedRecall) => {
    const pet = directory.pets.get(petId);
    return pet !== undefined && isDeadOrInactive(pet);
  };
  function openBooking(recall: ReceivedRecall) {
    stable.leave(recall);
    const { petId, visitTypeId, dueOn } = recall;
    const time = times.of(recall);
    const storeId = time?.storeId ?? (storeIds.length === 1 ? (storeIds[0] ?? null) : null);
    const date = time?.date ?? (duePartOf(recall, today) === 'overdue' ? today : dueOn);
    addresses.bookRecall({ petId, visitTypeId, date, storeId }).go();
  }
  function noteCall(recall: ReceivedRecall) {
    const isNoted = commands.some(
      ({ task }) =>
        task.kind === 'attempt' && task.recall.id === recall.id && Date.now() - Date.parse(task.at) < ATTEMPT_PAUSE_MS,
    );
    if (!isNoted) log.noteAttempt(recall, 'call', petName(recall));
  }
  /** Saves how a recall was handled. The row of the recall stays in its place for a while. */
  function markAsHandled(recall: ReceivedRecall, changes: { snoozedUntil: string } | { status: 'declined' }) {
    log.change(recall, changes, petName(recall));
    stable.keep({ ...recall, ...changes });
    focus.onAnswered(recall.id);
  }
  function callAgainNow(recall: ReceivedRecall) {
    log.change(recall, { snoozedUntil: null }, petName(recall));
    // The row moves to its new place at once. Usually, rows do not move while the pointer is on the list.
    stable.release();
  }
  // This runs after the menu has closed. Otherwise, the key press that chose an item would also follow the link that gets the
  // focus.
  const postpone = (recall: ReceivedRecall, weeks: number) =>
    void setTimeout(() => markAsHandled(recall, { snoozedUntil: addDays(today, 7 * weeks) }));
  const actions: DueRowContext['actions'] = {
    book: bookingRefusal === null ? openBooking : null,
    noteCall: canNote ? noteCall : null,
    later: canChange ? postpone : null,
    decline: canChange ? (recall) => markAsHandled(recall, { status: 'declined' }) : null,
  };
  const handleKey = (act: (recall: ReceivedRecall) => void) => (target: EventTarget | null) => {
    const recall = toCall.find(({ id }) => id === rowIdAt(target));
    if (recall) act(recall);
    return recall !== undefined;
  };
  useKeys({
    ...(actions.book && {
      'book due': handleKey((recall) => (isPetDeadOrInactive(recall) ? undefined : openBooking(recall))),
    }),
    ...(actions.noteCall && { called: handleKey(noteCall) }),
    ...(actions.later && {
      later: handleKey(({ id }) => rowIn(document, id)?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click()),
    }),
    ...(actions.decline && { 'not wanted': handleKey(actions.decline) }),
  });

  const context: DueRowContext = {
    ...{ directory, zone, today, now, actions, isGone: isPetDeadOrInactive },
    hasKeys: readPreferences(localStore).letterKeys,
    isLooking: times.isLooking,
    unsaved: new Set(
      commands.flatMap(({ state, task: { recall } }) => (state === 'uncertain' && 'id' in recall ? [recall.id] : [])),
    ),
  };
  const unread = due.unreadable;
  return (
    <StableList
      {...{ stable, focus, waitingText }}
      isLoading={!isShown && due.error === null}
      summary={
        <>
          <p aria-live="polite" className="font-medium tabular-nums">
            {isShown ? countText(toCall.length) : due.error === null ? texts.loading : ''}
          </p>
          {times.isLooking && toCall.length > 0 ? <p className="text-muted">{t`Looking for free times…`}</p> : null}
          {due.error === null || due.isLoading ? null : (
            <Failure onRetry={due.retry}>{t`The list of pets that are due couldn’t be updated.`}</Failure>
          )}
          {times.hasFailed ? (
            <Failure onRetry={times.retry}>
              {t`We don’t know which times are free because the calendar couldn’t be loaded.`}
            </Failure>
          ) : null}
          {unread > 0 ? <p className="text-warn">{unreadableRecordsText(unread)}</p> : null}
        </>
      }
    >
      {times.unreadable > 0 ? (
        <ListNotice>{t`Some appointments couldn’t be read, so a time shown as free may be taken.`}</ListNotice>
      ) : null}
      {due.isLoading && due.error !== null ? (
        <EmptyState title={t`The pets that are due couldn’t be loaded.`} error={due.error} onRetry={due.retry} />
      ) : !isShown ? (
        <RowsSkeleton />
      ) : stable.rows.length === 0 && putOff.length === 0 ? (
        <EmptyState title={t`No pet is due`}>
          <p>{t`A pet is listed here once its appointment is completed, if its visit type has a number of months under “Due again after” in Practice, Visit types.`}</p>
        </EmptyState>
      ) : (
        dueParts.map((part) => {
          const rows = stable.rows.filter(({ heading }) => heading === part).map(({ record }) => record);
          const remaining = due.remainingOf(part);
          if (rows.length === 0 && remaining === 0) return null;
          return (
            <section key={part} aria-label={partTexts[part]()}>
              <h2 className="sticky top-0 z-10 flex items-baseline gap-2 border-y border-line bg-ground px-3 py-1.5 text-sm font-semibold">
                {partTexts[part]()}
                <span className="text-xs font-normal text-muted">{countText(rows.filter(isToCall).length)}</span>
              </h2>
              <ul className="bg-surface">
                {rows.map((recall) => (
                  <DueRow
                    key={recall.id}
                    recall={recall}
                    isOpen={isToCall(recall)}
                    isCurrent={recall.id === focus.tabStop}
                    client={clients.get(recall.clientId ?? '')}
                    time={times.of(recall)}
                    booked={appointments.find(({ id }) => id === recall.appointmentId) ?? null}
                    context={context}
                  />
                ))}
              </ul>
              {remaining === 0 ? null : (
                <div className="border-t border-line p-2 text-center">
                  <Button compact aria-disabled={due.isLoadingMore(part)} onClick={() => due.loadMore(part)}>
                    {due.isLoadingMore(part) ? texts.loading : moreText(remaining)}
                  </Button>
                </div>
              )}
            </section>
          );
        })
      )}
      {isShown && putOff.length > 0 ? (
        <PostponedRecalls {...{ recalls: putOff, directory, today }} onWake={canChange ? callAgainNow : null} />
      ) : null}
    </StableList>
  );
}

const partTexts: Readonly<Record<DuePart, () => string>> = {
  overdue: () => t({ message: 'Overdue', comment: 'pets whose next visit was due before today' }),
  'this month': () => t({ message: 'This month', comment: 'pets whose next visit is due in this month' }),
  'next month': () => t({ message: 'Next month', comment: 'pets whose next visit is due in the next month' }),
};

const countText = (count: number) =>
  t({ message: plural(count, { one: '# due', other: '# due' }), comment: 'pets that are due for a visit' });

const waitingText = (count: number) =>
  t({
    message: plural(count, { one: '# more is due', other: '# more are due' }),
    comment: 'pets; became due while the pointer rests in the list',
  });

function moreText(count: number | null): string {
  if (count === null) return t`Show more`;
  const number = count.toLocaleString(shownLocale);
  return t({ message: `Show more (${number})`, comment: 'button: loads more of a list; how many are left' });
}
