import { plural, t } from '@lingui/core/macro';
import { ChevronRight, NotebookText } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Directory } from '#app/api/directory.ts';
import { useNowEvery } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { runsFromLeft } from '#app/language/line-direction.ts';
import { isInDay } from '#app/scheduling/calendar-day.ts';
import { browserZone, clockText } from '#app/scheduling/time-text.ts';
import { recedes } from '#app/scheduling/visit.ts';
import { words } from '#app/text/words.ts';
import { type Agenda, type AgendaRow, agendaOf } from './agenda.ts';
import { nextPatient } from './board-changes.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardModel } from './board-model.ts';
import type { BookingPlace } from './board-screen.tsx';
import { viewLabels } from './board-views.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { ClearFilters, NoMatches } from './no-matches.tsx';
import { StatusIcon } from './status-look.tsx';
import { useFocusVisit } from './use-focus-visit.ts';
import {
  arrivalOf,
  clockOwner,
  cutAtOwnEnds,
  notesOf,
  staffNames,
  storeNamesOf,
  Texts,
  Times,
  zonesOf,
} from './visit-text.tsx';

interface DayListProps {
  board: BoardModel;
  directory: Directory;
  /** Ids of the appointments that the filters leave out. */
  leftOut: ReadonlySet<string>;
  hide: boolean;
  selectedId: string | null;
  freshIds: ReadonlySet<string>;
  /** Notes on appointments whose changes are not saved yet, by id. */
  unsaved: ReadonlyMap<string, string>;
  /** The appointment to focus; each new object focuses once. */
  focus: { id: string } | null;
  /** The first page of the day is still loading. */
  pending: boolean;
  /** Whether some of the day is still loading, or could not be loaded. */
  incomplete: boolean;
  /** Some of it could not be loaded. */
  failed: boolean;
  canBook: boolean;
  /** Whether a calendar was chosen that has no room on this screen. */
  insteadOfCalendar: boolean;
  onOpen: (appointmentId: string) => void;
  onBook: (place: BookingPlace) => void;
  onClear: () => void;
}

/** The groups that the user folded or unfolded on a day. */
interface Folds {
  dayKey: string;
  stays?: boolean;
  earlier?: boolean;
}

const MINUTE = 60_000;
/** In pixels, above the next patient: room for the line of the current time. */
const NOW_LINE_SPACE = 12;
const ROW_KEYS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * The columns of a wide list: time, status, who, visit type, vet, room, notes, arrival. All rows share them, so that
 * times, status and arrival take the width that their words have in this language and font, and the others the rest.
 */
const COLUMNS =
  '@5xl:grid @5xl:grid-cols-[minmax(8rem,min-content)_fit-content(12rem)_minmax(0,7fr)_minmax(0,4fr)_minmax(0,5fr)_minmax(0,4fr)_minmax(0,6fr)_minmax(7.5rem,max-content)] @5xl:gap-x-3';
