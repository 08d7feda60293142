import '#app/components/printed-sheet.css';
import './day-sheet.css';
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { type BoardFilters, type NowFilter, UNASSIGNED } from '#app/addresses/board-search.ts';
import { useApi } from '#app/api/api-client.ts';
import { loadedClients } from '#app/api/clients.ts';
import {
  appointmentRoomName,
  clientIdOf,
  type Directory,
  staffName,
  staffOf,
  unlistedRoomName,
} from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import type { Plan } from '#app/days/availability.ts';
import { AppointmentTimes, timesText } from '#app/features/board/appointment-times.tsx';
import { createBoardPlanConflicts } from '#app/features/board/appointment-view.ts';
import { type BoardAppointment, listNotes } from '#app/features/board/model/board-appointments.ts';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { zoneLabel } from '#app/features/board/store-names.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import type { PrintOrder } from '#app/session/preferences.ts';
import { concernsText } from '#app/text/arrival-text.ts';
import { factsText, listText } from '#app/text/list-text.ts';
import { messageMarkTexts } from '#app/text/message-mark-text.ts';
import { alertText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { browserZone, dateText, dayAndClockText } from '#app/text/time-text.ts';
import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment, ReceivedClient } from '#contract/received.ts';
import { findConcerns } from '#scheduling/arrival.ts';
import { isPlanConflict } from '#scheduling/conflicting-appointments.ts';
import { findMessageMark, type MessageStates } from '#scheduling/message-mark.ts';
import { isDimmed } from '#scheduling/visit.ts';
import { buildSheetTables, type PrintTarget } from './sheet-tables.ts';

export interface DaySheetProps {
  board: BoardModel;
  /** How the day is divided into tables: a single one sorted by time, or one for each room or vet. */
  by: PrintOrder;
  /** The only room or vet to print; null for all. */
  only: PrintTarget | null;
  /** Whether cancelled appointments are also printed, struck out. */
  withCancelled: boolean;
  directory: Directory;
  filteredOut: ReadonlySet<string>;
  filters: BoardFilters;
  statuses: EnumDisplays;
  categories: EnumDisplays;
  /** Shifts and blocked time. */
  plan: Plan;
  /** Clients' answers and undelivered messages; null if the practice system has neither. */
  messageStates: MessageStates | null;
  /** Whether part of the day is still loading, or could not be loaded. */
  isIncomplete: boolean;
}

function roomName(id: string, { company }: Directory): string {
  const room = company.stores.flatMap(({ rooms }) => rooms).find((candidate) => candidate.id === id);
  return unlistedRoomName(id, room?.name ?? null);
}

/** The active filters in words, one text for each kind of filter. */
export function filterTexts(
  filters: BoardFilters,
  { statuses, categories, directory }: Pick<DaySheetProps, 'statuses' | 'categories' | 'directory'>,
): string[] {
  const vetName = (id: string) => (id === UNASSIGNED ? texts.unassigned : staffName(id, directory));
  const chosenStatuses = listText(filters.statuses.map((value) => statuses.of(value).label));
  const vets = listText(filters.vets.map(vetName));
  const rooms = listText(filters.rooms.map((id) => roomName(id, directory)));
  const chosenCategories = listText(filters.types.map((value) => categories.of(value).label));
  const searched = filters.text.trim();
  return [
    chosenStatuses === '' ? '' : t`Status: ${chosenStatuses}`,
    vets === '' ? '' : t`Vet: ${vets}`,
    rooms === '' ? '' : t`Room: ${rooms}`,
    chosenCategories === '' ? '' : t`Category: ${chosenCategories}`,
    filters.now === null ? '' : nowLabels[filters.now],
    searched === '' ? '' : t`Search: “${searched}”`,
  ].filter((text) => text !== '');
}

const nowLabels: Readonly<Record<NowFilter, string>> = translateOnRead({
  late: () => t({ message: 'Late', comment: 'printed: only the clients who are late are shown' }),
  waiting: () => t({ message: 'Waiting', comment: 'printed: only the clients who are waiting are shown' }),
  over: () =>
    t({ message: 'Running over', comment: 'printed: the day shows only appointments that take longer than planned' }),
});

function sheetHeadings(): string[] {
  return [t`Time`, t`Pet`, t`Client`, t`Phone`, t`Type`, t`Vet`, t`Room`, t`Status`, t`Notes`];
}

/** Says how many further appointments the filters hide, since these take up time, too. */
function filteredOutText(count: number): string {
  return t`${plural(count, { one: '# more, hidden by the filters', other: '# more, hidden by the filters' })}`;
}

