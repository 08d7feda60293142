import { t } from '@lingui/core/macro';
import { NotebookText } from 'lucide-react';
import { memo } from 'react';
import { type Directory, staffOf } from '#app/api/directory.ts';
import { PresenceSign } from '#app/components/presence.tsx';
import { Texts } from '#app/components/texts.tsx';
import { UnsavedSign } from '#app/components/unsaved-sign.tsx';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import { ClashSign, StatusIcon } from '#app/features/board/status-icon.tsx';
import { clockOwner, cutAtOwnEnds, notesOf, Times } from '#app/features/board/visit-text.tsx';
import { runsFromLeft } from '#app/language/line-direction.ts';
import { isDimmed } from '#app/scheduling/visit.ts';
import { words } from '#app/text/shared-texts.ts';
import type { AgendaRow } from './agenda.ts';

/**
 * The columns of a wide list: time, status, arrival, who, visit type, vet, room, notes. All rows share them, so that each takes
 * the width that its words have in this language and font, as far as there is room; the notes take the rest.
 */
export const COLUMNS =
  '@5xl:grid @5xl:grid-cols-[minmax(8rem,min-content)_fit-content(12rem)_minmax(6.5rem,max-content)_fit-content(17rem)_fit-content(13rem)_fit-content(16rem)_fit-content(12rem)_minmax(8rem,1fr)] @5xl:gap-x-3';
export const SHARED_COLUMNS = '@5xl:col-span-full @5xl:grid @5xl:grid-cols-subgrid';

interface AgendaVisitProps {
  row: AgendaRow;
  /** The column of its room. */
  column: BoardColumn | undefined;
  directory: Directory;
  /** The name of its store where there are several. */
  store: string;
  /** Whether its time zone is named. */
  zoneNamed: boolean;
  arrival: string;
  /** Whether a change of it is not saved yet. */
  unsaved: boolean;
  /** What is told of colleagues who are changing it; empty for nobody. */
  others: string;
  /** Names what it clashes with; empty where it clashes with nothing. */
  clash: string;
  late: boolean;
  faded: boolean;
  selected: boolean;
  fresh: boolean;
  reachable: boolean;
}

/** A middle dot before each but the first in one line; a column of the grid where there is room. */
const CELL =
  "contents not-first:before:content-['_·_'] empty:hidden @5xl:row-start-1 @5xl:block @5xl:truncate @5xl:before:content-none!";
/** Latin text on a page from right to left: truncated at its end, not at its beginning. */
const FROM_LEFT = '@5xl:text-right @5xl:[direction:ltr]';

/** A cell of the grid with text from users. */
function Cell({ of, place }: { of: readonly string[]; place: string }) {
  return (
    <span className={`${CELL} ${place} ${runsFromLeft(of.join('')) ? FROM_LEFT : ''}`}>
      <Texts of={of} />
    </span>
  );
}

/** A visit of the list: in one column, or in the columns of a wide list. */
export const AgendaVisit = memo(function AgendaVisit(props: AgendaVisitProps) {
  const { row, column, directory, store, zoneNamed, arrival, unsaved, others, clash, late, faded } = props;
  const { selected, fresh, reachable } = props;
  const { item, day } = row;
  const { appointment, display } = item;
  const notes = notesOf(appointment);
  const staff = staffOf(appointment, directory).map(({ name }) => name);
  const dimmed = isDimmed(appointment);
  const quiet = faded || dimmed;
  const withinDay = !item.continuesBefore && !item.continuesAfter && item.oddEnd === null;
  return (
    <button
      type="button"
      data-key={item.key}
      data-appointment={appointment.id}
      data-faded={faded || undefined}
      data-fresh={fresh || undefined}
      data-dimmed={dimmed || undefined}
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
            className={`${faded ? 'border-line' : display.tint} flex min-w-0 items-center gap-1 rounded-full border px-2 text-xs leading-5`}
          >
            <StatusIcon status={display.value} />
            <bdi className="truncate">{display.label}</bdi>
          </span>
        </span>
        {arrival === '' ? null : (
          <span
            className={`ms-auto text-xs font-semibold whitespace-nowrap tabular-nums @5xl:col-start-3 @5xl:row-start-1 @5xl:ms-0 ${faded ? '' : late ? 'text-danger' : 'text-ink'}`}
          >
            {arrival}
          </span>
        )}
      </span>
      <span className="relative flex min-w-0 items-center gap-2 @5xl:col-start-4 @5xl:row-start-1">
        <span
          className={`min-w-0 grow truncate ${runsFromLeft(item.heading) ? 'text-right [direction:ltr]' : ''} ${dimmed ? 'line-through' : ''}`}
        >
          <bdi className={quiet ? '' : 'font-semibold'}>{item.heading}</bdi>
          {item.client === '' ? null : (
            <>
              {' '}
              <bdi className="ms-1">{item.client}</bdi>
            </>
          )}
        </span>
        <ClashSign text={clash} />
        {unsaved ? <UnsavedSign /> : null}
        {/* In a wide list it stands between two columns, since one may take the width of what is in it. */}
        <PresenceSign text={others} className="shrink-0 @5xl:absolute @5xl:-start-3.5" />
        {notes.length > 0 ? (
          <span className="shrink-0 text-muted @5xl:hidden">
            <NotebookText aria-hidden="true" size={14} />
            <span className="sr-only">{t`has notes`}</span>
          </span>
        ) : null}
      </span>
      <span className={`text-xs text-muted @5xl:contents ${cutAtOwnEnds}`}>
        <Cell of={[column?.title ?? '', store]} place="@5xl:col-start-7" />
        <Cell of={staff.length > 0 ? staff : [words.unassigned]} place="@5xl:col-start-6" />
        <Cell of={[appointment.visitTypeName ?? '']} place="@5xl:col-start-5 [&>bdi]:shrink-[9999]" />
        <Cell of={notes} place="hidden @5xl:col-start-8" />
      </span>
    </button>
  );
});
