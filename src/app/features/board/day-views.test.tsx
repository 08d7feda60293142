import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type BoardFilters, UNASSIGNED } from '#app/addresses/board-search.ts';
import { ApiContext, createApiClient } from '#app/api/api-client.ts';
import { clientQueries } from '#app/api/clients.ts';
import { type AppointmentChanges, ChangesContext } from '#app/changes/appointment-changes.ts';
import { NO_PLAN } from '#app/days/availability.ts';
import type { PrintOrder } from '#app/session/preferences.ts';
import { receivedClientSchema } from '#contract/received.ts';
import { at, boardOf, categories, directory, statuses, visit } from '#testing/board-fixture.ts';
import { BoardContext, type BoardState } from './board-context.ts';
import { DayFlow } from './flow/day-flow.tsx';
import { DayList } from './list/day-list.tsx';
import { findExcludedIds, NO_FILTERS } from './model/board-filters.ts';
import { DaySheet, filterTexts } from './print/day-sheet.tsx';

const clock = (now: number) => vi.spyOn(Date, 'now').mockReturnValue(now);
beforeEach(() => void clock(at('10:40')));

const nothing = () => undefined;

interface Shown {
  filters?: Partial<BoardFilters>;
  incomplete?: boolean;
  failed?: boolean;
  pending?: boolean;
  phone?: string;
  by?: PrintOrder;
  withCancelled?: boolean;
}

const noChanges: AppointmentChanges = {
  person: null,
  can: new Set<string>(),
  change: nothing,
  changeTogether: nothing,
  takeNextStep: nothing,
  openMenu: nothing,
  startMove: nothing,
  preview: nothing,
  reschedule: nothing,
  canMoveRest: () => false,
  openMoveRest: () => undefined,
  addBooked: () => 0,
  undo: () => false,
  state: () => ({ undoable: [] }),
  warningsOf: () => [],
  subscribe: () => nothing,
  unsaved: () => ({ records: [], pending: new Set(), uncertain: new Set(), savingNotes: new Set() }),
};

/** The state that views read of a board. */
function shownOf(
  board: ReturnType<typeof boardOf>,
  { filters, incomplete = false, failed = false, pending = false }: Shown,
): BoardState {
  const chosen = { ...NO_FILTERS, ...filters };
  const filteredOut = findExcludedIds(chosen, board.appointments, directory);
  return {
    board,
    directory,
    statuses,
    filteredOut,
    plan: NO_PLAN,
    messageStates: null,
    boardPlan: null,
    choice: {
      ...{ date: '2026-06-03', today: '2026-06-03', view: 'list', firstWeekday: 1, calendarUnavailable: false },
      ...{ stores: [], storeIds: [], cramped: false, density: 'fit', filters: chosen },
    },
    facets: { statuses: [], vets: [], types: [] },
    day: {
      ...{ pending, ready: !pending, isIncomplete: incomplete, fetching: false, onRetry: nothing },
      problem: failed ? { error: null, loaded: 'part', asOf: null } : null,
      freshIds: new Set<string>(),
      unsavedIds: new Set<string>(),
    },
    awaited: false,
    allHours: { isOn: false, set: nothing },
    booking: { isOpen: false, isInFront: false, draft: null },
    selectedId: null,
    focus: null,
    canBook: true,
    onChange: nothing,
    onOpen: nothing,
    onBook: nothing,
    onAway: nothing,
  };
}

/** The input for a printed day sheet of the board. */
function sheetOf({ board, filteredOut, choice, plan, messageStates, day }: BoardState) {
  const { isIncomplete } = day;
  return {
    board,
    directory,
    filteredOut,
    filters: choice.filters,
    statuses,
    categories,
    plan,
    messageStates,
    isIncomplete,
  };
}

/** The text of a view, one line per element, without hidden elements. */
function textOf(node: ReactNode): string {
  return renderToStaticMarkup(<I18nProvider i18n={i18n}>{node}</I18nProvider>)
    .replace(/<\/(?:p|li|h\d|button|tr|td|th|caption)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/\n+/g, '\n')
    .trim();
}

/** Checks that the text contains the parts in this order. */
function expectInOrder(text: string | undefined, ...parts: string[]) {
  let rest = text ?? '';
  for (const part of parts) {
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
}

// Fails on any request: the views need only what is loaded.
const api = createApiClient({ baseUrl: '', fetch: () => Promise.reject(new Error('The views load nothing.')) });

function listOf(board: ReturnType<typeof boardOf>, shown: Shown = {}) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ApiContext value={api}>
        <ChangesContext value={noChanges}>
          <BoardContext value={shownOf(board, shown)}>
            <DayList />
          </BoardContext>
        </ChangesContext>
      </ApiContext>
    </QueryClientProvider>
  );
}

