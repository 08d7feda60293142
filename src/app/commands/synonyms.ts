import { t } from '@lingui/core/macro';
import { languages } from '#app/language/languages.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import type { CommandId } from './commands.ts';

const languageName = (tag: string, inLanguage = shownLocale) =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag;

/** The names of all languages, each in itself and in the language of the page. */
const languageNames = () => languages.flatMap(({ tag }) => [languageName(tag, tag), languageName(tag)]).join(' ');

/** Other words that people use for a command, separated by spaces, in the language of the page. */
export const synonyms: Partial<Record<CommandId, () => string>> = {
  'new appointment': () => t({ message: 'book add make booking', comment: 'words that find “New appointment”' }),
  'walk-in': () => t({ message: 'emergency urgent without appointment', comment: 'words that find it' }),
  'new client': () => t({ message: 'register pet owner add customer', comment: 'words that find “New client”' }),
  calendar: () => t({ message: 'board schedule day planner diary', comment: 'words that find the calendar' }),
  appointments: () => t({ message: 'export csv excel download list find past history', comment: 'words that find it' }),
  clients: () =>
    t({
      message: 'customers owners pets patients directory address book A to Z',
      comment: 'words that find “Clients”',
    }),
  'possible duplicates': () =>
    t({ message: 'merge same twice double join clean up', comment: 'words that find “Possible duplicates”' }),
  shifts: () =>
    t({
      message: 'roster rota duty schedule staff hours working planning copy last week',
      comment: 'words that find “Shifts”',
    }),
  'time off': () => t({ message: 'vacation leave ill absent away day off', comment: 'words that find “Time off”' }),
  'closed on a day': () =>
    t({
      message: 'closing day shut Christmas Easter public bank holiday',
      comment: 'words that find “Close for a day…”',
    }),
  'block time': () => t({ message: 'close room lunch break meeting unavailable', comment: 'words that find it' }),
  requests: () => t({ message: 'confirm decline online booking inbox', comment: 'words that find it' }),
  calls: () =>
    t({ message: 'to call phone remind reminder unconfirmed not confirmed call list', comment: 'words that find it' }),
  'waiting list': () =>
    t({ message: 'cancellation list sooner earlier queue', comment: 'words that find the waiting list' }),
  'due again': () =>
    t({ message: 'recall recalls overdue vaccination booster reminder list', comment: 'words that find it' }),
  reports: () =>
    t({ message: 'statistics figures numbers no-shows cancellations analysis', comment: 'words that find it' }),
  print: () => t({ message: 'paper day sheet pdf', comment: 'words that find it' }),
  undo: () => t({ message: 'take back revert mistake wrong', comment: 'words that find “Undo”' }),
  practice: () => t({ message: 'clinic set up manage administration name', comment: 'words that find “Practice”' }),
  stores: () =>
    t({ message: 'opening closing times open closed locations branches address zone', comment: 'words that find it' }),
  rooms: () => t({ message: 'add room columns order consulting theatre', comment: 'words that find “Rooms”' }),
  'visit types': () =>
    t({
      message: 'services reasons length duration consultation surgery vaccination',
      comment: 'words that find “Visit types”',
    }),
  people: () =>
    t({
      message: 'staff vets colleague employee new access sign-in key permissions',
      comment: 'words that find “People”',
    }),
  messages: () =>
    t({
      message: 'remind reminder reminders confirmation confirmations sms text message e-mail email notify clients',
      comment: 'words that find “Messages”, to clients',
    }),
  website: () =>
    t({
      message: 'online booking homepage website internet page link embed widget requests',
      comment: 'words that find “Web site”, where clients request appointments',
    }),
  import: () => t({ message: 'csv file upload data migrate transfer other program', comment: 'words that find it' }),
  export: () => t({ message: 'take data out backup save all zip csv leave', comment: 'words that find it' }),
  history: () => t({ message: 'changes log who changed audit', comment: 'words that find “History”' }),
  help: () => t({ message: 'how do i manual guide support tutorial', comment: 'words that find the help' }),
  'keyboard shortcuts': () => t({ message: 'hotkeys keys', comment: 'words that find it' }),
  'switch person': () =>
    t({ message: 'lock log out sign out change user colleague PIN', comment: 'words that find “Switch person”' }),
  settings: () => t({ message: 'preferences options', comment: 'words that find the settings' }),
  language: languageNames,
  theme: () => t({ message: 'dark light mode night colours appearance', comment: 'words that find “Theme”' }),
  density: () =>
    t({
      message: 'height zoom size whole day comfortable bigger',
      comment: 'words that find “Calendar density”',
    }),
  'first day of the week': () => t({ message: 'week begins starts weekday', comment: 'words that find it' }),
  'status of new bookings': () => t({ message: 'confirmed requested default', comment: 'words that find it' }),
  'single-key shortcuts': () => t({ message: 'letters keyboard off on', comment: 'words that find it' }),
  'my calendar elsewhere': () =>
    t({
      message: 'phone Google Outlook Apple iCal ics feed subscribe sync',
      comment: 'words that find “My calendar elsewhere”',
    }),
  'my PIN': () => t({ message: 'password code change set remove', comment: 'words that find “My PIN”' }),
  lock: () => t({ message: 'automatic timeout screen', comment: 'words that find it' }),
  'sign out': () => t({ message: 'log out leave end', comment: 'words that find “Sign out”' }),
  licence: () => t({ message: 'version about open source AGPL', comment: 'words that find the licence' }),
};
