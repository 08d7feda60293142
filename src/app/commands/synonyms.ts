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
  'new appointment': () =>
    t({ message: 'book add make booking', comment: 'other words that people type to find “New appointment”' }),
  'walk-in': () =>
    t({
      message: 'emergency urgent without appointment',
      comment: 'other words that people type to find it',
    }),
  'new client': () =>
    t({ message: 'register pet owner add customer', comment: 'other words that people type to find “New client”' }),
  calendar: () =>
    t({ message: 'board schedule day planner diary', comment: 'other words that people type to find the calendar' }),
  appointments: () =>
    t({
      message: 'export csv excel download list find past history',
      comment: 'other words that people type to find it',
    }),
  clients: () =>
    t({
      message: 'customers owners pets patients directory address book A to Z',
      comment: 'other words that people type to find the page with all clients',
    }),
  'possible duplicates': () =>
    t({
      message: 'merge same twice double join clean up',
      comment: 'other words that people type to find the clients who may be on file twice',
    }),
  shifts: () =>
    t({
      message: 'roster rota duty schedule staff hours working planning copy last week',
      comment: 'other words that people type to find the page with the shifts of the staff',
    }),
  'time off': () =>
    t({
      message: 'vacation leave ill absent away day off',
      comment: 'other words that people type to find “Time off”',
    }),
  'closed on a day': () =>
    t({
      message: 'closing day shut Christmas Easter public bank holiday',
      comment: 'other words that people type to find “Closed on a day…”',
    }),
  'block time': () =>
    t({
      message: 'close room lunch break meeting unavailable',
      comment: 'other words that people type to find it',
    }),
  requests: () =>
    t({
      message: 'confirm decline online booking inbox',
      comment: 'other words that people type to find it',
    }),
  calls: () =>
    t({
      message: 'to call phone remind reminder unconfirmed not confirmed call list',
      comment: 'other words that people type to find it',
    }),
  'waiting list': () =>
    t({
      message: 'cancellation list sooner earlier queue',
      comment: 'other words that people type to find the waiting list',
    }),
  reports: () =>
    t({
      message: 'statistics figures numbers no-shows cancellations analysis',
      comment: 'other words that people type to find it',
    }),
  print: () => t({ message: 'paper day sheet pdf', comment: 'other words that people type to find it' }),
  undo: () => t({ message: 'take back revert mistake wrong', comment: 'other words that people type to find “Undo”' }),
  practice: () =>
    t({
      message: 'clinic set up manage administration name',
      comment: 'other words that people type to find the page where the practice is set up',
    }),
  stores: () =>
    t({
      message: 'opening closing times open closed locations branches address zone',
      comment: 'other words that people type to find it',
    }),
  rooms: () =>
    t({
      message: 'add room columns order consulting theatre',
      comment: 'other words that people type to find the list of the rooms of the practice',
    }),
  'visit types': () =>
    t({
      message: 'services reasons length duration consultation surgery vaccination',
      comment: 'other words that people type to find the list of visit types',
    }),
  people: () =>
    t({
      message: 'staff vets colleague employee new access sign-in key permissions',
      comment: 'other words that people type to find the list of those who work in the practice',
    }),
  import: () =>
    t({
      message: 'csv file upload data migrate transfer other program',
      comment: 'other words that people type to find it',
    }),
  history: () =>
    t({
      message: 'changes log who changed audit',
      comment: 'other words that people type to find who changed what in the practice',
    }),
  help: () =>
    t({
      message: 'how do i manual guide support tutorial',
      comment: 'other words that people type to find the help',
    }),
  'keyboard shortcuts': () => t({ message: 'hotkeys keys', comment: 'other words that people type to find it' }),
  'switch person': () =>
    t({
      message: 'lock log out sign out change user colleague PIN',
      comment: 'other words that people type to find “Switch person”',
    }),
  settings: () => t({ message: 'preferences options', comment: 'other words that people type to find the settings' }),
  language: languageNames,
  theme: () =>
    t({
      message: 'dark light mode night colours appearance',
      comment: 'other words that people type to find the choice between light and dark',
    }),
  density: () =>
    t({
      message: 'height zoom size whole day comfortable bigger',
      comment: 'other words that people type to find the choice of how tall an hour is on the calendar',
    }),
  'first day of the week': () =>
    t({ message: 'week begins starts weekday', comment: 'other words that people type to find the first weekday' }),
  'status of new bookings': () =>
    t({ message: 'confirmed requested default', comment: 'other words that people type to find it' }),
  'single-key shortcuts': () =>
    t({ message: 'letters keyboard off on', comment: 'other words that people type to find it' }),
  'my PIN': () =>
    t({ message: 'password code change set remove', comment: 'other words that people type to find “My PIN”' }),
  lock: () => t({ message: 'automatic timeout screen', comment: 'other words that people type to find it' }),
  'sign out': () => t({ message: 'log out leave end', comment: 'other words that people type to find “Sign out”' }),
  licence: () =>
    t({ message: 'version about open source AGPL', comment: 'other words that people type to find the licence' }),
};
