import { plural, t } from '@lingui/core/macro';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { viewLabels } from '#app/addresses/board-search.ts';
import { useClientsOfPets } from '#app/api/clients.ts';
import { clientIdOf } from '#app/api/directory.ts';
import { useScreenSpace } from '#app/browser/screen-space.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { ScrollRow } from '#app/components/scroll-row.tsx';

import { addTitleIfTruncated, appointmentIdAt } from '#app/features/board/appointment-elements.ts';
import { type AppointmentView, useAppointmentViews } from '#app/features/board/appointment-view.ts';
import { type BoardFocus, useBoard } from '#app/features/board/board-context.ts';
import { ListSkeleton } from '#app/features/board/board-skeleton.tsx';
import {
  type BoardAppointment,
  findNextPatient,
  listLateVisits,
} from '#app/features/board/model/board-appointments.ts';
import { useNextStep } from '#app/features/board/next-step.ts';
import { EmptyDay } from '#app/features/board/notices/empty-day.tsx';
import { zoneLabel } from '#app/features/board/store-names.ts';
import { useStops } from '#app/features/board/use-stops.ts';
import { clockText } from '#app/text/time-text.ts';
import { includes } from '#contract/interval.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';
import { type Agenda, type AgendaRow, buildAgenda } from './agenda.ts';
import { DayListRow, LIST_COLUMNS, SHARED_COLUMNS } from './day-list-row.tsx';

/** The space in pixels above the row to which the list is scrolled, for the headings and the current-time line. */
const ABOVE_NEXT = 40;

/** The list view: the appointments of the day by time. Today's list opens at the next patient. */
export function DayList() {
  const { board } = useBoard();
  // Each day has its own key, so that the list of another day starts at the top.
  return <LoadedDayList key={board.days.map(({ store, clock }) => `${store.id} ${clock.date}`).join()} />;
}

function LoadedDayList() {
  const { board, choice, day, awaited, selectedId, focus, onOpen } = useBoard();
  const { isIncomplete } = day;
  const pending = day.pending || awaited;
  const now = useMinute();
  const root = useRef<HTMLElement>(null);
  const { items } = board;
  const sections = [...new Set(board.days.map(({ zone }) => zone))].map((zone) => {
    const days = board.days.filter((day) => day.zone === zone);
    return { zone, days, agenda: buildAgenda({ items, days }, now) };
  });
  const coming = sections.flatMap(({ agenda }) => agenda.coming);
  const other = sections.flatMap(({ agenda }) => [...agenda.earlier, ...agenda.stays]);
  const today = board.days.some(({ clock }) => includes(clock, now));
  const stops = useStops(
    root,
    [...coming, ...other].map(({ item }) => item.appointment.id),
  );

  // Scrolls today's list to the next patient when it opens, if patients who are here would push that row far down.
  const isOpened = useRef(false);
  useEffect(() => {
    const list = root.current;
    if (!list || pending || isIncomplete || isOpened.current) return;
    isOpened.current = true;
    if (!today || selectedId !== null || focus !== null || list.scrollTop > 0) return;
    const next = findNextPatient(
      coming.map(({ item }) => item),
      now,
    );
    const row = next && list.querySelector(`[data-appointment="${next.id}"]`);
    const below = row ? row.getBoundingClientRect().top - list.getBoundingClientRect().top : 0;
    if (below > list.clientHeight / 2) list.scrollTop = below - ABOVE_NEXT;
  });

  return (
    <section
      ref={root}
      aria-label={viewLabels.list}
      className="@container min-h-0 min-w-0 grow overflow-y-auto bg-surface group-data-cramped/screen:overflow-visible"
      data-incomplete={isIncomplete || undefined}
      onPointerOver={addTitleIfTruncated}
      onClick={(event) => {
        const id = appointmentIdAt(event.target);
        if (id !== null) onOpen(id);
      }}
      {...stops.handlers}
      onKeyDown={(event) => {
        const { dataset } = event.target as HTMLElement;
        if (event.key === 'Enter' && dataset['appointment']) onOpen(dataset['appointment']);
        else stops.handlers.onKeyDown(event);
      }}
    >
      {choice.calendarUnavailable ? (
        <p className="border-b border-line px-3 py-1.5 text-xs text-muted">
          {t`The screen is too small for the calendar, so the day is shown as a list.`}
        </p>
      ) : null}
      {pending ? (
        <ListSkeleton />
      ) : (
        <>
          {sections.map((section) => (
            <ListSection key={section.zone} {...section} now={now} tabStop={stops.tabStop} />
          ))}
          <ListNotes isOver={today && coming.length === 0} count={coming.length + other.length} />
        </>
      )}
    </section>
  );
}

interface ListSectionProps {
  zone: string;
  /** The days of the stores in this zone. */
  days: readonly StoreDay[];
  agenda: Agenda;
  now: number;
  tabStop: string | null;
}

