import { plural, t } from '@lingui/core/macro';
import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { usePresence } from '#app/api/presence.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { ListSkeleton } from '#app/features/board/board-skeleton.tsx';
import type { DayViewProps } from '#app/features/board/board-views.ts';
import { ClearFilters, NoMatches } from '#app/features/board/notices/no-matches.tsx';
import { appointmentIdAt, titleWhenTruncated, useFocusVisit } from '#app/features/board/visit-elements.ts';
import { arrivalOf, clashNote, nextPatient, storeNamesOf, zonesOf } from '#app/features/board/visit-text.tsx';
import { isInDay } from '#app/scheduling/calendar-day.ts';
import { browserZone, clockText } from '#app/scheduling/time-text.ts';
import { viewLabels } from '#app/session/board-search.ts';
import { words } from '#app/text/shared-texts.ts';
import { type Agenda, type AgendaRow, agendaOf } from './agenda.ts';
import { AgendaVisit, COLUMNS, SHARED_COLUMNS } from './agenda-visit.tsx';
import { DayPlan } from './day-plan.tsx';

interface DayListProps extends DayViewProps {
  /** The first page of the day is still loading. */
  pending: boolean;
  /** Whether a calendar was chosen that has no room on this screen. */
  insteadOfCalendar: boolean;
}

/** The groups that the user collapsed or expanded on a day. */
interface OpenGroups {
  dayKey: string;
  stays?: boolean;
  earlier?: boolean;
}

/** In pixels, above the next patient: room for the line of the current time. */
const NOW_LINE_SPACE = 12;
const ROW_KEYS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

function onArrow(event: KeyboardEvent<HTMLElement>, onMove: (row: HTMLElement) => void) {
  const step = ROW_KEYS[event.key];
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
  if (!step || !row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-key]')];
  const next = rows[step(rows.indexOf(row), rows.length - 1)];
  if (!next) return;
  next.focus();
  onMove(next);
}

