import { plural, t } from '@lingui/core/macro';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { useChanges, useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { Button } from '#app/components/button.tsx';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { shortDateText } from '#app/text/time-text.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import type { TimeOwner } from '#scheduling/conflicting-appointments.ts';
import { type AbsentVet, createShareOut, findColleagues } from '#scheduling/share-out.ts';
import { compareByStart, recordedTime } from '#scheduling/visit.ts';
import { AwayRow, ColleagueName, NoColleagues } from './away-row.tsx';
import { notReassignedText, outcomeText } from './away-text.ts';
import type { IntervalAppointments } from './use-interval-appointments.ts';

interface AwayListProps {
  owner: TimeOwner;
  during: IntervalAppointments;
  /** The appointments that have to be dealt with. */
  listed: readonly ReceivedAppointment[];
  /** The text that is shown if there are no appointments; null if no text is shown. */
  nothing: string | null;
  onOpen: (id: string) => void;
}

/**
 * The appointments of a vet who is away, or of a blocked room or store, sorted by time. An appointment that was dealt with
 * stays in its place with its outcome, so that the next one does not move under the pointer.
 */
export function AwayList({ owner, during, listed, nothing, onOpen }: AwayListProps) {
  const changes = useChanges();
  const { directory } = during;
  const { pending } = useUnsavedChanges();
  const [seen, setSeen] = useState(listed);
  const added = listed.filter((one) => !seen.some(({ id }) => id === one.id));
  if (added.length > 0) setSeen([...seen, ...added].sort(compareByStart));
  const currentOf = useCurrentVersions(seen);
  const rows = seen.map((before) => {
    const now = currentOf(before.id);
    const isOpen = now !== null && during.isOpen(now);
    return { appointment: isOpen ? now : before, outcome: isOpen ? null : outcomeText(before, now, directory) };
  });
  const open = rows.flatMap(({ appointment, outcome }) => (outcome === null ? [appointment] : []));

  const { stores, employees, appointments, held, plan, loaded, now } = during;
  const canChangeRoom = changes.can.has('roomId');
  const absent: AbsentVet = {
    ...{
      vetId: owner.id,
      loadedDays: loaded,
      appointments,
      heldRequests: held,
      plan,
      stores,
      employees,
      canChangeRoom,
      now,
    },
  };
  const canReassign = owner.kind === 'person' && changes.can.has('employeeId');
  const isKnown = during.state === 'complete' && during.unreadable === 0;
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const list = useRef<HTMLDivElement>(null);

  function reassign(colleagues: readonly ReceivedEmployee[], textOf: ProgressText): void {
    const { reassigned, staying } = createShareOut(absent)(open, colleagues);
    const text = textOf(reassigned.length, open.length);
    if (reassigned.length > 0) changes.changeTogether(reassigned, text);
    else showNotice({ tone: 'warn', title: text, text: '' });
    const [first] = staying;
    if (first) list.current?.querySelector(`[data-row="${first.appointment.id}"]`)?.scrollIntoView({ block: 'center' });
    setReasons(
      new Map(staying.map(({ appointment, why }) => [appointment.id, notReassignedText(appointment, why, during)])),
    );
  }

  const done = rows.length - open.length;
  if (rows.length === 0) return nothing === null ? null : <p className="text-muted">{nothing}</p>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="grow font-medium">
          {countText(rows.length, done)}
        </p>
        <UndoAllButton ids={seen.map(({ id }) => id)} />
      </div>
      {canReassign ? <ShareOutButtons {...{ open, absent, isKnown }} onReassign={reassign} /> : null}
      <div ref={list} className="contents">
        {groupByDay(rows, during).map(({ day, rows: ofDay }) => (
          <section key={day} aria-label={day === '' ? undefined : day} className="flex flex-col gap-2">
            {day === '' ? null : <h3 className="text-sm font-semibold text-muted">{day}</h3>}
            <ul className="flex flex-col divide-y divide-line">
              {ofDay.map(({ appointment, outcome }) => (
                <AwayRow
                  key={appointment.id}
                  {...{ appointment, during, outcome, isKnown, onOpen }}
                  isUnsaved={pending.has(appointment.id)}
                  absent={canReassign ? absent : null}
                  reason={reasons.get(appointment.id) ?? ''}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function countText(count: number, done: number): string {
  const all = plural(count, { one: '# appointment', other: '# appointments' });
  if (done === 0) return all;
  return t({ message: `${all}, ${done} done`, comment: 'of a vet who is away: how many have been dealt with' });
}

/** Groups the rows by day. If there is only one day, its heading is empty. */
function groupByDay<Row extends { appointment: ReceivedAppointment }>(
  rows: readonly Row[],
  { directory }: IntervalAppointments,
): { day: string; rows: readonly Row[] }[] {
  const dateOf = ({ appointment }: Row) =>
    dateIn(zoneOfAppointment(appointment, directory), recordedTime(appointment).start);
  const dates = [...new Set(rows.map(dateOf))];
  return dates.map((date) => ({
    day: dates.length === 1 ? '' : shortDateText(date),
    rows: rows.filter((row) => dateOf(row) === date),
  }));
}

/** Returns a function that finds the current version of an appointment, even if the appointment was moved to another day. */
function useCurrentVersions(appointments: readonly ReceivedAppointment[]) {
  const { company } = useDesk();
  const ids = appointments.map(({ id }) => id);
  const saved = useAppointmentsById(company.id, ids);
  const { records } = useUnsavedChanges();
  const current = new Map([...saved, ...records].map((one) => [one.id, one]));
  return (id: string) => current.get(id) ?? null;
}

/** Describes what was done with `count` of the `open` appointments. */
type ProgressText = (count: number, open: number) => string;

interface ShareOutButtonsProps {
  /** The appointments that still have to be dealt with. */
  open: readonly ReceivedAppointment[];
  absent: AbsentVet;
  /** Whether the appointments and shifts that show which colleagues are free are completely loaded. */
  isKnown: boolean;
  onReassign: (colleagues: readonly ReceivedEmployee[], textOf: ProgressText) => void;
}

/** Buttons that reassign as many of the appointments as possible to all colleagues, or to one. */
function ShareOutButtons({ open, absent, isKnown, onReassign }: ShareOutButtonsProps) {
  const { sameRole, otherRoles } = findColleagues(open, absent);
  if (open.length === 0) return null;
  if (sameRole.length + otherRoles.length === 0)
    return (
      <p className="text-muted">{t`No other vet works at this store. Each appointment can be rescheduled or cancelled.`}</p>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {sameRole.length === 0 ? null : (
        <Button
          tone="primary"
          disabled={!isKnown}
          onClick={() => onReassign(sameRole, sharedOutText)}
        >{t`Share out among all who are free`}</Button>
      )}
      <Menu label={t`Reassign to…`} trigger={<Button disabled={!isKnown}>{t`Reassign to…`}</Button>}>
        <ColleagueChoices {...{ open, absent, onReassign }} />
      </Menu>
    </div>
  );
}

/** The menu items for the colleagues. Each says how many of the appointments the colleague can take. */
function ColleagueChoices({ open, absent, onReassign }: Omit<ShareOutButtonsProps, 'isKnown'>) {
  const count = open.length;
  const { sameRole, otherRoles } = findColleagues(open, absent);
  if (sameRole.length + otherRoles.length === 0) return <NoColleagues />;
  const shareOut = createShareOut(absent);
  return [...sameRole, ...otherRoles].map((colleague) => {
    const fitting = shareOut(open, [colleague]).reassigned.length;
    return (
      <MenuItem key={colleague.id} onChoose={() => onReassign([colleague], reassignedText(colleague))}>
        <span className="flex justify-between gap-6">
          <ColleagueName {...{ colleague }} isAlike={sameRole.includes(colleague)} />
          <span className="text-muted tabular-nums">
            {t({ message: `${fitting} of ${count}`, comment: 'how many of the appointments a colleague can take' })}
          </span>
        </span>
      </MenuItem>
    );
  });
}

function sharedOutText(count: number, open: number): string {
  if (count < open)
    return partlyDoneText(t({ message: `${count} of ${open} shared out`, comment: 'appointments' }), open - count);
  return t({
    message: plural(count, { one: '# appointment shared out', other: '# appointments shared out' }),
    comment: 'the appointments of a vet who is away, among the others',
  });
}

const reassignedText = (colleague: ReceivedEmployee) => (count: number, open: number) => {
  const to = isolateText(colleague.name);
  if (count < open)
    return partlyDoneText(
      t({ message: `${count} of ${open} reassigned to ${to}`, comment: 'appointments; to: a vet' }),
      open - count,
    );
  return t({
    message: plural(count, { one: `# appointment reassigned to ${to}`, other: `# appointments reassigned to ${to}` }),
    comment: 'to: a vet',
  });
};

function partlyDoneText(done: string, stillOpen: number): string {
  return t({
    message: plural(stillOpen, { one: `${done}; # still open`, other: `${done}; # still open` }),
    comment: 'done: “1 of 7 shared out”; then how many appointments still need someone',
  });
}

/** The button that undoes the changes that this tab has made to these appointments since they were listed. */
function UndoAllButton({ ids }: { ids: readonly string[] }) {
  const changes = useChanges();
  const [first] = useState(() => changes.state().undoable.at(-1)?.number ?? 0);
  const undoableNumbers = () =>
    changes
      .state()
      .undoable.filter(({ number, appointmentIds: [id, ...others] }) => {
        const isListed = id !== undefined && [id, ...others].every((one) => ids.includes(one));
        return number > first && isListed;
      })
      .map(({ number }) => number);
  const numbers = useSyncExternalStore(changes.subscribe, () => undoableNumbers().join());
  if (numbers === '') return null;
  return (
    <Button
      compact
      onClick={() => {
        for (const number of undoableNumbers().reverse()) changes.undo(number);
      }}
    >{t`Undo`}</Button>
  );
}