type ListFold = 'earlier' | 'stays';

/** The appointments of stores that share a zone. */
function ListSection({ zone, days, agenda, now, tabStop }: ListSectionProps) {
  const { messageStates, filteredOut, focus, selectedId } = useBoard();
  const id = useId();
  const [chosen, setChosen] = useState<Partial<Record<ListFold, boolean>>>({});
  const toggleFold = (fold: ListFold, open: boolean) => setChosen({ ...chosen, [fold]: open });
  const factsOf = useAppointmentViews(now);
  const nextStepOf = useNextStep();
  const phoneOf = usePhonesOfLateClients([...agenda.coming, ...agenda.earlier], now);
  const today = days.some(({ clock }) => includes(clock, now));

  const hasFocusTarget = ({ item: { appointment } }: AgendaRow) =>
    appointment.id === selectedId || (filteredOut.size > 0 && !filteredOut.has(appointment.id));
  const open: Record<ListFold, boolean> = {
    earlier: chosen.earlier ?? (agenda.coming.length === 0 || agenda.earlier.some(hasFocusTarget)),
    stays: chosen.stays ?? (agenda.coming.length + agenda.earlier.length === 0 || agenda.stays.some(hasFocusTarget)),
  };

  // Opens the group of an appointment that is to be focused, once for each `focus` object.
  const [lastFocus, setLastFocus] = useState<BoardFocus | null>(null);
  const foldOfFocus = (['earlier', 'stays'] as const).find((fold) =>
    agenda[fold].some(({ item }) => item.appointment.id === focus?.id),
  );
  if (foldOfFocus !== undefined && focus !== lastFocus) {
    setLastFocus(focus);
    toggleFold(foldOfFocus, true);
  }

  const late = listLateVisits(agenda.earlier, now).length;
  const folds = [
    { fold: 'earlier', text: agenda.earlier.length === 0 ? '' : earlierText(agenda.earlier.length, late) },
    { fold: 'stays', text: agenda.stays.length === 0 ? '' : staysText(agenda.stays.length) },
  ] as const;
  const count = agenda.coming.length + agenda.earlier.length + agenda.stays.length;
  const isBarEmpty = count === 0 && zoneLabel(zone) === '' && folds.every(({ text }) => text === '');
  const startedCount = agenda.coming.filter(({ time }) => time.start <= now).length;
  const renderRows = (list: readonly AgendaRow[]) =>
    list.map((row) => {
      const facts: AppointmentView = factsOf(row);
      return (
        <DayListRow
          key={facts.id}
          facts={facts}
          isTabStop={facts.id === tabStop}
          step={nextStepOf(row)}
          phone={phoneOf(row)}
        />
      );
    });

  return (
    <div>
      {isBarEmpty ? null : (
        <div className="flex min-h-8 items-center gap-x-4 border-b border-line bg-sunken px-3 text-xs font-medium text-muted pointer-coarse:min-h-11">
          {zoneLabel(zone) === '' ? null : <h2 className="shrink-0 text-ink">{zoneLabel(zone)}</h2>}
          <ScrollRow contentClass="gap-x-4 ps-1.5">
            {folds.map(({ fold, text }) =>
              text === '' ? null : (
                <FoldButton
                  key={fold}
                  controls={`${id}${fold}`}
                  open={open[fold]}
                  onToggle={(on) => toggleFold(fold, on)}
                >
                  {text}
                </FoldButton>
              ),
            )}
          </ScrollRow>
          {count === 0 ? null : (
            // On a phone the number is shown only if the line would otherwise be empty. Wherever it is shown, the
            // folds' texts do not take its space.
            <span
              className={`ms-auto shrink-0 font-normal ${folds.every(({ text }) => text === '') ? '' : 'hidden @[40rem]:inline'}`}
            >
              {t`${plural(count, { one: '# appointment', other: '# appointments' })}`}
            </span>
          )}
        </div>
      )}
      {count === 0 ? null : (
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are focused and opened, so it is a grid.
          role="grid"
          aria-label={zoneLabel(zone) || viewLabels.list}
          // Reserves space for the icons of messages, which are drawn later.
          data-messages={messageStates === null ? undefined : true}
          className={`block w-full ${LIST_COLUMNS}`}
        >
          <ListHeader />
          {open.earlier && agenda.earlier.length > 0 ? (
            <RowGroup
              id={`${id}earlier`}
              label={t({ message: 'Earlier', comment: 'appointments earlier on this day' })}
            >
              {renderRows(agenda.earlier)}
            </RowGroup>
          ) : null}
          {open.stays && agenda.stays.length > 0 ? (
            <RowGroup id={`${id}stays`} label={t({ message: 'Stays', context: 'patients who stay overnight' })}>
              {renderRows(agenda.stays)}
            </RowGroup>
          ) : null}
          <RowGroup label={today ? t`Now and next` : t`Appointments`}>
            {renderRows(agenda.coming.slice(0, startedCount))}
            {today && agenda.coming.length > 0 ? <CurrentTimeLine now={now} zone={zone} /> : null}
            {renderRows(agenda.coming.slice(startedCount))}
          </RowGroup>
        </table>
      )}
    </div>
  );
}