/** The day as an agenda by time, with the next patient on top. */
export function DayList(props: DayListProps) {
  const { board, directory, filteredOut, hide, selectedId, freshIds, unsavedIds, focus, pending, incomplete, onOpen } =
    props;
  const now = useMinute();
  const root = useRef<HTMLElement>(null);
  const [tabStop, setTabStop] = useState<string | null>(null);
  const dayKey = board.days.map(({ store, clock }) => `${store.id} ${clock.date}`).join(',');
  const [chosen, setChosen] = useState<OpenGroups>({ dayKey });
  const chosenToday: OpenGroups = chosen.dayKey === dayKey ? chosen : { dayKey };
  const choose = (change: Partial<OpenGroups>) => setChosen({ ...chosenToday, ...change });

  const items = useMemo(() => {
    // The outline of the rows is shown until they can be drawn.
    if (pending) return [];
    return hide ? board.items.filter((item) => !filteredOut.has(item.appointment.id)) : board.items;
  }, [pending, board.items, hide, filteredOut]);
  const agenda = useMemo(() => agendaOf({ items, days: board.days }, now), [items, board.days, now]);
  const columns = new Map(board.columns.map((column) => [column.id, column]));
  const today = board.days.some(({ clock }) => isInDay(clock, now));
  const narrowed = filteredOut.size > 0;

  const isWanted = ({ item: { appointment } }: AgendaRow) =>
    appointment.id === selectedId || appointment.id === focus?.id || (narrowed && !filteredOut.has(appointment.id));
  const open = {
    stays: chosenToday.stays ?? (!today || agenda.stays.some(isWanted)),
    earlier: chosenToday.earlier ?? (agenda.coming.length === 0 || agenda.earlier.some(isWanted)),
  };
  const seen = [...(open.earlier ? agenda.earlier : []), ...(open.stays ? agenda.stays : []), ...agenda.coming];
  const stop = seen.some(({ item }) => item.key === tabStop)
    ? tabStop
    : ((agenda.coming[0] ?? seen[0])?.item.key ?? null);

  useFocusVisit(root, focus, (id) => {
    const isIt = ({ item }: AgendaRow) => item.appointment.id === id;
    // A group that the user collapsed is opened for it.
    if (agenda.stays.some(isIt) && !open.stays) choose({ stays: true });
    else if (agenda.earlier.some(isIt) && !open.earlier) choose({ earlier: true });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is read from its beginning.
  useEffect(() => {
    // Newer browsers return a promise, which must not be taken for a clean-up function.
    void root.current?.scrollTo({ top: 0 });
  }, [dayKey]);

  // Today's list opens with the next patient on top where those who are here would push them far down.
  const openedAt = useRef<string | null>(null);
  useEffect(() => {
    const list = root.current;
    if (!list || pending || incomplete || openedAt.current === dayKey) return;
    openedAt.current = dayKey;
    if (!today || selectedId !== null || focus !== null || list.scrollTop > 0) return;
    const next = nextPatient(
      agenda.coming.map(({ item }) => item),
      now,
    );
    const row = next && list.querySelector(`[data-appointment="${next.id}"]`);
    const below = row ? row.getBoundingClientRect().top - list.getBoundingClientRect().top : 0;
    if (below > list.clientHeight / 2) list.scrollTop = below - NOW_LINE_SPACE;
  });

  const { changing } = usePresence();
  const id = useId();
  const { days } = board;
  const storeNames = storeNamesOf(days);
  const zones = zonesOf(days);
  const nowZone = zones.several ? browserZone : (days[0]?.zone ?? browserZone);

  const drawn = (rows: readonly AgendaRow[]) =>
    rows.map((row) => {
      const { appointment, key, columnId } = row.item;
      const arrival = arrivalOf(appointment, now, row.day.clock);
      return (
        <li key={key} className={SHARED_COLUMNS}>
          <AgendaVisit
            row={row}
            column={columns.get(columnId)}
            directory={directory}
            store={storeNames.get(row.day.store.id) ?? ''}
            zoneNamed={zones.several}
            arrival={arrival?.text ?? ''}
            unsaved={unsavedIds.has(appointment.id)}
            others={changing.get(appointment.id) ?? ''}
            clash={clashNote(board.clashes.get(appointment.id) ?? [], directory, row.day.zone)}
            late={(arrival?.kind ?? 'waiting') !== 'waiting'}
            faded={filteredOut.has(appointment.id)}
            selected={selectedId === appointment.id}
            fresh={freshIds.has(appointment.id)}
            reachable={stop === key}
          />
        </li>
      );
    });
  const begun = agenda.coming.filter(({ time }) => time.start <= now).length;
  const late = agenda.earlier.filter(
    (row) => arrivalOf(row.item.appointment, now, row.day.clock)?.kind === 'late',
  ).length;
  const collapsible = [
    {
      group: 'earlier',
      label: t({ message: 'Earlier', comment: 'visits earlier on this day' }),
      summary: earlierText(agenda.earlier.length, late),
    },
    {
      group: 'stays',
      label: t({ message: 'Stays', context: 'patients who stay overnight' }),
      summary: staysText(agenda.stays.length),
    },
  ] as const;

  return (
    <section
      ref={root}
      aria-label={viewLabels.list}
      className="@container min-h-0 min-w-0 grow overflow-y-auto bg-surface group-data-cramped/screen:overflow-visible"
      data-incomplete={incomplete || undefined}
      onPointerOver={titleWhenTruncated}
      onClick={(event) => {
        const id = appointmentIdAt(event.target);
        if (id !== null) onOpen(id);
      }}
      onFocus={(event) => {
        const key = event.target.dataset['key'];
        if (key !== undefined) setTabStop(key);
      }}
      onKeyDown={(event) =>
        onArrow(event, ({ dataset }) => {
          // Open details follow the arrow keys.
          if (selectedId !== null && dataset['appointment']) onOpen(dataset['appointment']);
        })
      }
    >
      {props.insteadOfCalendar ? (
        <Note>{t`There is no room for the calendar here, so this is the day as a list.`}</Note>
      ) : null}
      {zones.note === '' ? null : <Note>{zones.note}</Note>}
      {pending ? null : (
        <DayPlan key={dayKey} {...{ board, directory }} plan={props.plan} drawn={props.drawnPlan?.shown ?? null} />
      )}
      <div className="flex gap-x-4 border-b border-line bg-sunken px-3 empty:hidden">
        {collapsible.map(({ group, summary }) =>
          agenda[group].length > 0 ? (
            <CollapseButton
              key={group}
              of={`${id}${group}`}
              open={open[group]}
              onToggle={(on) => choose({ [group]: on })}
            >
              {summary}
            </CollapseButton>
          ) : null,
        )}
      </div>
      <div className={COLUMNS}>
        {collapsible.map(({ group, label }) => (
          <ol
            key={group}
            id={`${id}${group}`}
            aria-label={label}
            hidden={!open[group]}
            className={open[group] ? SHARED_COLUMNS : ''}
          >
            {open[group] ? drawn(agenda[group]) : null}
          </ol>
        ))}
        <ol aria-label={today ? t`Now and next` : t`Visits`} className={SHARED_COLUMNS}>
          {drawn(agenda.coming.slice(0, begun))}
          {today && agenda.coming.length > 0 ? <NowLine now={now} zone={nowZone} /> : null}
          {drawn(agenda.coming.slice(begun))}
        </ol>
      </div>
      <ListNotes {...props} agenda={agenda} today={today} />
    </section>
  );
}

function staysText(staying: number): string {
  return t`${plural(staying, { one: '# stay', other: '# stays' })}`;
}

function earlierText(earlier: number, late: number): string {
  if (late === 0) return t`${plural(earlier, { one: '# earlier', other: '# earlier' })}`;
  return t({
    message: `${plural(earlier, { one: '# earlier', other: '# earlier' })}, ${plural(late, { one: '# not checked in', other: '# not checked in' })}`,
    comment: 'visits earlier on this day, and how many of them whose patient did not come',
  });
}

function Note({ children }: { children: ReactNode }) {
  return <p className="border-b border-line px-3 py-1.5 text-xs text-muted">{children}</p>;
}

interface CollapseButtonProps {
  /** The id of the group that it controls. */
  of: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
}

/** A button that shows or hides a group of rows. */
function CollapseButton({ of, open, onToggle, children }: CollapseButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={of}
      onClick={() => onToggle(!open)}
      className="-ms-1.5 flex h-8 items-center gap-1 px-1 text-xs font-medium text-muted hover:text-ink"
    >
      <ChevronRight aria-hidden="true" size={14} className={open ? 'rotate-90' : 'rtl:-scale-x-100'} />
      {children}
    </button>
  );
}

/** The line of the current time between the rows; visits above it have begun. */
function NowLine({ now, zone }: { now: number; zone: string }) {
  return (
    <li aria-hidden="true" className="relative flex h-0 items-center justify-end @5xl:col-span-full">
      <span className="absolute inset-x-0 h-0.5 -translate-y-1/2 bg-danger" />
      <span className="relative me-2 rounded-full bg-danger px-1.5 text-[0.6875rem] leading-4 font-semibold text-surface tabular-nums">
        {clockText(zone, now)}
      </span>
    </li>
  );
}

interface ListNotesProps extends DayListProps {
  agenda: Agenda;
  today: boolean;
}

/** Notes below the rows: that there are none, that some are hidden, that not all are known. */
function ListNotes({
  board,
  agenda,
  filteredOut,
  hide,
  today,
  pending,
  incomplete,
  failed,
  canBook,
  onBook,
  onClearFilters,
}: ListNotesProps) {
  if (pending) return <ListSkeleton />;
  const shown = agenda.stays.length + agenda.earlier.length + agenda.coming.length;
  const unread = board.unresolvedIds.length;
  const hidden = hide ? filteredOut.size : 0;
  const lines = [
    failed
      ? t`Part of this day could not be loaded: there may be more visits than these.`
      : incomplete
        ? t`Still loading the rest of the day…`
        : '',
    unread > 0
      ? t`${plural(unread, {
          one: '# record of this day could not be read.',
          other: '# records of this day could not be read.',
        })}`
      : '',
    !incomplete && board.appointments.length === 0
      ? unread > 0
        ? t`Nothing else is booked.`
        : words.nothingBooked
      : '',
    !incomplete && today && agenda.earlier.length > 0 && agenda.coming.length === 0 && hidden === 0
      ? t`No more visits today.`
      : '',
  ].filter((line) => line !== '');
  return (
    <div className="px-3 py-3 text-sm text-muted empty:hidden">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {!incomplete && board.appointments.length === 0 && canBook ? (
        <Button className="mt-2" onClick={() => onBook({})}>
          {t`Book the first visit`}
        </Button>
      ) : null}
      {hidden > 0 ? (
        <p>
          {shown === 0 ? (
            <NoMatches onClear={onClearFilters} />
          ) : (
            <>
              {t`${plural(hidden, { one: '# more hidden by the filters', other: '# more hidden by the filters' })}`}
              {' · '}
              <ClearFilters onClear={onClearFilters} />
            </>
          )}
        </p>
      ) : null}
    </div>
  );
}