const list = (...input: Parameters<typeof listOf>) => textOf(listOf(...input));

describe('the list', () => {
  const day = [
    visit('ended', '9:00', '9:30', { status: 'completed' }),
    visit('late', '10:28', '11:00', { employees: [{ id: 'ada', isMainEmployee: true }], notes: 'Bites' }),
    visit('waits', '10:45', '11:00', {
      status: 'checked_in',
      checkedInAt: new Date(at('10:32')).toISOString(),
      visitTypeName: 'Vaccination',
      roomId: null,
    }),
  ];

  test('shows time, pet, place, vet and anything notable of each appointment', () => {
    const text = list(boardOf(day));
    expectInOrder(text, '1 earlier', 'Time', 'Pet', 'Client', 'Type', 'Vet', 'Room', 'Status', 'Attention');
    const [late, waiting] = text.slice(text.indexOf('Attention')).split('Now 10:40');
    expectInOrder(late, '10:28', '11:00', 'Rex', 'Jo Null', 'Ada Vet', 'Consult 1', 'Confirmed', '12 min late');
    expectInOrder(
      waiting,
      ...['10:45', '11:00', 'Rex', 'Jo Null', 'Vaccination', 'Unassigned', 'No room', 'Checked in', 'waiting 8 min'],
    );
    const row = renderToStaticMarkup(<I18nProvider i18n={i18n}>{listOf(boardOf(day))}</I18nProvider>).match(
      /data-appointment="late"[^>]*aria-label="([^"]*)"/,
    )?.[1];
    expectInOrder(row, '10:28', 'Rex', 'Jo Null', 'Consult 1', 'Confirmed', '12 min late', 'has notes');
  });

  test('without a room, or with one that is not listed any more, the location is shown', () => {
    const [, late] = day;
    const roomless = { location: 'Day-care run', roomId: null };
    expect(list(boardOf([visit('a', '10:45', '11:00', roomless)]))).toContain('Day-care run');
    expect(list(boardOf([visit('b', '10:45', '11:00', { ...roomless, roomId: 'gone' })]))).toContain('Day-care run');
    expect(late && list(boardOf([late]))).not.toContain('Day-care run');
  });

  test('shows the start and end of a stay across midnight', () => {
    const stay = { start: '2026-06-08T21:00:00Z', end: '2026-06-12T13:00:00Z', status: 'in_progress' };
    clock(at('10:40', '2026-06-11'));
    const text = list(boardOf([visit('stay', '0:00', '0:00', stay)]));
    clock(at('10:40'));
    expectInOrder(text, 'Mon', '5:00', 'Fri', '9:00');
    expect(list(boardOf([visit('stay', '0:00', '0:00', stay)]))).toContain('1 stay');
  });

  test('does not treat an appointment with equal start and end as ended earlier', () => {
    const text = list(boardOf([visit('odd', '11:00', '11:00')]));
    expect(text).toContain('ends when it starts');
    expect(text).not.toContain('before');
  });

  test('says "Nothing is booked" only if that is true', () => {
    expect(list(boardOf([]))).toContain('Nothing is booked.\nNew appointment');
    expect(list(boardOf([], { unresolvedIds: ['a', ''] }))).toContain('Nothing else is booked.');
    const others = [
      list(boardOf([]), { incomplete: true, pending: true }),
      list(boardOf([]), { incomplete: true, failed: true }),
      list(boardOf([]), { incomplete: true }),
      list(boardOf([visit('a', '11:00', '11:30')]), { filters: { text: 'nobody' } }),
    ];
    for (const text of others) expect(text).not.toContain('Nothing');
  });

  test('says that a day is incomplete, and why', () => {
    expect(list(boardOf(day), { incomplete: true })).toContain('Still loading the rest of the day…');
    expect(list(boardOf(day), { incomplete: true, failed: true })).toContain(
      'Part of this day couldn’t be loaded, so there may be more appointments.',
    );
  });

  test('fades what the filters exclude, and opens groups with matches', () => {
    const found = list(boardOf(day), { filters: { statuses: ['completed'] } });
    expectInOrder(found, '1 earlier', '9:00');
    expect(found).toContain('10:45');
    expect(list(boardOf(day.slice(0, 1)))).toContain('No more appointments today.');
    expect(list(boardOf(day), { filters: { text: 'nobody' } })).toContain('10:45');
  });
});

