import { t } from '@lingui/core/macro';
import {
  Ban,
  CalendarClock,
  CalendarDays,
  CalendarX,
  ChartColumn,
  CircleHelp,
  DoorOpen,
  Download,
  Globe,
  Hourglass,
  Inbox,
  Keyboard,
  type LucideIcon,
  Phone,
  Plus,
  Printer,
  Send,
  Settings,
  Stethoscope,
  TableProperties,
  TreePalm,
  Undo2,
  Upload,
  Users,
  UsersRound,
} from 'lucide-react';
import { viewLabels } from '#app/addresses/board-search.ts';
import type { Target } from '#app/addresses/targets.ts';
import { findAllowedParts, type PracticePart } from '#app/session/practice-parts.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';
import { boardViews } from '#scheduling/board-day.ts';

/** The conditions that decide which commands are offered. */
export interface CommandContext {
  session: DeskSession;
  /** Whether the calendar is on the screen. */
  isOnCalendar: boolean;
  /** Whether the person can choose among several companies. */
  hasCompanies: boolean;
}

/**
 * A page, a setting or an action. The rail, the search, the help and the menus read it from the table below. The
 * command's id is its name in English, by which it is found in every language.
 */
export interface Command {
  label: () => string;
  /** Says where the command is found or what it is for; shown beside its label in the search. */
  detail?: () => string;
  Icon?: LucideIcon;
  /** The shortcut keys of the command, in the notation of `keys.ts`. */
  keys?: readonly string[];
  /** Whether the search offers it before anything is typed. */
  isFirst?: true;
  /** Whether the command is offered to a person; without this function, it is offered to everyone. */
  isOffered?: (context: CommandContext) => boolean;
  /**
   * The destination of the command. A command without a target is run by the part of the screen that handles it with
   * `useCommand`.
   */
  target?: Target;
}

type OfferTest = NonNullable<Command['isOffered']>;
const canBook: OfferTest = ({ session }) => session.canWrite !== false;
const hasPlan: OfferTest = ({ session }) => session.capabilities.listAvailability !== undefined;
const canPlan: OfferTest = ({ session }) => canChangePlan(session);
const isOnCalendar: OfferTest = (context) => context.isOnCalendar;
const canSignIn: OfferTest = ({ session }) => session.access === 'sign_in';
const manages =
  (part: PracticePart): OfferTest =>
  ({ session }) =>
    findAllowedParts(session).includes(part);

/**
 * Whether a person can subscribe to their own appointments in another calendar program. These are the appointments of
 * the employee to whom the sign-in key belongs.
 */
export function hasOwnCalendar({ access, canWrite, capabilities }: DeskSession): boolean {
  const { getMe, createFeed, listFeeds, endFeed } = capabilities;
  return access === 'sign_in' && canWrite !== false && Boolean(getMe && createFeed && listFeeds && endFeed);
}

/** Whether a person may block time and plan shifts, and the practice system supports both. */
export function canChangePlan({ capabilities }: Pick<DeskSession, 'capabilities'>): boolean {
  const fields = capabilities.changeAvailability?.fields ?? [];
  return ['put', 'remove'].every((field) => fields.includes(field));
}

const bookText = () => t({ message: 'Book', context: 'verb: makes an appointment' });

const practicePartCommand = (part: PracticePart, label: Command['label']) =>
  ({
    label,
    detail: () => texts.practice,
    isOffered: manages(part),
    target: { kind: 'page', to: '/practice', search: { part } },
  }) satisfies Command;

const settingCommand = (hash: Extract<Target, { to: '/settings' }>['hash'] & string) =>
  ({
    detail: () => texts.settings,
    target: { kind: 'page', to: '/settings', hash },
  }) satisfies Partial<Command>;

