import { t } from '@lingui/core/macro';
import { boardScreenViews, viewLabels } from '#app/addresses/board-search.ts';
import { languages } from '#app/language/languages.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import type { PracticePart } from '#app/session/practice-parts.ts';
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
  /** Whether there is a waiting list. */
  hasWaitingList: boolean;
  /** The parts of the practice that the person manages. */
  practiceParts: readonly PracticePart[];
  /** Whether people sign in. */
  canSwitchPerson: boolean;
}

/** A result that does not depend on the text; it also matches its English name in every language. */
interface FixedResult extends SearchResult {
  english: string;
  /** Other words that people use for it, separated by spaces, in the language of the page. */
  alsoCalled?: string;
  isOffered?: boolean;
  /** Whether it is offered before anything is typed. */
  isFirst?: true;
}

/** A prefix of another word for a page must have this many letters, so that short names of people do not find pages. */
const MIN_LETTERS = 3;

/** The calendar on a day. */
export const calendarOn = (date: string): Target => ({ kind: 'calendar', search: { date, appointment: undefined } });

export const bookText = () => t({ message: 'Book', context: 'verb: makes an appointment' });

const languageName = (tag: string, inLanguage = shownLocale) =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag;

/** The views, pages and commands. */
function allResults(input: CommandsInput): FixedResult[] {
  const viewText = t({ message: 'View', context: 'noun: one of the views of the board, such as Week' });
  return [
    {
      ...{ id: 'book', english: 'new appointment', label: words.newAppointment, detail: bookText() },
      alsoCalled: t({
        message: 'new client pet owner register add make booking',
        comment: 'other words that people type to find it',
      }),
      ...{ target: { kind: 'book', search: {} }, isOffered: input.canBook, isFirst: true },
    },
    {
      ...{ id: 'walk-in', english: 'walk-in', label: words.walkIn, detail: bookText() },
      alsoCalled: t({
        message: 'emergency urgent without appointment',
        comment: 'other words that people type to find it',
      }),
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
      alsoCalled: t({
        message: 'export csv excel download list find past history',
        comment: 'other words that people type to find it',
      }),
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
      ...{ id: 'shifts', english: 'shifts duty rota', label: words.shifts },
      alsoCalled: t({
        message: 'roster duty schedule staff holiday vacation leave sick absent time off',
        comment: 'other words that people type to find it',
      }),
      detail: t({ message: 'Who works when', comment: 'Beside “Shifts”, the plan of the staff' }),
      ...{ target: { kind: 'page', to: '/shifts' }, isOffered: input.hasDuty },
    },
    {
      ...{ id: 'requests', english: 'requests', label: words.requests },
      detail: t({ message: 'To confirm', comment: 'Beside “Requests”: what is done with them there' }),
      alsoCalled: t({
        message: 'confirm decline online booking inbox',
        comment: 'other words that people type to find it',
      }),
      target: { kind: 'page', to: '/requests' },
    },
    {
      ...{ id: 'to-call', english: 'to call', detail: words.allAppointments },
      label: t({ message: 'To call', comment: 'the clients whose appointments are not confirmed yet' }),
      alsoCalled: t({ message: 'calls phone remind unconfirmed', comment: 'other words that people type to find it' }),
      target: { kind: 'page', to: '/appointments', search: { when: 'call' } },
    },
    {
      ...{ id: 'waiting', english: 'waiting list', label: words.waitingList },
      detail: t({ message: 'Who waits for a time', comment: 'Beside “Waiting list”' }),
      ...{ target: { kind: 'page', to: '/waiting' }, isOffered: input.hasWaitingList },
    },
    {
      ...{ id: 'reports', english: 'reports figures', label: words.reports },
      detail: t({ message: 'Counts and waiting times', comment: 'Beside “Reports”' }),
      alsoCalled: t({
        message: 'statistics figures numbers no-shows cancellations analysis',
        comment: 'other words that people type to find it',
      }),
      target: { kind: 'page', to: '/reports' },
    },
    {
      ...{ id: 'block', english: 'block time', label: t`Block time` },
      alsoCalled: t({
        message: 'close room lunch break meeting unavailable',
        comment: 'other words that people type to find it',
      }),
      detail: t({ message: 'So that it can’t be booked', comment: 'Beside “Block time”' }),
      ...{ target: { kind: 'block' }, isOffered: input.canBlock },
    },
    {
      ...{ id: 'print', english: 'print', label: words.print, detail: t`This day` },
      alsoCalled: t({ message: 'paper day sheet pdf', comment: 'other words that people type to find it' }),
      ...{ target: { kind: 'command', command: 'print' }, isOffered: input.canPrint },
    },
    {
      ...{ id: 'practice', english: 'practice', label: words.practice },
      detail: t({
        message: 'Stores, people, visit types',
        comment: 'Beside “Practice”: what is set up on that screen',
      }),
      alsoCalled: t({
        message: 'rooms visit types people staff vets sign-in keys clinic',
        comment: 'other words that people type to find it',
      }),
      ...{ target: { kind: 'page', to: '/practice' }, isOffered: input.practiceParts.length > 0 },
    },
    {
      ...{ id: 'stores', english: 'stores hours', label: t`Stores and hours`, detail: words.practice },
      alsoCalled: t({
        message: 'opening closing times open closed locations branches address zone',
        comment: 'other words that people type to find it',
      }),
      target: { kind: 'page', to: '/practice', search: { part: 'stores' } },
      isOffered: input.practiceParts.includes('stores'),
    },
    {
      ...{ id: 'import', english: 'import', detail: words.practice },
      label: t({ message: 'Import', context: 'noun: of what another program has exported' }),
      alsoCalled: t({
        message: 'csv file upload data migrate transfer other program',
        comment: 'other words that people type to find it',
      }),
      target: { kind: 'page', to: '/practice', search: { part: 'import' } },
      isOffered: input.practiceParts.includes('import'),
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
      alsoCalled: [
        t({
          message: 'language theme dark light colours density first day PIN lock licence source',
          comment: 'other words that people type to find it',
        }),
        // In their own language, and in that of the page.
        ...languages.flatMap(({ tag }) => [languageName(tag, tag), languageName(tag)]),
      ].join(' '),
      target: { kind: 'page', to: '/settings' },
    },
  ];
}

/** The views, pages and commands that a text names; the default ones if nothing is typed. */
export function fixedResults(text: string, input: CommandsInput): SearchResult[] {
  return allResults(input).filter(
    ({ label, english, isOffered = true, isFirst }) =>
      isOffered && (text === '' ? isFirst : matchesWords([label, english], text)),
  );
}

/** The pages and commands that a text only describes in other words. */
export function describedResults(text: string, input: CommandsInput): SearchResult[] {
  if ([...text].length < MIN_LETTERS) return [];
  return allResults(input).filter(
    ({ label, english, alsoCalled = '', isOffered = true }) =>
      isOffered && !matchesWords([label, english], text) && matchesWords([label, english, alsoCalled], text),
  );
}