function flowOf(board: ReturnType<typeof boardOf>, shown: Shown = {}, can: readonly string[] = []): string {
  return textOf(
    <ChangesContext value={{ ...noChanges, can: new Set(can) }}>
      <BoardContext value={shownOf(board, shown)}>
        <DayFlow />
      </BoardContext>
    </ChangesContext>,
  );
}

test('the flow sorts by longest wait', () => {
  const checkedIn = (time: string) => ({ status: 'checked_in', checkedInAt: new Date(at(time)).toISOString() });
  const board = boardOf([
    visit('short', '10:30', '11:00', { ...checkedIn('10:35'), petId: null, title: 'Short' }),
    visit('long', '11:00', '11:30', { ...checkedIn('10:20'), petId: null, title: 'Long' }),
    visit('stays', '0:00', '0:00', {
      start: '2026-06-08T21:00:00Z',
      end: '2026-06-12T13:00:00Z',
      status: 'checked_in',
      checkedInAt: '2026-06-08T21:00:00Z',
      petId: null,
      title: 'Boarder',
    }),
  ]);
  const text = flowOf(board);
  expectInOrder(
    text,
    '2 waiting, Long the longest (20 min)',
    'Long',
    'waiting 20 min',
    'Short',
    'waiting 5 min',
    'Boarder',
  );
  expect(flowOf(boardOf([visit('later', '11:00', '11:30')]))).toContain('No one is waiting.');
  expect(flowOf(boardOf([]))).toContain('Nothing is booked.\nNew appointment');
  expect(flowOf(boardOf([]), { incomplete: true })).not.toContain('No one is waiting');
  expect(flowOf(board, { filters: { text: 'nobody' } })).toContain('Long');
});

test('a card names its store and clock only if there are several', () => {
  const far = { storeId: 'lakeside', roomId: 'r3', petId: null, title: 'Far' };
  const board = boardOf([visit('near', '11:00', '11:30'), visit('far', '11:30', '12:00', far)], {
    storeIds: ['uptown', 'lakeside'],
  });
  const text = flowOf(board);
  expectInOrder(text, 'Rex', '11:00', 'Consult 1', 'Uptown', 'New York time');
  expectInOrder(text, 'Far', '10:30', 'Blue', 'Lakeside', 'Chicago time');
  const one = flowOf(boardOf([visit('near', '11:00', '11:30')]));
  expect(one).not.toContain('Uptown');
  expectInOrder(one, 'New York time', '11:00');
  expect(one.split('New York time')).toHaveLength(2);
});

test('a list of stores in several zones has a section for each, named after its clock', () => {
  const far = { storeId: 'lakeside', roomId: 'r3', petId: null, title: 'Far' };
  const board = boardOf([visit('near', '11:00', '11:30'), visit('far', '11:30', '12:00', far)], {
    storeIds: ['uptown', 'lakeside'],
  });
  expectInOrder(list(board), 'New York time', '11:00', 'Rex', 'Uptown', 'Chicago time', '10:30', 'Far', 'Lakeside');
});

test('a card of the flow has the likely next step if statuses can be changed', () => {
  const day = [visit('late', '10:00', '10:30'), visit('done', '9:00', '9:30', { status: 'completed' })];
  expectInOrder(flowOf(boardOf(day), {}, ['status']), 'Confirmed', 'Rex', 'Check in');
  const withoutPermission = flowOf(boardOf(day));
  expect(withoutPermission).not.toContain('Check in\n');
  // Appointments that are over are only counted until the lane is opened.
  expect(withoutPermission.match(/Rex/g)).toHaveLength(1);
});

