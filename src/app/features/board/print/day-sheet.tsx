import '#app/components/printed-sheet.css';
import './day-sheet.css';
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { loadedClients } from '#app/api/clients.ts';
import { clientIdOf, type Directory, roomNameOf, staffName, staffOf } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { Texts } from '#app/components/texts.tsx';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { notesOf, Times, timesOf, type Visit } from '#app/features/board/visit-text.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { translated } from '#app/language/translated.ts';
import { browserZone, clockText, dateText } from '#app/scheduling/time-text.ts';
import { type BoardFilters, type NowFilter, UNASSIGNED } from '#app/session/board-search.ts';
import { listText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

export interface DaySheetProps {
  board: BoardModel;
  directory: Directory;
  filteredOut: ReadonlySet<string>;
  filters: BoardFilters;
  statuses: EnumDisplays;
  categories: EnumDisplays;
  /** What the plan says of each column, in words; null where there is no plan, or it is not known. */
  planNotes: ReadonlyMap<string, string> | null;
  /** Whether some of the day is still loading, or could not be loaded. */
  incomplete: boolean;
}

/** The filters in words, one text for each kind. */
export function filterTexts(
  filters: BoardFilters,
  { statuses, categories, directory }: Pick<DaySheetProps, 'statuses' | 'categories' | 'directory'>,
): string[] {
  const vetName = (id: string) => (id === UNASSIGNED ? words.unassigned : staffName(id, directory));
  const chosenStatuses = listText(filters.statuses.map((value) => statuses.of(value).label));
  const vets = listText(filters.vets.map(vetName));
  const chosenCategories = listText(filters.types.map((value) => categories.of(value).label));
  const searched = filters.text.trim();
  return [
    chosenStatuses === '' ? '' : t`Status: ${chosenStatuses}`,
    vets === '' ? '' : t`Vet: ${vets}`,
    chosenCategories === '' ? '' : t`Category: ${chosenCategories}`,
    filters.now === null ? '' : nowLabels[filters.now],
    searched === '' ? '' : t`Search: “${searched}”`,
  ].filter((text) => text !== '');
}

const nowLabels: Readonly<Record<NowFilter, string>> = translated({
  late: () => t({ message: 'Late', comment: 'printed: the day shows who is late alone' }),
  waiting: () => t({ message: 'Waiting', comment: 'printed: the day shows who waits alone' }),
  over: () =>
    t({ message: 'Running over', comment: 'printed: the day shows the visits alone that take longer than planned' }),
});

/** The visits of a column, by time. */
function visitsIn({ id, date }: BoardColumn, board: BoardModel): Visit[] {
  return board.items
    .filter(({ columnId }) => columnId === id)
    .flatMap((item) => {
      const storeId = item.appointment.storeId ?? '';
      const day = board.days.find(({ store, clock }) => store.id === storeId && clock.date === date);
      return day ? [{ item, day }] : [];
    })
    .sort((one, other) => one.item.fromMinute - other.item.fromMinute || (one.item.key < other.item.key ? -1 : 1));
}

function sheetHeadings(): string[] {
  return [t`Time`, t`Pet`, t`Client`, t`Phone`, t`Type`, t`Vet`, t`Room`, t`Status`, t`Notes`];
}

/** Joins several times by semicolons, since commas may be part of them. */
function timesText(times: readonly string[]): string {
  return times.reduce((before, next) =>
    t({
      message: `${before}; ${next}`,
      comment: 'Times in a list, such as “Fri 10 Apr, 9:30 – 10:00; 11:00 – 11:30”.',
    }),
  );
}

/** Says that appointments which are filtered out still take time. */
function filteredOutText(others: readonly Visit[]): string {
  const count = others.length;
  const times = timesText(others.map(timesOf));
  return t`${plural(count, {
    one: `# more booked, left out by the filters: ${times}`,
    other: `# more booked, left out by the filters: ${times}`,
  })}`;
}

/** The printed day: one table for each column of the board, black on white. */
export function DaySheet(props: DaySheetProps) {
  const { board, filteredOut, directory, filters, statuses, categories, incomplete } = props;
  const clients = loadedClients(useQueryClient(), useApi(), directory.company.id);
  /** The phone number of the client; empty where they have none, null where it is not loaded. */
  const phoneOf = (appointment: ReceivedAppointment) => {
    const id = clientIdOf(appointment, directory);
    const client = id === null ? null : clients.get(id);
    return client === undefined ? null : (client?.phone ?? '');
  };
  const narrowed = filterTexts(filters, { statuses, categories, directory });
  const dates = [...new Set(board.days.map(({ clock }) => clock.date))];
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  const total = board.appointments.length;
  const shown = (total - filteredOut.size).toLocaleString(shownLocale);
  const printedAt = clockText(browserZone, Date.now());
  const unread = board.unresolvedIds.length;
  const lacksPhones = board.appointments.some(
    (appointment) => !filteredOut.has(appointment.id) && phoneOf(appointment) === null,
  );
  const headings = sheetHeadings();
  return (
    <div className="day-sheet printed-sheet">
      <h1>{first === last ? dateText(first) : `${dateText(first)} – ${dateText(last)}`}</h1>
      <p>
        {narrowed.length === 0
          ? t`${plural(total, { one: '# visit', other: '# visits' })}`
          : t`${shown} of ${plural(total, { one: '# visit', other: '# visits' })}`}
        {narrowed.map((text) => (
          <Fragment key={text}>
            {' · '}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
        {' · '}
        {t({ message: `Printed ${printedAt}`, comment: 'printedAt: a time of day' })}
      </p>
      {incomplete ? (
        <p className="day-sheet-warning">
          {t`This sheet is not complete: part of the day could not be loaded. Time that looks free here may be taken.`}
        </p>
      ) : null}
      {unread > 0 ? (
        <p className="day-sheet-warning">
          {t`${plural(unread, {
            one: '# record could not be read and is missing here.',
            other: '# records could not be read and are missing here.',
          })}`}
        </p>
      ) : null}
      {lacksPhones ? (
        <p>{t`Not all phone numbers could be loaded: where one is missing, it is not known here.`}</p>
      ) : null}
      {board.columns.map((column, index) => {
        const visits = visitsIn(column, board);
        const shown = visits.filter(({ item }) => !filteredOut.has(item.appointment.id));
        const others = visits.filter(({ item }) => filteredOut.has(item.appointment.id) && occupies(item.appointment));
        return (
          <table
            key={column.id}
            data-next={(index > 0 && board.columns[index - 1]?.group !== column.group) || undefined}
          >
            <caption>
              <Texts of={[column.group, column.title]} />
              {props.planNotes?.get(column.id) ? <p dir="auto">{props.planNotes.get(column.id)}</p> : null}
            </caption>
            <thead>
              <tr>
                {headings.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((visit) => (
                <SheetRow
                  key={visit.item.key}
                  visit={visit}
                  directory={directory}
                  phone={phoneOf(visit.item.appointment) ?? ''}
                />
              ))}
              {others.length > 0 ? (
                <tr>
                  <td colSpan={9}>{filteredOutText(others)}</td>
                </tr>
              ) : null}
              {shown.length + others.length === 0 ? (
                <tr>
                  <td colSpan={9}>{incomplete ? t`Nothing loaded` : t`Nothing booked`}</td>
                </tr>
              ) : null}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

function SheetRow({ visit, directory, phone }: { visit: Visit; directory: Directory; phone: string }) {
  const { item, day } = visit;
  const { appointment } = item;
  const { roomId } = appointment;
  const room = day.store.rooms.find(({ id }) => id === roomId)?.name ?? '';
  const cells = [
    item.heading,
    item.client,
    phone,
    appointment.visitTypeName ?? '',
    listText(staffOf(appointment, directory).map(({ name }) => name)),
    roomId === null ? '' : room || roomNameOf(roomId, appointment.location),
    item.display.label,
    notesOf(appointment).join('\n'),
  ];
  return (
    <tr>
      {/* A day's times break between their ends alone; those with their days are longer than the column is wide. */}
      <td>{item.continuesBefore || item.continuesAfter ? timesOf(visit) : <Times of={visit} />}</td>
      {cells.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row have no other name than their place.
        <td key={index} dir="auto">
          {text}
        </td>
      ))}
    </tr>
  );
}