const commandTable = {
  'new appointment': {
    label: () => texts.newAppointment,
    detail: bookText,
    Icon: Plus,
    keys: ['n'],
    isFirst: true,
    isOffered: canBook,
    target: { kind: 'book', search: {} },
  },
  'walk-in': {
    label: () => texts.walkIn,
    detail: bookText,
    Icon: DoorOpen,
    keys: ['w'],
    isFirst: true,
    isOffered: canBook,
    target: { kind: 'book', search: { walkin: true } },
  },
  'new client': {
    label: () => t`New client`,
    detail: () => t`Clients`,
    isOffered: ({ session }) => session.capabilities.createClient !== undefined,
    target: { kind: 'page', to: '/clients', search: { edit: 'new client' } },
  },
  calendar: {
    label: () => t({ message: 'Calendar', comment: 'the screen with the calendar of the day' }),
    Icon: CalendarDays,
    target: { kind: 'calendar', search: {} },
  },
  today: {
    label: () => texts.today,
    detail: () => t`Day`,
    keys: ['t'],
    isFirst: true,
    target: { kind: 'calendar', search: { date: undefined, appointment: undefined } },
  },
  appointments: {
    label: () => t`Appointments`,
    detail: () => t`Search and export`,
    Icon: TableProperties,
    isFirst: true,
    target: { kind: 'page', to: '/appointments' },
  },
  clients: {
    label: () => t`Clients`,
    Icon: Users,
    target: { kind: 'page', to: '/clients' },
  },
  'possible duplicates': {
    label: () => t`Possible duplicates`,
    detail: () => t`Clients`,
    isOffered: ({ session: { capabilities } }) =>
      (['listDuplicates', 'transferClient', 'getClient'] as const).every((name) => capabilities[name] !== undefined),
    target: { kind: 'page', to: '/clients', search: { view: 'duplicates' } },
  },
  ...viewCommands(),
  shifts: {
    label: () => texts.shifts,
    detail: () => t({ message: 'Who works when', comment: 'Beside “Shifts”, the plan of the staff' }),
    Icon: CalendarClock,
    isOffered: hasPlan,
    target: { kind: 'page', to: '/shifts' },
  },
  'time off': {
    label: () => t({ message: 'Time off', comment: 'of someone who is away: on holiday, sick' }),
    detail: () => t({ message: 'Holiday, sick, training', comment: 'Beside “Time off”: why someone is away' }),
    Icon: TreePalm,
    isOffered: canPlan,
  },
  'block time': {
    label: () => t`Block time`,
    detail: () => t({ message: 'Keep a room or a store from being booked', comment: 'Beside “Block time”' }),
    Icon: Ban,
    isOffered: canPlan,
  },
  'closed on a day': {
    label: () => t({ message: 'Close for a day…', comment: 'command: a store, or all of them, on a public holiday' }),
    detail: () => t`Stores and hours`,
    Icon: CalendarX,
    isOffered: canPlan,
  },
  requests: {
    label: () => texts.requests,
    detail: () => t({ message: 'To confirm', comment: 'Beside “Requests”: what is done with them there' }),
    Icon: Inbox,
    target: { kind: 'page', to: '/requests' },
  },
  calls: {
    label: () => texts.calls,
    detail: () => t({ message: 'Clients who haven’t confirmed', comment: 'Beside “Calls”: whom to call' }),
    Icon: Phone,
    target: { kind: 'page', to: '/requests', search: { tab: 'calls' } },
  },
  'waiting list': {
    label: () => texts.waitingList,
    detail: () => t({ message: 'Clients waiting for a time', comment: 'Beside “Waiting list”' }),
    Icon: Hourglass,
    isOffered: ({ session: { capabilities } }) =>
      capabilities.listWaitingList !== undefined || capabilities.listRecalls !== undefined,
    target: { kind: 'page', to: '/waiting' },
  },
  'due again': {
    label: () => texts.dueAgain,
    detail: () => t({ message: 'Pets whose next visit is due', comment: 'Beside “Due again”: whom to call' }),
    Icon: CalendarClock,
    isOffered: ({ session }) => session.capabilities.listRecalls !== undefined,
    target: { kind: 'page', to: '/waiting', search: { tab: 'due' } },
  },
  reports: {
    label: () => texts.reports,
    detail: () => t({ message: 'Counts and waiting times', comment: 'Beside “Reports”' }),
    Icon: ChartColumn,
    target: { kind: 'page', to: '/reports' },
  },
  print: {
    label: () => texts.print,
    detail: () => t`This day`,
    Icon: Printer,
    keys: ['Mod p'],
    isOffered: isOnCalendar,
  },
  undo: {
    label: () => t`Undo`,
    detail: () => t({ message: 'The last change', comment: 'Beside “Undo”' }),
    Icon: Undo2,
    keys: ['Mod z'],
  },
  practice: {
    label: () => texts.practice,
    detail: () =>
      t({
        message: 'Stores, people, visit types',
        comment: 'Beside “Practice”: what is set up on that screen',
      }),
    Icon: Stethoscope,
    isOffered: ({ session }) => findAllowedParts(session).length > 0,
    target: { kind: 'page', to: '/practice' },
  },
  stores: practicePartCommand('stores', () => t`Stores and hours`),
  rooms: practicePartCommand('rooms', () => t`Rooms`),
  'visit types': practicePartCommand('types', () => t`Visit types`),
  people: {
    ...practicePartCommand('people', () => t({ message: 'People', comment: 'those who work in the practice' })),
    Icon: UsersRound,
  },
  messages: {
    ...practicePartCommand('messages', () =>
      t({ message: 'Messages', comment: 'to clients: confirmations, reminders …' }),
    ),
    detail: () => t({ message: 'Reminders by e-mail and SMS', comment: 'Beside “Messages”' }),
    Icon: Send,
  },
  website: {
    ...practicePartCommand('website', () =>
      t({ message: 'Web site', comment: 'of the practice: where clients request a time' }),
    ),
    detail: () => t({ message: 'Requests from clients', comment: 'Beside “Web site”' }),
    Icon: Globe,
  },
  import: {
    ...practicePartCommand('import', () =>
      t({ message: 'Import', context: 'noun: importing data exported from another program' }),
    ),
    Icon: Upload,
  },
  export: {
    ...practicePartCommand('export', () =>
      t({ message: 'Export', context: 'noun: exporting all data of the practice' }),
    ),
    Icon: Download,
  },
  history: practicePartCommand('history', () => t`History`),
  help: {
    label: () => t`Help`,
    detail: () => t({ message: 'How do I …?', comment: 'Beside “Help”: what it answers' }),
    Icon: CircleHelp,
  },
  'keyboard shortcuts': {
    label: () => texts.keys,
    detail: () => t({ message: 'List of all shortcuts', comment: 'Beside “Keyboard shortcuts”, which opens it' }),
    Icon: Keyboard,
    keys: ['?'],
  },
  'switch person': {
    label: () => texts.switchPerson,
    detail: () => t({ message: 'Someone else signs in', comment: 'Beside “Switch person”' }),
    keys: ['Mod Shift l'],
    isOffered: canSignIn,
  },
  settings: {
    label: () => texts.settings,
    detail: () => t({ message: 'For this browser', comment: 'Beside “Settings”: whose settings they are' }),
    Icon: Settings,
    target: { kind: 'page', to: '/settings' },
  },
  language: {
    ...settingCommand('language'),
    label: () => t`Language`,
  },
  theme: {
    ...settingCommand('theme'),
    label: () => t`Theme`,
  },
  density: {
    ...settingCommand('density'),
    label: () => t`Calendar density`,
  },
  'first day of the week': {
    ...settingCommand('first-day'),
    label: () => t`First day of the week`,
  },
  'status of new bookings': {
    ...settingCommand('new-bookings'),
    label: () => t`Status of new bookings`,
  },
  'single-key shortcuts': {
    ...settingCommand('single-keys'),
    label: () => t`Single-key shortcuts, such as n`,
  },
  company: {
    ...settingCommand('company'),
    label: () => t`Company`,
    isOffered: ({ hasCompanies }) => hasCompanies,
  },
  'my calendar elsewhere': {
    ...settingCommand('my-calendar'),
    label: () => t`My calendar elsewhere`,
    isOffered: ({ session }) => hasOwnCalendar(session),
  },
  'my PIN': {
    ...settingCommand('my-pin'),
    label: () => t`My PIN`,
    isOffered: canSignIn,
  },
  lock: {
    ...settingCommand('lock'),
    label: () => t`Lock when no one is using this computer`,
    isOffered: canSignIn,
  },
  'sign out': {
    ...settingCommand('session'),
    label: () => t`Sign out`,
    isOffered: canSignIn,
  },
  'set up': {
    label: () => t({ message: 'Set up your own practice', comment: 'instead of the demo' }),
    detail: () => t`Demo practice`,
    isOffered: ({ session }) => session.setUp !== null,
    target: { kind: 'page', to: '/setup' },
  },
  licence: {
    ...settingCommand('licence'),
    label: () => t`Source and licence`,
  },
} satisfies Record<string, Command>;

/** The commands that show a view of the calendar. Their ids are made of the views' names in the URL: `week view`. */
function viewCommands() {
  const detail = () => t({ message: 'View', context: 'noun: one of the views of the board, such as Week' });
  const rows = boardViews.map((view, index) => {
    const row: Command = {
      label: () => viewLabels[view],
      detail,
      keys: [String(index + 1)],
      target: { kind: 'calendar', search: { view } },
    };
    return [`${view} view`, row] as const;
  });
  return Object.fromEntries(rows) as Record<`${(typeof boardViews)[number]} view`, Command>;
}

export type CommandId = keyof typeof commandTable;

/** All commands, in the order of the search. */
export const commands: Readonly<Record<CommandId, Command>> = commandTable;
export const commandIds = Object.keys(commandTable) as CommandId[];
