import { t } from '@lingui/core/macro';
import { boardScreenViews, viewLabels } from '#app/session/board-search.ts';
import { words } from '#app/text/shared-texts.ts';
import type { SearchResult, Target } from './search-address.ts';

/** What decides which commands there are. */
export interface CommandsInput {
  /** `YYYY-MM-DD` */
  today: string;
  stores: readonly { id: string; name: string }[];
  /** Whether bookings are possible. */
  canBook: boolean;
  /** Whether there is a plan of who is on duty. */
  hasDuty: boolean;
  /** Whether time can be blocked: the practice system has a plan, and the person may change it. */
  canBlock: boolean;
  /** Whether there is a day on the screen to print. */
  canPrint: boolean;
}

/** A result that does not depend on the text; it also matches its English name in every language. */
export interface FixedResult extends SearchResult {
  english: string;
}

/** The calendar on a day. */
export const calendarOn = (date: string): Target => ({ kind: 'calendar', search: { date, appointment: undefined } });

export const bookText = () => t({ message: 'Book', context: 'verb: makes an appointment' });

/** What is offered before anything is typed. */
export function alwaysThere({ today, canBook }: CommandsInput): FixedResult[] {
  return present([
    canBook && {
      id: 'book',
      english: 'new appointment',
      label: words.newAppointment,
      detail: bookText(),
      target: { kind: 'book' },
    },
    canBook && {
      id: 'walk-in',
      english: 'walk-in',
      label: words.walkIn,
      detail: bookText(),
      target: { kind: 'book', walkIn: true },
    },
    { id: 'today', english: 'today', label: words.today, detail: t`Day`, target: calendarOn(today) },
    {
      id: 'appointments',
      english: 'all appointments',
      label: words.allAppointments,
      detail: t`Search and export`,
      target: { kind: 'page', to: '/appointments' },
    },
  ]);
}

/** The views, pages and commands that a text can name. */
export function ofScreen({ hasDuty, canBlock, canPrint, stores }: CommandsInput): FixedResult[] {
  return present([
    ...boardScreenViews.map(
      (view): FixedResult => ({
        id: `view ${view}`,
        // The names of the views in the address are English.
        english: view,
        label: viewLabels[view],
        detail: t({ message: 'View', context: 'noun: one of the views of the board, such as Week' }),
        target: { kind: 'calendar', search: { view } },
      }),
    ),
    hasDuty && {
      id: 'duty',
      english: 'duty rota',
      label: words.duty,
      detail: t({ message: 'Who works when', comment: 'Beside “Duty”, the plan of the staff' }),
      target: { kind: 'page', to: '/duty' },
    },
    canBlock && {
      id: 'block',
      english: 'block time',
      label: t`Block time`,
      detail: t({ message: 'So that it cannot be booked', comment: 'Beside “Block time”' }),
      target: { kind: 'block' },
    },
    canPrint && {
      id: 'print',
      english: 'print',
      label: words.print,
      detail: t`This day`,
      target: { kind: 'command', command: 'print' },
    },
    {
      id: 'keys',
      english: 'keys shortcuts',
      label: words.keys,
      detail: t({ message: 'All of them', comment: 'Beside “Keys”: opens the list of all shortcuts of the keyboard' }),
      target: { kind: 'command', command: 'shortcuts' },
    },
    {
      id: 'settings',
      english: 'settings',
      label: words.settings,
      detail: t({ message: 'Of this browser', comment: 'Beside “Settings”: whose settings they are' }),
      target: { kind: 'page', to: '/settings' },
    },
    ...stores.map(
      ({ id, name }): FixedResult => ({
        id: `store ${id}`,
        english: '',
        label: name,
        detail: t({ message: 'Store', comment: 'A location of the practice, with rooms and opening hours' }),
        target: { kind: 'calendar', search: { store: [id], appointment: undefined } },
      }),
    ),
  ]);
}

/** The results that there are. */
function present(results: readonly (FixedResult | false)[]): FixedResult[] {
  return results.filter((result) => result !== false);
}