const SHARED_COLUMNS = '@5xl:col-span-full @5xl:grid @5xl:grid-cols-subgrid';

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
  const { board, directory, leftOut, hide, selectedId, freshIds, focus, pending, incomplete, onOpen } = props;
  const now = useNowEvery(MINUTE);
  const root = useRef<HTMLElement>(null);
  const [tabStop, setTabStop] = useState<string | null>(null);
  const dayKey = board.days.map(({ store, clock }) => `${store.id} ${clock.date}`).join(',');
  const [handFolds, setHandFolds] = useState<Folds>({ dayKey });
  const folds: Folds = handFolds.dayKey === dayKey ? handFolds : { dayKey };
  const fold = (change: Partial<Folds>) => setHandFolds({ ...folds, ...change });

  const items = useMemo(() => {
    // The outline of the rows is shown until they can be drawn.
    if (pending) return [];
    return hide ? board.items.filter((item) => !leftOut.has(item.appointment.id)) : board.items;
  }, [pending, board.items, hide, leftOut]);
  const agenda = useMemo(() => agendaOf({ items, days: board.days }, now), [items, board.days, now]);
  const columns = useMemo(() => new Map(board.columns.map((column) => [column.id, column])), [board.columns]);
  const today = board.days.some(({ clock }) => isInDay(clock, now));
  const narrowed = leftOut.size > 0;

  const isWanted = ({ item: { appointment } }: AgendaRow) =>
    appointment.id === selectedId || appointment.id === focus?.id || (narrowed && !leftOut.has(appointment.id));
  const open = {
    stays: folds.stays ?? (!today || agenda.stays.some(isWanted)),
    earlier: folds.earlier ?? (agenda.coming.length === 0 || agenda.earlier.some(isWanted)),
  };
  const seen = [...(open.earlier ? agenda.earlier : []), ...(open.stays ? agenda.stays : []), ...agenda.coming];
  const stop = seen.some(({ item }) => item.key === tabStop)
    ? tabStop
    : ((agenda.coming[0] ?? seen[0])?.item.key ?? null);

  useFocusVisit(root, focus, (id) => {
    const isIt = ({ item }: AgendaRow) => item.appointment.id === id;
    // A group that the user folded is opened for it.
    if (agenda.stays.some(isIt) && !open.stays) fold({ stays: true });
    else if (agenda.earlier.some(isIt) && !open.earlier) fold({ earlier: true });
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
    if (!list || incomplete || openedAt.current === dayKey) return;
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

  const id = useId();
  const groupIds = { earlier: `${id}earlier`, stays: `${id}stays` };
  const { days } = board;
  const storeNames = useMemo(() => storeNamesOf(days), [days]);
  const zones = zonesOf(days);
  const nowZone = zones.several ? browserZone : (days[0]?.zone ?? browserZone);

  const drawn = (rows: readonly AgendaRow[]) =>
    rows.map((row) => {
      const { appointment, key, columnId } = row.item;
      const arrival = arrivalOf(appointment, now, row.day.clock);
      return (
        <li key={key} className={SHARED_COLUMNS}>
          <Row
            row={row}
            column={columns.get(columnId)}
            directory={directory}
            store={storeNames.get(row.day.store.id) ?? ''}
            zoneNamed={zones.several}
            arrival={props.unsaved.get(appointment.id) ?? arrival?.text ?? ''}
            late={arrival?.kind === 'late' || props.unsaved.has(appointment.id)}
            faded={leftOut.has(appointment.id)}
            selected={selectedId === appointment.id}
            fresh={freshIds.has(appointment.id)}
            reachable={stop === key}
          />
        </li>
      );
    });
  const staying = agenda.stays.length;
  const begun = agenda.coming.filter(({ time }) => time.start <= now).length;
  const late = agenda.earlier.filter(
    (row) => arrivalOf(row.item.appointment, now, row.day.clock)?.kind === 'late',
  ).length;

  return (
    <section
      ref={root}
      aria-label={viewLabels.list}
      className="@container min-h-0 min-w-0 grow overflow-y-auto bg-surface group-data-cramped/screen:overflow-visible"
      data-incomplete={incomplete || undefined}
      onClick={(event) => {
        const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-appointment]') : null;
        if (row?.dataset['appointment']) onOpen(row.dataset['appointment']);
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
      <div className="flex gap-x-4 border-b border-line bg-sunken px-3 empty:hidden">
        {agenda.earlier.length > 0 ? (
          <FoldButton of={groupIds.earlier} open={open.earlier} onToggle={(earlier) => fold({ earlier })}>
            {earlierText(agenda.earlier.length, late)}
          </FoldButton>
        ) : null}
        {agenda.stays.length > 0 ? (
          <FoldButton of={groupIds.stays} open={open.stays} onToggle={(stays) => fold({ stays })}>
            {t`${plural(staying, { one: '# stay', other: '# stays' })}`}
          </FoldButton>
        ) : null}
      </div>
      <div className={COLUMNS}>
        <ol
          id={groupIds.earlier}
          aria-label={t({ message: 'Earlier', comment: 'visits earlier on this day' })}
          hidden={!open.earlier}
          className={open.earlier ? SHARED_COLUMNS : ''}
        >
          {open.earlier ? drawn(agenda.earlier) : null}
        </ol>
        <ol
          id={groupIds.stays}
          aria-label={t({ message: 'Stays', context: 'patients who stay overnight' })}
          hidden={!open.stays}
          className={open.stays ? SHARED_COLUMNS : ''}
        >
          {open.stays ? drawn(agenda.stays) : null}
        </ol>
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

interface FoldButtonProps {
  /** The id of the group that it controls. */
  of: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
}

/** A button that shows or hides a group of rows. */
function FoldButton({ of, open, onToggle, children }: FoldButtonProps) {
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

interface RowProps {
  row: AgendaRow;
  /** The column of its room. */
  column: BoardColumn | undefined;
  directory: Directory;
  /** The name of its store where there are several. */
  store: string;
  /** Whether its time zone is named. */
  zoneNamed: boolean;
  arrival: string;
  late: boolean;
  faded: boolean;
  selected: boolean;
  fresh: boolean;
  reachable: boolean;
}

/** A middle dot before each but the first in one line; a column of the grid where there is room. */
const CELL =
  "contents not-first:before:content-['_·_'] empty:hidden @5xl:block @5xl:truncate @5xl:before:content-none!";
/** Latin text on a page from right to left: truncated at its end, not at its beginning. */
const FROM_LEFT = '@5xl:text-right @5xl:[direction:ltr]';

/** A cell of the grid with text from users. */
function Cell({ of, order }: { of: readonly string[]; order: string }) {
  return (
    <span className={`${CELL} ${order} ${runsFromLeft(of.join('')) ? FROM_LEFT : ''}`}>
      <Texts of={of} />
    </span>
  );
}

const Row = memo(function Row(props: RowProps) {
  const { row, column, directory, store, zoneNamed, arrival, late, faded, selected, fresh, reachable } = props;
  const { item, day } = row;
  const { appointment, look } = item;
  const notes = notesOf(appointment);
  const staff = staffNames(appointment, directory);
  const receding = recedes(appointment);
  const quiet = faded || receding;
  const withinDay = !item.continuesBefore && !item.continuesAfter && item.oddEnd === null;
  return (
    <button
      type="button"
      data-key={item.key}
      data-appointment={appointment.id}
      data-faded={faded || undefined}
      data-fresh={fresh || undefined}
      data-receding={receding || undefined}
      aria-current={selected || undefined}
      tabIndex={reachable ? 0 : -1}
      className={`block w-full border-b border-line px-3 py-1.5 text-start hover:bg-accent-soft focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft data-fresh:ring-2 data-fresh:ring-accent data-fresh:ring-inset @5xl:items-center ${SHARED_COLUMNS} ${quiet ? 'text-muted' : ''}`}
    >
      <span className="flex flex-wrap items-center gap-x-2 @5xl:contents">
        <span>
          <span className={`tabular-nums ${quiet ? '' : 'font-semibold'} ${withinDay ? '@5xl:whitespace-nowrap' : ''}`}>
            <Times of={row} />
          </span>
          {zoneNamed ? (
            <>
              {' '}
              <span className="text-xs text-muted empty:hidden @5xl:block">{clockOwner(day.zone)}</span>
            </>
          ) : null}
        </span>
        <span className="flex min-w-0">
          <span
            className={`${faded ? 'border-line' : look.tint} flex min-w-0 items-center gap-1 rounded-full border px-2 text-xs leading-5`}
          >
            <StatusIcon status={look.value} />
            <bdi className="truncate">{look.label}</bdi>
          </span>
        </span>
        {arrival === '' ? null : (
          <span
            className={`ms-auto text-xs font-semibold whitespace-nowrap tabular-nums @5xl:order-last @5xl:ms-0 @5xl:text-end ${faded ? '' : late ? 'text-danger' : 'text-ink'}`}
          >
            {arrival}
          </span>
        )}
      </span>
      <span className="flex items-center gap-2">
        <span
          className={`min-w-0 grow truncate ${runsFromLeft(item.heading) ? 'text-right [direction:ltr]' : ''} ${receding ? 'line-through' : ''}`}
        >
          <bdi className={quiet ? '' : 'font-semibold'}>{item.heading}</bdi> <bdi className="ms-1">{item.client}</bdi>
        </span>
        {notes.length > 0 ? (
          <span className="shrink-0 text-muted @5xl:hidden">
            <NotebookText aria-hidden="true" size={14} />
            <span className="sr-only">{t`has notes`}</span>
          </span>
        ) : null}
      </span>
      <span className={`text-xs text-muted @5xl:contents ${cutAtOwnEnds}`}>
        <Cell of={[column?.title ?? '', store]} order="@5xl:order-3" />
        <Cell of={staff.length > 0 ? staff : [words.unassigned]} order="@5xl:order-2" />
        <Cell of={[appointment.visitTypeName ?? '']} order="@5xl:order-1 [&>bdi]:shrink-[9999]" />
        <Cell of={notes} order="hidden @5xl:order-4" />
      </span>
    </button>
  );
});

interface ListNotesProps extends DayListProps {
  agenda: Agenda;
  today: boolean;
}

/** Notes below the rows: that there are none, that some are hidden, that not all are known. */
function ListNotes({
  board,
  agenda,
  leftOut,
  hide,
  today,
  pending,
  incomplete,
  failed,
  canBook,
  onBook,
  onClear,
}: ListNotesProps) {
  if (pending) return <ListSkeleton />;
  const shown = agenda.stays.length + agenda.earlier.length + agenda.coming.length;
  const unread = board.unresolvedIds.length;
  const hidden = hide ? leftOut.size : 0;
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
            <NoMatches onClear={onClear} />
          ) : (
            <>
              {t`${plural(hidden, { one: '# more hidden by the filters', other: '# more hidden by the filters' })}`}
              {' · '}
              <ClearFilters onClear={onClear} />
            </>
          )}
        </p>
      ) : null}
    </div>
  );
}