describe('the day sheet', () => {
  const day = [
    visit('a', '9:00', '9:30', { petId: 'evil', notes: '<script>', status: 'completed' }),
    visit('b', '10:00', '10:30', { employees: [{ id: 'ada' }], visitTypeCategory: 'dental' }),
    visit('c', '11:00', '11:30', { roomId: 'r2' }),
  ];
  const sheet = (shown: Shown = {}, board = boardOf(day)) => {
    const client = (id: string, phone: string) => receivedClientSchema.parse({ id, firstName: 'Jo', phone });
    const clients = shown.phone === undefined ? [] : [client('client of rex', shown.phone)];
    const page = {
      records: [client('client of evil', ''), ...clients],
      unresolvedIds: [],
      nextCursor: null,
      totalCount: 2,
    };
    const queryClient = new QueryClient();
    const { queryKey } = clientQueries.names(api, { companyId: directory.company.id });
    queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] });
    return textOf(
      <QueryClientProvider client={queryClient}>
        <ApiContext value={api}>
          <DaySheet
            {...sheetOf(shownOf(board, shown))}
            by={shown.by ?? 'time'}
            only={null}
            withCancelled={shown.withCancelled ?? true}
          />
        </ApiContext>
      </QueryClientProvider>,
    );
  };

  test('by room has a table per room with all details of each appointment, including phone numbers', () => {
    const text = sheet({ by: 'room', phone: '+1 212-555-0100' });
    expectInOrder(text, 'Wednesday', '3 appointments · Printed');
    expect(text).toContain('Consult 1\nTime\nPet\nClient\nPhone\nType\nVet\nRoom\nStatus\nNotes\n');
    expect(text).toContain('Rex\nJo Null\n+1 212-555-0100\nAda Vet\nConsult 1\nConfirmed\n');
    expect(text).toContain('txt &lt;b&gt;\nAnn &amp; Co\nConsult 1\nCompleted\n&lt;script&gt;\n');
    expect(text).not.toContain('Nothing booked');
  });

  test('has cancelled appointments struck out, or leaves them out and says how many', () => {
    const board = boardOf([...day, visit('d', '12:00', '12:30', { status: 'cancelled' })]);
    expect(sheet({}, board)).toContain('12:00');
    const text = sheet({ withCancelled: false }, board);
    expect(text).not.toContain('12:00');
    expect(text).toContain('4 appointments · without 1 cancelled · Printed');
  });

  test('says that phone numbers are missing if a printed appointment has none', () => {
    expect(sheet()).toContain('Some phone numbers couldn’t be loaded');
    expect(sheet({ phone: '' })).not.toContain('Some phone numbers');
    expect(sheet({ filters: { statuses: ['completed'] } })).not.toContain('Some phone numbers');
  });

  test('names its filters, and says that excluded time is taken', () => {
    const text = sheet({ by: 'room', filters: { statuses: ['completed'] } });
    expect(text).toContain('1 of 3 appointments · Status: Completed · Printed');
    expectInOrder(text, '1 more, hidden by the filters');
    expectInOrder(text, 'Consult 2', '1 more, hidden by the filters');
    expect(text).not.toContain('Nothing booked');
  });

  test('by time is one table without a title; by vet there is one per vet and one for unassigned appointments', () => {
    const text = sheet();
    expectInOrder(text, 'Printed', 'Time\nPet', '9:00', '10:00', '11:00');
    expect(text.match(/Time\nPet/g)).toHaveLength(1);
    const byVet = sheet({ by: 'vet' });
    expectInOrder(
      byVet,
      'Ada Vet\nTime',
      '10:00',
      'Bo Both\nTime',
      'Nothing booked',
      'Unassigned\nTime',
      '9:00',
      '11:00',
    );
  });

  test('names every kind of filter', () => {
    const filters = {
      statuses: ['completed', 'odd'],
      vets: ['ada', UNASSIGNED],
      types: ['dental'],
      rooms: ['r2'],
      text: ' bell ',
      now: 'late',
    } as const;
    expect(filterTexts(filters, { statuses, categories, directory })).toEqual([
      'Status: Completed, Odd',
      'Vet: Ada Vet, Unassigned',
      'Room: Consult 2',
      'Category: Dental',
      'Late',
      'Search: “bell”',
    ]);
  });

  test('clearly says what is missing', () => {
    expect(sheet({}, boardOf([]))).toContain('Nothing booked');
    const part = sheet({ incomplete: true }, boardOf([], { unresolvedIds: ['x', 'y'] }));
    expect(part).toContain('This sheet is incomplete');
    expect(part).toContain('2 records couldn’t be read');
    expect(part).not.toContain('Nothing booked');
  });

  test('of a week lists a stay on each of its days', () => {
    const stay = { start: '2026-06-08T21:00:00Z', end: '2026-06-10T13:00:00Z' };
    const text = sheet({}, boardOf([visit('stay', '0:00', '0:00', stay)], { view: 'week' }));
    expect(text.match(/\nRex\n/g)).toHaveLength(3);
    expect(text.match(/Nothing booked/g)).toHaveLength(4);
  });
});
