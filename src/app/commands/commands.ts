import { t } from '@lingui/core/macro';
import {
  Ban,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  CircleHelp,
  DoorOpen,
  Hourglass,
  Inbox,
  Keyboard,
  type LucideIcon,
  Phone,
  Plus,
  Printer,
  Settings,
  Stethoscope,
  TableProperties,
  TreePalm,
  Undo2,
  Upload,
  Users,
  UsersRound,
} from 'lucide-react';
import { boardScreenViews, viewLabels } from '#app/addresses/board-search.ts';
import type { Target } from '#app/addresses/targets.ts';
import { languages } from '#app/language/languages.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { offeredParts, type PracticePart } from '#app/session/practice-parts.ts';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';

/** What decides whether a command is offered. */
export interface CommandSetting {
  session: DeskSession;
  /** Whether the calendar is on the screen. */
  isOnCalendar: boolean;
  /** Whether the person can choose among several companies. */
  hasCompanies: boolean;
}

/**
 * A page, a setting or an action. The search, the help and the menus read it from the table below. Its id is its name in
 * English, by which it is found in every language.
 */
export interface Command {
  label: () => string;
  /** Where it is, or what it is for; beside its label in the search. */
  detail?: () => string;
  /** Other words that people use for it, separated by spaces, in the language of the page. */
  alsoCalled?: () => string;
  Icon?: LucideIcon;
  /** Its keys, in the notation of `keys.ts`. */
  keys?: readonly string[];
  /** Whether the search offers it before anything is typed. */
  isFirst?: true;
  /** Whether it is offered to a person; without this function, to everyone. */
  isOffered?: (setting: CommandSetting) => boolean;
  /** Where it leads. Without it, the responsible part of the screen runs it (`useCommand`). */
  target?: Target;
}

type Offer = NonNullable<Command['isOffered']>;
const canBook: Offer = ({ session }) => session.canWrite !== false;
const hasPlan: Offer = ({ session }) => session.capabilities.listAvailability !== undefined;
const canPlan: Offer = ({ session }) => canChangePlan(session);
const isOnCalendar: Offer = (setting) => setting.isOnCalendar;
const canSignIn: Offer = ({ session }) => session.access === 'sign_in';
const manages =
  (part: PracticePart): Offer =>
  ({ session }) =>
    offeredParts(session).includes(part);

/** Whether a person may block time and plan shifts, as far as the practice system supports it. */
export function canChangePlan({ capabilities }: Pick<DeskSession, 'capabilities'>): boolean {
  const fields = capabilities.changeAvailability?.fields ?? [];
  return ['put', 'remove'].every((field) => fields.includes(field));
}

const bookText = () => t({ message: 'Book', context: 'verb: makes an appointment' });

const languageName = (tag: string, inLanguage = shownLocale) =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag;

/** The names of all languages, each in itself and in the language of the page. */
const languageNames = () => languages.flatMap(({ tag }) => [languageName(tag, tag), languageName(tag)]).join(' ');

const practicePart = (part: PracticePart) =>
  ({
    detail: () => words.practice,
    isOffered: manages(part),
    target: { kind: 'page', to: '/practice', search: { part } },
  }) satisfies Partial<Command>;

const settingOf = (hash: Extract<Target, { to: '/settings' }>['hash'] & string) =>
  ({
    detail: () => words.settings,
    target: { kind: 'page', to: '/settings', hash },
  }) satisfies Partial<Command>;