/** On a phone, loads the phone numbers of clients who are late, and returns a function that looks them up. */
function usePhonesOfLateClients(visits: readonly BoardAppointment[], now: number): (visit: BoardAppointment) => string {
  const { directory } = useBoard();
  const isPhone = useScreenSpace() !== 'roomy';
  const late = isPhone ? listLateVisits(visits, now).map(({ visit }) => visit) : [];
  const clientOf = ({ item }: BoardAppointment) => clientIdOf(item.appointment, directory);
  const clients = useClientsOfPets(
    directory.company.id,
    late.map((visit) => ({ clientId: clientOf(visit) })),
  );
  const lateIds = new Set(late.map(({ item }) => item.appointment.id));
  return (visit) => (lateIds.has(visit.item.appointment.id) ? (clients.get(clientOf(visit) ?? '')?.phone ?? '') : '');
}

/** The column headings, shown where there is room for columns. */
function ListHeader() {
  const headings = [
    t`Time`,
    t`Pet`,
    t`Client`,
    t`Type`,
    t`Vet`,
    t`Room`,
    t`Status`,
    t({ message: 'Attention', comment: 'heads the column of who is late, waits or is seen for longer than planned' }),
    t({ message: 'Next step', comment: 'heads the column of buttons such as “Check in”' }),
  ];
  return (
    <thead className={`sticky top-0 z-10 hidden border-b border-line bg-surface text-xs text-muted ${SHARED_COLUMNS}`}>
      <tr className={`px-3 py-1 ${SHARED_COLUMNS}`}>
        {headings.map((heading) => (
          <th key={heading} scope="col" className="min-w-0 truncate font-medium nth-9:hidden @4xl:nth-9:block">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function RowGroup({ id, label, children }: { id?: string; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: displayed as a block or a grid, it has no role of its own in some browsers.
    <tbody id={id} role="rowgroup" aria-label={label} className={`block ${SHARED_COLUMNS}`}>
      {children}
    </tbody>
  );
}

function staysText(staying: number): string {
  return t`${plural(staying, { one: '# stay', other: '# stays' })}`;
}

function earlierText(earlier: number, late: number): string {
  if (late === 0) return t`${plural(earlier, { one: '# earlier', other: '# earlier' })}`;
  return t({
    message: `${plural(earlier, { one: '# earlier', other: '# earlier' })}, ${plural(late, { one: '# not checked in', other: '# not checked in' })}`,
    comment: 'appointments earlier on this day, and how many of them whose patient did not come',
  });
}

interface FoldButtonProps {
  /** The id of the element that the button shows and hides. */
  controls: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
}

/** A button that shows or hides a part of the list. */
function FoldButton({ controls, open, onToggle, children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      onClick={() => onToggle(!open)}
      className="-ms-1.5 flex h-8 items-center pointer-coarse:h-11 gap-1 px-1 hover:text-ink"
    >
      <ChevronRight aria-hidden="true" size={14} className={open ? 'rotate-90' : 'rtl:-scale-x-100'} />
      {children}
    </button>
  );
}

/** The current time as a line between rows. The appointments above the line have started. */
function CurrentTimeLine({ now, zone }: { now: number; zone: string }) {
  return (
    <tr className="relative flex h-4 items-center justify-end before:absolute before:inset-x-0 before:h-0.5 before:bg-danger @[40rem]:col-span-full">
      <th
        scope="row"
        className="relative me-2 rounded-full bg-danger px-1.5 text-[0.6875rem] leading-4 font-semibold text-surface tabular-nums"
      >
        <span className="sr-only">{t({ message: 'Now', comment: 'followed by a time of day' })} </span>
        {clockText(zone, now)}
      </th>
    </tr>
  );
}

interface ListNotesProps {
  /** Whether the list is today's and no appointment is still to come. */
  isOver: boolean;
  /** The number of appointments in the list. */
  count: number;
}

/** Notes below the rows: why there are none, that some are not loaded, or that none follow today. */
function ListNotes({ isOver, count }: ListNotesProps) {
  const { day } = useBoard();
  const { isIncomplete } = day;
  if (count === 0 && !isIncomplete) return <EmptyDay />;
  return (
    <div className="flex flex-col gap-1 px-3 py-3 text-sm text-muted empty:hidden">
      {isIncomplete ? (
        <p>
          {day.problem !== null
            ? t`Part of this day couldn’t be loaded, so there may be more appointments.`
            : t`Still loading the rest of the day…`}
        </p>
      ) : null}
      {!isIncomplete && isOver ? <p>{t`No more appointments today.`}</p> : null}
    </div>
  );
}