/** The printed day, black on white: a single table sorted by time, or one for each room or vet. */
export function DaySheet(props: DaySheetProps) {
  const {
    board,
    messageStates,
    by,
    only,
    withCancelled,
    filteredOut,
    directory,
    filters,
    statuses,
    categories,
    isIncomplete,
  } = props;
  const clients = loadedClients(useQueryClient(), useApi(), directory.company.id);
  /** The client of an appointment; undefined if the client is not loaded, null if the appointment has none. */
  const clientOf = (appointment: ReceivedAppointment) => {
    const id = clientIdOf(appointment, directory);
    return id === null ? null : clients.get(id);
  };
  const tables = buildSheetTables(board, directory, by, only);
  const appointments =
    only === null ? board.appointments : tables.flatMap(({ visits }) => visits.map(({ item }) => item.appointment));
  const activeFilterTexts = filterTexts(filters, { statuses, categories, directory });
  const dates = [...new Set(board.days.map(({ clock }) => clock.date))];
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  const stores = [...new Set(board.days.map(({ store }) => store.name))];
  const total = appointments.length;
  const isShown = (appointment: ReceivedAppointment) =>
    !filteredOut.has(appointment.id) && (withCancelled || appointment.status !== 'cancelled');
  const omittedCount = appointments.filter((one) => !filteredOut.has(one.id) && !isShown(one)).length;
  const clocks = new Set(board.days.map(({ zone }) => zoneLabel(zone)));
  const [clock = ''] = clocks.size === 1 ? clocks : [];
  const shown = appointments.filter(({ id }) => !filteredOut.has(id)).length.toLocaleString(shownLocale);
  const printedAt = dayAndClockText(board.days[0]?.zone ?? browserZone, Date.now());
  const unreadableCount = board.unresolvedIds.length;
  const lacksPhones = appointments.some((appointment) => isShown(appointment) && clientOf(appointment) === undefined);
  const headings = sheetHeadings();
  const planConflicts = createBoardPlanConflicts(props);
  /**
   * Says in words what has to be settled before an appointment: a conflict with the plan, a pet that has died, the
   * client's answer, or a message that was not delivered. Delays and waits are left out, since they soon change.
   */
  const concernOf = ({ item: { appointment, hasDied }, day }: BoardAppointment) => {
    const now = Date.now();
    const concerns = findConcerns(appointment, { now, zone: day.zone, hasDied, planConflicts }).filter(
      ({ kind }) => kind === 'died' || isPlanConflict(kind),
    );
    const message = findMessageMark(appointment, messageStates, now);
    return factsText([concernsText(concerns), message === null ? '' : messageMarkTexts[message]]);
  };
  return (
    <div className="day-sheet printed-sheet">
      <h1>{first === last ? dateText(first) : `${dateText(first)} – ${dateText(last)}`}</h1>
      <p>
        {directory.company.stores.length > 1 ? (
          <>
            <bdi>{listText(stores)}</bdi>
            {' · '}
          </>
        ) : null}
        {activeFilterTexts.length === 0
          ? t`${plural(total, { one: '# appointment', other: '# appointments' })}`
          : t`${shown} of ${plural(total, { one: '# appointment', other: '# appointments' })}`}
        {activeFilterTexts.map((text) => (
          <Fragment key={text}>
            {' · '}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
        {omittedCount === 0 ? null : (
          <>
            {' · '}
            {t({
              message: plural(omittedCount, { one: 'without # cancelled', other: 'without # cancelled' }),
              comment: 'a printed day leaves out the cancelled appointments',
            })}
          </>
        )}
        {' · '}
        {t({ message: `Printed ${printedAt}`, comment: 'printedAt: a day and a time' })}
        {clock === '' ? null : ` · ${clock}`}
      </p>
      {isIncomplete ? (
        <p className="day-sheet-warning">
          {t`This sheet is incomplete because part of the day couldn’t be loaded. Time that looks free may be taken.`}
        </p>
      ) : null}
      {unreadableCount > 0 ? (
        <p className="day-sheet-warning">
          {t`${plural(unreadableCount, {
            one: '# record couldn’t be read and is missing here.',
            other: '# records couldn’t be read and are missing here.',
          })}`}
        </p>
      ) : null}
      {lacksPhones ? <p>{t`Some phone numbers couldn’t be loaded and are missing here.`}</p> : null}
      {tables.map(({ key, title, visits }) => {
        const shownVisits = visits.filter(({ item }) => isShown(item.appointment));
        const others = visits.filter(({ item }) => filteredOut.has(item.appointment.id) && occupies(item.appointment));
        return (
          <table key={key}>
            {title.length === 0 ? null : (
              <caption>
                <InlineTexts of={title} />
              </caption>
            )}
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
              {shownVisits.map((visit) => (
                <SheetRow
                  key={visit.item.key}
                  visit={visit}
                  directory={directory}
                  client={clientOf(visit.item.appointment)}
                  concern={concernOf(visit)}
                />
              ))}
              {others.length > 0 ? (
                <tr>
                  <td colSpan={9}>{filteredOutText(others.length)}</td>
                </tr>
              ) : null}
              {shownVisits.length + others.length === 0 ? (
                <tr>
                  <td colSpan={9}>{isIncomplete ? t`Nothing loaded` : t`Nothing booked`}</td>
                </tr>
              ) : null}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

interface SheetRowProps {
  visit: BoardAppointment;
  directory: Directory;
  client: ReceivedClient | null | undefined;
  concern: string;
}

function SheetRow({ visit, directory, client, concern }: SheetRowProps) {
  const { item, day } = visit;
  const { appointment } = item;
  const alerts = [item.alert, client ? alertText(client, day.clock.date) : ''].filter((alert) => alert !== '');
  const cells = [
    item.heading,
    item.client,
    client?.phone ?? '',
    appointment.visitTypeName ?? '',
    listText(staffOf(appointment, directory).map(({ name }) => name)),
    appointmentRoomName(appointment, directory),
  ];
  return (
    <tr className={isDimmed(appointment) ? 'day-sheet-cancelled' : undefined}>
      {/*
        Times on a single day wrap only between start and end. Times with dates are wider than the column and may wrap
        anywhere.
      */}
      <td>{item.continuesBefore || item.continuesAfter ? timesText(visit) : <AppointmentTimes of={visit} />}</td>
      {cells.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row have no key but their position.
        <td key={index} dir="auto">
          {text}
        </td>
      ))}
      <td dir="auto">
        {item.display.label}
        {concern === '' ? null : (
          <p>
            <b>{concern}</b>
          </p>
        )}
      </td>
      <td dir="auto">
        {alerts.map((alert) => (
          <p key={alert}>
            <b>{alert}</b>
          </p>
        ))}
        {listNotes(appointment).join('\n')}
      </td>
    </tr>
  );
}