const table = {
  'new appointment': {
    label: () => words.newAppointment,
    detail: bookText,
    alsoCalled: () =>
      t({ message: 'book add make booking', comment: 'other words that people type to find “New appointment”' }),
    Icon: Plus,
    keys: ['n'],
    isFirst: true,
    isOffered: canBook,
    target: { kind: 'book', search: {} },
  },
  'walk-in': {
    label: () => words.walkIn,
    detail: bookText,
    alsoCalled: () =>
      t({
        message: 'emergency urgent without appointment',
        comment: 'other words that people type to find it',
      }),
    Icon: DoorOpen,
    keys: ['w'],
    isFirst: true,
    isOffered: canBook,
    target: { kind: 'book', search: { walkin: true } },
  },
  'new client': {
    label: () => t`New client`,
    detail: () => t`Clients`,
    alsoCalled: () =>
      t({ message: 'register pet owner add customer', comment: 'other words that people type to find “New client”' }),
    isOffered: ({ session }) => session.capabilities.createClient !== undefined,
    target: { kind: 'page', to: '/clients', search: { edit: 'new client' } },
  },
  calendar: {
    label: () => t({ message: 'Calendar', comment: 'the screen with the calendar of the day' }),
    alsoCalled: () =>
      t({ message: 'board schedule day planner diary', comment: 'other words that people type to find the calendar' }),
    Icon: CalendarDays,
    target: { kind: 'calendar', search: {} },
  },
  today: {
    label: () => words.today,
    detail: () => t`Day`,
    keys: ['t'],
    isFirst: true,
    target: { kind: 'calendar', search: { date: undefined, appointment: undefined } },
  },
  appointments: {
    label: () => words.allAppointments,
    detail: () => t`Search and export`,
    alsoCalled: () =>
      t({
        message: 'export csv excel download list find past history',
        comment: 'other words that people type to find it',
      }),
    Icon: TableProperties,
    isFirst: true,
    target: { kind: 'page', to: '/appointments' },
  },
  clients: {
    label: () => t`Clients`,
    alsoCalled: () =>
      t({
        message: 'customers owners pets patients directory address book A to Z',
        comment: 'other words that people type to find the page with all clients',
      }),
    Icon: Users,
    target: { kind: 'page', to: '/clients' },
  },
  'possible duplicates': {
    label: () => t`Possible duplicates`,
    detail: () => t`Clients`,
    alsoCalled: () =>
      t({
        message: 'merge same twice double join clean up',
        comment: 'other words that people type to find the clients who may be on file twice',
      }),
    isOffered: ({ session: { capabilities } }) =>
      (['listDuplicates', 'transferClient', 'getClient'] as const).every((name) => capabilities[name] !== undefined),
    target: { kind: 'page', to: '/clients', search: { view: 'duplicates' } },
  },
  ...viewCommands(),
  shifts: {
    label: () => words.shifts,
    detail: () => t({ message: 'Who works when', comment: 'Beside “Shifts”, the plan of the staff' }),
    alsoCalled: () =>
      t({
        message: 'roster rota duty schedule staff hours working planning copy last week',
        comment: 'other words that people type to find the page with the shifts of the staff',
      }),
    Icon: CalendarClock,
    isOffered: hasPlan,
    target: { kind: 'page', to: '/shifts' },
  },
  'time off': {
    label: () => t({ message: 'Time off', comment: 'of somebody who is away: on holiday, sick' }),
    detail: () => t({ message: 'Holiday, sick, training', comment: 'Beside “Time off”: why somebody is away' }),
    alsoCalled: () =>
      t({
        message: 'vacation leave ill absent away day off',
        comment: 'other words that people type to find “Time off”',
      }),
    Icon: TreePalm,
    isOffered: canPlan,
  },
  'block time': {
    label: () => t`Block time`,
    detail: () => t({ message: 'So that it can’t be booked', comment: 'Beside “Block time”' }),
    alsoCalled: () =>
      t({
        message: 'close room lunch break meeting unavailable',
        comment: 'other words that people type to find it',
      }),
    Icon: Ban,
    isOffered: canPlan,
  },
  requests: {
    label: () => words.requests,
    detail: () => t({ message: 'To confirm', comment: 'Beside “Requests”: what is done with them there' }),
    alsoCalled: () =>
      t({
        message: 'confirm decline online booking inbox',
        comment: 'other words that people type to find it',
      }),
    Icon: Inbox,
    target: { kind: 'page', to: '/requests' },
  },
  calls: {
    label: () => words.calls,
    detail: () => t({ message: 'Who has not confirmed', comment: 'Beside “Calls”: whom to call' }),
    alsoCalled: () =>
      t({ message: 'to call phone remind unconfirmed', comment: 'other words that people type to find it' }),
    Icon: Phone,
    target: { kind: 'page', to: '/requests', search: { tab: 'calls' } },
  },
  'waiting list': {
    label: () => words.waitingList,
    detail: () => t({ message: 'Who waits for a time', comment: 'Beside “Waiting list”' }),
    alsoCalled: () =>
      t({
        message: 'cancellation list sooner earlier queue',
        comment: 'other words that people type to find the waiting list',
      }),
    Icon: Hourglass,
    isOffered: ({ session }) => session.capabilities.listWaitingList !== undefined,
    target: { kind: 'page', to: '/waiting' },
  },
  reports: {
    label: () => words.reports,
    detail: () => t({ message: 'Counts and waiting times', comment: 'Beside “Reports”' }),
    alsoCalled: () =>
      t({
        message: 'statistics figures numbers no-shows cancellations analysis',
        comment: 'other words that people type to find it',
      }),
    Icon: ChartColumn,
    target: { kind: 'page', to: '/reports' },
  },
  print: {
    label: () => words.print,
    detail: () => t`This day`,
    alsoCalled: () => t({ message: 'paper day sheet pdf', comment: 'other words that people type to find it' }),
    Icon: Printer,
    keys: ['Mod p'],
    isOffered: isOnCalendar,
  },
  undo: {
    label: () => t`Undo`,
    detail: () => t({ message: 'The last change', comment: 'Beside “Undo”' }),
    alsoCalled: () =>
      t({ message: 'take back revert mistake wrong', comment: 'other words that people type to find “Undo”' }),
    Icon: Undo2,
    keys: ['Mod z'],
  },
  practice: {
    label: () => words.practice,
    detail: () =>
      t({
        message: 'Stores, people, visit types',
        comment: 'Beside “Practice”: what is set up on that screen',
      }),
    alsoCalled: () =>
      t({
        message: 'clinic set up manage administration name',
        comment: 'other words that people type to find the page where the practice is set up',
      }),
    Icon: Stethoscope,
    isOffered: ({ session }) => offeredParts(session).length > 0,
    target: { kind: 'page', to: '/practice' },
  },
  stores: {
    ...practicePart('stores'),
    label: () => t`Stores and hours`,
    alsoCalled: () =>
      t({
        message: 'opening closing times open closed locations branches address zone',
        comment: 'other words that people type to find it',
      }),
  },
  rooms: {
    ...practicePart('rooms'),
    label: () => t`Rooms`,
    alsoCalled: () =>
      t({
        message: 'add room columns order consulting theatre',
        comment: 'other words that people type to find the list of the rooms of the practice',
      }),
  },
  'visit types': {
    ...practicePart('types'),
    label: () => t`Visit types`,
    alsoCalled: () =>
      t({
        message: 'services reasons length duration consultation surgery vaccination',
        comment: 'other words that people type to find the list of visit types',
      }),
  },
  people: {
    ...practicePart('people'),
    label: () => t({ message: 'People', comment: 'those who work in the practice' }),
    alsoCalled: () =>
      t({
        message: 'staff vets colleague employee new access sign-in key permissions',
        comment: 'other words that people type to find the list of those who work in the practice',
      }),
    Icon: UsersRound,
  },
  import: {
    ...practicePart('import'),
    label: () => t({ message: 'Import', context: 'noun: of what another program has exported' }),
    alsoCalled: () =>
      t({
        message: 'csv file upload data migrate transfer other program',
        comment: 'other words that people type to find it',
      }),
    Icon: Upload,
  },
  history: {
    ...practicePart('history'),
    label: () => t`History`,
    alsoCalled: () =>
      t({
        message: 'changes log who changed audit',
        comment: 'other words that people type to find who changed what in the practice',
      }),
  },
  help: {
    label: () => t`Help`,
    detail: () => t({ message: 'How do I …?', comment: 'Beside “Help”: what it answers' }),
    alsoCalled: () =>
      t({
        message: 'how do i manual guide support tutorial',
        comment: 'other words that people type to find the help',
      }),
    Icon: CircleHelp,
  },
  'keyboard shortcuts': {
    label: () => words.keys,
    detail: () =>
      t({ message: 'All of them', comment: 'Beside “Keys”: opens the list of all shortcuts of the keyboard' }),
    alsoCalled: () => t({ message: 'hotkeys keys', comment: 'other words that people type to find it' }),
    Icon: Keyboard,
    keys: ['?'],
  },
  'switch person': {
    label: () => words.switchPerson,
    detail: () => t({ message: 'Somebody else signs in', comment: 'Beside “Switch person”' }),
    alsoCalled: () =>
      t({
        message: 'lock log out sign out change user colleague PIN',
        comment: 'other words that people type to find “Switch person”',
      }),
    keys: ['Mod Shift l'],
    isOffered: canSignIn,
  },
  settings: {
    label: () => words.settings,
    detail: () => t({ message: 'Of this browser', comment: 'Beside “Settings”: whose settings they are' }),
    alsoCalled: () =>
      t({ message: 'preferences options', comment: 'other words that people type to find the settings' }),
    Icon: Settings,
    target: { kind: 'page', to: '/settings' },
  },
  language: {
    ...settingOf('language'),
    label: () => t`Language`,
    alsoCalled: languageNames,
  },
  theme: {
    ...settingOf('theme'),
    label: () => t`Theme`,
    alsoCalled: () =>
      t({
        message: 'dark light mode night colours appearance',
        comment: 'other words that people type to find the choice between light and dark',
      }),
  },
  density: {
    ...settingOf('density'),
    label: () => t`Density of the calendar`,
    alsoCalled: () =>
      t({
        message: 'height zoom size whole day comfortable bigger',
        comment: 'other words that people type to find the choice of how tall an hour is on the calendar',
      }),
  },
  'first day of the week': {
    ...settingOf('first-day'),
    label: () => t`First day of the week`,
    alsoCalled: () =>
      t({ message: 'week begins starts weekday', comment: 'other words that people type to find the first weekday' }),
  },
  'status of new bookings': {
    ...settingOf('new-bookings'),
    label: () => t`Status of new bookings`,
    alsoCalled: () => t({ message: 'confirmed requested default', comment: 'other words that people type to find it' }),
  },
  'single-key shortcuts': {
    ...settingOf('single-keys'),
    label: () => t`Single-key shortcuts, such as n`,
    alsoCalled: () => t({ message: 'letters keyboard off on', comment: 'other words that people type to find it' }),
  },
  company: {
    ...settingOf('company'),
    label: () => t`Company`,
    isOffered: ({ hasCompanies }) => hasCompanies,
  },
  'my PIN': {
    ...settingOf('my-pin'),
    label: () => t`My PIN`,
    alsoCalled: () =>
      t({ message: 'password code change set remove', comment: 'other words that people type to find “My PIN”' }),
    isOffered: canSignIn,
  },
  lock: {
    ...settingOf('lock'),
    label: () => t`Lock when nobody uses this computer`,
    alsoCalled: () => t({ message: 'automatic timeout screen', comment: 'other words that people type to find it' }),
    isOffered: canSignIn,
  },
  'sign out': {
    ...settingOf('session'),
    label: () => t`Sign out`,
    alsoCalled: () => t({ message: 'log out leave end', comment: 'other words that people type to find “Sign out”' }),
    isOffered: canSignIn,
  },
  'set up': {
    label: () => t({ message: 'Begin with your own', comment: 'with a practice of one’s own instead of the demo' }),
    detail: () => t`Demo practice`,
    isOffered: ({ session }) => session.setUp !== null,
    target: { kind: 'page', to: '/setup' },
  },
  licence: {
    ...settingOf('licence'),
    label: () => t`Source and licence`,
    alsoCalled: () =>
      t({ message: 'version about open source AGPL', comment: 'other words that people type to find the licence' }),
  },
} satisfies Record<string, Command>;

/** The commands that show a view of the calendar; the names of the views in the URL are English. */
function viewCommands() {
  const detail = () => t({ message: 'View', context: 'noun: one of the views of the board, such as Week' });
  const rows = boardScreenViews.map((view, index) => {
    const row: Command = {
      label: () => viewLabels[view],
      detail,
      keys: [String(index + 1)],
      target: { kind: 'calendar', search: { view } },
    };
    return [`${view} view`, row] as const;
  });
  return Object.fromEntries(rows) as Record<`${(typeof boardScreenViews)[number]} view`, Command>;
}

export type CommandId = keyof typeof table;

/** All commands, in the order of the search. */
export const commands: Readonly<Record<CommandId, Command>> = table;
export const commandIds = Object.keys(table) as CommandId[];
