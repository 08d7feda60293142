import { t } from '@lingui/core/macro';
import { boardScreenViews, viewLabels } from '#app/session/board-search.ts';
import { words } from '#app/text/shared-texts.ts';
import { matchesWords } from '#reading/text.ts';
import type { SearchResult, Target } from './search-address.ts';

/** The conditions for the commands. */
export interface CommandsInput {
  /** `YYYY-MM-DD` */
  today: string;
  /** Whether bookings are possible. */
  canBook: boolean;
  /** Whether there is a plan of who is on duty. */
  hasDuty: boolean;
  /** Whether time can be blocked: the practice system has a plan, and the person may change it. */
  canBlock: boolean;
  /** Whether there is a day on the screen to print. */
  canPrint: boolean;
  /** Whether the person manages the practice. */
  canManage: boolean;
  /** Whether people sign in. */
  canSwitchPerson: boolean;
}

/** A result that does not depend on the text; it also matches its English name in every language. */
interface FixedResult extends SearchResult {
  english: string;
  isOffered?: boolean;
  /** Whether it is offered before anything is typed. */
  isFirst?: true;
}

/** The calendar on a day. */
export const calendarOn = (date: string): Target => ({ kind: 'calendar', search: { date, appointment: undefined } });

export const bookText = () => t({ message: 'Book', context: 'verb: makes an appointment' });

/** The views, pages and commands that match a text; the default ones if nothing is typed. */
export function fixedResults(text: string, input: CommandsInput): SearchResult[] {
  const viewText = t({ message: 'View', context: 'noun: one of the views of the board, such as Week' });
  const results: FixedResult[] = [
    {
      ...{ id: 'book', english: 'new appointment', label: words.newAppointment, detail: bookText() },
      ...{ target: { kind: 'book', search: {} }, isOffered: input.canBook, isFirst: true },
    },
    {
      ...{ id: 'walk-in', english: 'walk-in', label: words.walkIn, detail: bookText() },
      ...{ target: { kind: 'book', search: { walkin: true } }, isOffered: input.canBook, isFirst: true },
    },
    {
      ...{ id: 'today', english: 'today', label: words.today, detail: t`Day` },
      ...{ target: calendarOn(input.today), isFirst: true },
    },
    {
      ...{
        id: 'appointments',
        english: 'all appointments',
        label: words.allAppointments,
        detail: t`Search and export`,
      },
      ...{ target: { kind: 'page', to: '/appointments' }, isFirst: true },
    },
    // The view names in the URL are English.
    ...boardScreenViews.map(
      (view): FixedResult => ({
        ...{ id: `view ${view}`, english: view, label: viewLabels[view], detail: viewText },
        target: { kind: 'calendar', search: { view } },
      }),
    ),
    {
      ...{ id: 'duty', english: 'duty rota', label: words.duty },
      detail: t({ message: 'Who works when', comment: 'Beside “Duty”, the plan of the staff' }),
      ...{ target: { kind: 'page', to: '/duty' }, isOffered: input.hasDuty },
    },
    {
      ...{ id: 'block', english: 'block time', label: t`Block time` },
      detail: t({ message: 'So that it can’t be booked', comment: 'Beside “Block time”' }),
      ...{ target: { kind: 'block' }, isOffered: input.canBlock },
    },
    {
      ...{ id: 'print', english: 'print', label: words.print, detail: t`This day` },
      ...{ target: { kind: 'command', command: 'print' }, isOffered: input.canPrint },
    },
    {
      ...{ id: 'practice', english: 'practice', label: words.practice },
      detail: t({
        message: 'Stores, people, visit types',
        comment: 'Beside “Practice”: what is set up on that screen',
      }),
      ...{ target: { kind: 'page', to: '/practice' }, isOffered: input.canManage },
    },
    {
      ...{ id: 'keys', english: 'keys shortcuts', label: words.keys },
      detail: t({ message: 'All of them', comment: 'Beside “Keys”: opens the list of all shortcuts of the keyboard' }),
      target: { kind: 'command', command: 'shortcuts' },
    },
    {
      ...{ id: 'switch-person', english: 'switch person lock', label: words.switchPerson },
      detail: t({ message: 'Somebody else signs in', comment: 'Beside “Switch person”' }),
      ...{ target: { kind: 'command', command: 'switch-person' }, isOffered: input.canSwitchPerson },
    },
    {
      ...{ id: 'settings', english: 'settings', label: words.settings },
      detail: t({ message: 'Of this browser', comment: 'Beside “Settings”: whose settings they are' }),
      target: { kind: 'page', to: '/settings' },
    },
  ];
  return results.filter(
    ({ label, english, isOffered = true, isFirst }) =>
      isOffered && (text === '' ? isFirst : matchesWords([label, english], text)),
  );
}
