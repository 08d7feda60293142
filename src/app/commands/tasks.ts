import { t } from '@lingui/core/macro';
import type { Target } from '#app/addresses/targets.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { Capabilities } from '#contract/desk.ts';
import { matchesWords, normalizeText } from '#reading/text.ts';
import { type CommandId, commands } from './commands.ts';
import { synonyms } from './synonyms.ts';

/** A control that **Show me** points at: by a selector, or by its accessible name. */
export type Control = { selector: string } | { name: string };

/** A task that the help explains. */
export interface Task {
  title: () => string;
  /** Says how the task is done, in one or two sentences; named controls are spelled as on the screen. */
  text: () => string;
  /** Other words that people use for the task, separated by spaces, in the language of the page. */
  otherWords?: () => string;
  /** The command that the task is about. The command's words find the task, too, and its key is shown. */
  command?: CommandId;
  /** The page that has the controls; null for the page that is shown. */
  target: Target | null;
  /** The controls to point at: the first of these that is on the screen is used. */
  controls: () => readonly Control[];
  /**
   * A condition in addition to the task's command: the person can change appointments, see their history or messages,
   * record clients' answers, or run another command.
   */
  needs?: 'changes' | 'history' | 'messages' | 'answers' | CommandId;
}

const calendarTarget = { kind: 'calendar', search: { appointment: undefined } } as const satisfies Target;
const controlsByName = (...names: string[]): Control[] => names.map((name) => ({ name }));
const appointmentBlock: Control = { selector: 'main [data-appointment]' };
const moreText = () => t({ message: 'More', context: 'pages and settings that have no place in the tab bar' });
const planMenuControls = () =>
  controlsByName(
    t({ message: 'Block time or time off', comment: 'a menu beside the button “New appointment”' }),
    moreText(),
  );
const searchControls = () => controlsByName(texts.search);

/** A task that begins with selecting an appointment on the calendar. */
const appointmentTask = {
  target: calendarTarget,
  controls: () => [appointmentBlock, ...searchControls()],
  needs: 'changes',
} as const;

const taskTable = {
  book: {
    title: () => t`Book an appointment`,
    text: () =>
      t`Press New appointment, or click a free time on the calendar. Choose the pet, the visit type and a time, then press Book appointment.`,
    command: 'new appointment',
    target: null,
    controls: () => controlsByName(texts.newAppointment),
  },
  'walk-in': {
    title: () => t`Check in someone without an appointment`,
    text: () =>
      t`Press Walk-in and choose the pet and the visit type. The appointment starts now, checked in, with the first vet and room that are free.`,
    command: 'walk-in',
    target: null,
    controls: () => controlsByName(texts.walkIn, moreText()),
  },
  free: {
    title: () => t`Find a free time`,
    text: () =>
      t`New appointment lists every free start time of the day. Use the arrows next to the date to go to another day. You can also type into the search, for example “tomorrow Smith 30 min”.`,
    target: null,
    controls: searchControls,
  },
  'check in': {
    title: () => t`Check in a patient who has arrived`,
    text: () =>
      t`Click the appointment and press Check in. The same button then offers the next steps: Start, Ready, Check out.`,
    ...appointmentTask,
  },
  reschedule: {
    title: () => t`Move an appointment to another time`,
    text: () => t`Drag the appointment on the calendar, or click it and press Reschedule to see every free time.`,
    ...appointmentTask,
  },
  'follow-up': {
    title: () => t`Book a follow-up or a recheck`,
    text: () =>
      t`Click the appointment and press Book again, then choose in how many weeks. For several dates at once, press Repeat beside the day in the form.`,
    otherWords: () =>
      t({
        message: 'control check-up next again repeat recurring series course regular',
        comment: 'other words that people type to find how an appointment is booked that follows another',
      }),
    ...appointmentTask,
  },
  cancel: {
    title: () => t`Cancel an appointment`,
    text: () =>
      t`Click the appointment and press Cancel appointment. You can then add the reason, and see who is waiting for a time like that.`,
    ...appointmentTask,
  },
  'no-show': {
    title: () => t`Record that a client didn’t come`,
    text: () =>
      t`Right-click the appointment once its time has begun, or click it, and choose No-show. You can add the reason afterwards.`,
    otherWords: () =>
      t({
        message: 'no-show missed absent not arrived',
        comment: 'other words that people type to find how it is noted that a client did not come',
      }),
    ...appointmentTask,
  },
  history: {
    title: () => t`See who changed an appointment`,
    text: () => t`Click the appointment and open History: it lists who changed what, and when.`,
    otherWords: () =>
      t({
        message: 'history log who moved cancelled booked',
        comment: 'other words that people type to find who changed an appointment',
      }),
    ...appointmentTask,
    needs: 'history',
  },
  late: {
    title: () => t`Tell the calendar that a vet is running late`,
    text: () =>
      t`Press the vet’s or room’s name above its column and choose Running late…, or right-click a late appointment and choose Move the rest. Later appointments move by the minutes you enter.`,
    ...appointmentTask,
  },
  undo: {
    title: () => t`Undo a mistake`,
    text: () =>
      t`Press Undo in the notice below the header, or Ctrl Z (⌘ Z on a Mac). An appointment that was just booked disappears again.`,
    command: 'undo',
    target: null,
    controls: () => [...controlsByName(t`Undo`), { selector: '[data-notices-line]' }],
  },
  away: {
    title: () => t`A vet is away or off sick`,
    text: () =>
      t`Type the vet’s name and “away” into the search. Enter from when to when. Their appointments are then listed, so you can share them out, reschedule or cancel them.`,
    command: 'time off',
    target: calendarTarget,
    controls: searchControls,
    needs: 'changes',
  },
  'time off': {
    title: () => t`Enter a holiday or other time off`,
    text: () =>
      t`In the menu next to New appointment, choose Time off. Then enter who will be away, from when to when, and why.`,
    command: 'time off',
    target: null,
    controls: planMenuControls,
  },
  block: {
    title: () => t`Keep a room or an hour free`,
    text: () => t`In the menu next to New appointment, choose Block time. Blocked time is never offered as free.`,
    command: 'block time',
    target: null,
    controls: planMenuControls,
  },
  shifts: {
    title: () => t`Plan who works when`,
    text: () =>
      t`In Shifts, click an empty day to see the usual hours, then click it again to add them. Drag to draw other hours, or press Copy last week to repeat a whole week.`,
    command: 'shifts',
    target: { kind: 'page', to: '/shifts' },
    controls: () => [...controlsByName(t`Copy last week`), { selector: 'main [role="gridcell"]' }],
  },
  client: {
    title: () => t`Register a new client`,
    text: () =>
      t`Press New client in Clients. While you book, type a name that is not on file and choose New client and pet.`,
    command: 'new client',
    target: { kind: 'page', to: '/clients' },
    controls: () => controlsByName(t`New client`),
  },
  find: {
    title: () => t`Find a client or a pet`,
    text: () =>
      t`Type a name, an e-mail address or a phone number into the search. Of a phone number, the last four digits are enough.`,
    otherWords: () =>
      t({
        message: 'phone number telephone who is calling owner look up',
        comment: 'other words that people type to find how a client is found',
      }),
    target: null,
    controls: searchControls,
  },
  'change client': {
    title: () => t`Change a phone number or other details`,
    text: () =>
      t`Find the client or the pet in the search and press Edit on the page that opens. The Clients page lists all clients from A to Z.`,
    otherWords: () =>
      t({
        message: 'edit correct e-mail address name client pet breed alert',
        comment: 'other words that people type to find how the details of a client or a pet are changed',
      }),
    target: null,
    controls: searchControls,
    needs: 'new client',
  },
  died: {
    title: () => t`Record that a pet has died`,
    text: () =>
      t`Find the pet in the search, press Edit on its page and enter when it died. Its upcoming appointments can then be cancelled together, and it is no longer suggested.`,
    otherWords: () =>
      t({
        message: 'dead death deceased passed away put to sleep euthanised lost inactive',
        comment: 'other words that people type to find how the death of a pet is recorded',
      }),
    target: null,
    controls: searchControls,
    needs: 'new client',
  },
  duplicates: {
    title: () => t`Merge two clients who are the same person`,
    text: () =>
      t`In Clients, choose Possible duplicates and compare the clients side by side. Merge moves the pets to the client you keep.`,
    command: 'possible duplicates',
    target: { kind: 'page', to: '/clients' },
    controls: () => controlsByName(t`Possible duplicates`),
  },
  print: {
    title: () => t`Print tomorrow’s appointments`,
    text: () =>
      t`Go to tomorrow on the calendar and press Print. Choose one list by time, or a list for each room or vet.`,
    command: 'print',
    target: { ...calendarTarget, inDays: 1 },
    controls: () => controlsByName(texts.print, t`Next day`),
  },
  requests: {
    title: () => t`Answer requests for appointments`,
    text: () =>
      t`The Requests page lists all requests, soonest first. Book or confirm each one, offer another time, or decline it. Requests that you have answered stay in their place, marked.`,
    command: 'requests',
    target: { kind: 'page', to: '/requests' },
    controls: () => [{ selector: '[data-request] button' }, { selector: 'nav [aria-current="page"]' }],
  },
  calls: {
    title: () => t`Call clients about the next day`,
    text: () => t`Calls lists everyone who hasn’t confirmed yet, with their phone numbers.`,
    command: 'calls',
    target: { kind: 'page', to: '/requests', search: { tab: 'calls' } },
    controls: () => controlsByName(texts.calls),
  },
  messages: {
    title: () => t`See which messages a client got`,
    text: () =>
      t`Click the appointment to see under Messages what was sent, to which address, and whether it arrived; Send now… sends another at once. The client’s page lists all messages to the client.`,
    otherWords: () =>
      t({
        message: 'reminder confirmation message mail e-mail sms text sent delivered was written to',
        comment: 'other words that people type to find what was sent to a client',
      }),
    ...appointmentTask,
    needs: 'messages',
  },
  'stop messages': {
    title: () => t`Stop messages to a client`,
    text: () =>
      t`Find the client in the search, press Edit on their page and choose No messages (opted out) under Messages. Reminders about due pets also have a link with which clients stop those.`,
    otherWords: () =>
      t({
        message: 'unsubscribe opt out opted-out no more messages reminders e-mail sms',
        comment: 'other words that people type to find how a client is no longer written to',
      }),
    target: null,
    controls: searchControls,
    needs: 'messages',
  },
  answer: {
    title: () => t`Record that a client confirmed`,
    text: () =>
      t`Click the appointment, and under Messages press Client confirmed or Wants another time. Answers that clients give online appear there and on the calendar.`,
    otherWords: () =>
      t({
        message: 'answer reply confirm call telephone another time',
        comment: 'other words that people type to find how a client’s answer is noted',
      }),
    ...appointmentTask,
    needs: 'answers',
  },
  'another time': {
    title: () => t`Answer a client who wants another time`,
    text: () =>
      t`The Requests page lists these clients with their notes. Press Reschedule to see every free time, or Keep the time if the client comes after all. The client then leaves the list.`,
    command: 'requests',
    target: { kind: 'page', to: '/requests' },
    controls: () => [{ selector: '[data-row] button' }, { selector: 'nav [aria-current="page"]' }],
    needs: 'answers',
  },
  remind: {
    title: () => t`Remind clients automatically`,
    text: () =>
      t`On the Practice page, open Messages, choose what clients get and when, and press Switch on. You first see which messages would be sent, and the text that a client would get.`,
    command: 'messages',
    target: { kind: 'page', to: '/practice', search: { part: 'messages' } },
    controls: () =>
      controlsByName(
        t({ message: 'Switch on', comment: 'button: messages to clients' }),
        t({ message: 'Save and switch on', comment: 'button: messages to clients' }),
        t({ message: 'Switch off', comment: 'button: messages to clients' }),
        commands.messages.label(),
      ),
  },
  website: {
    title: () => t`Let clients request a time on your web site`,
    text: () =>
      t`On the Practice page, open Web site, choose the stores and visit types and press Save. Then copy the HTML into your web site, or link to the page. New requests appear on the Requests page.`,
    command: 'website',
    target: { kind: 'page', to: '/practice', search: { part: 'website' } },
    controls: () => [{ selector: 'main input[type="checkbox"]' }, ...controlsByName(commands.website.label())],
  },
  waiting: {
    title: () => t`Put someone on the waiting list`,
    text: () =>
      t`While booking, choose Put on the waiting list, or add the pet on the Waiting list page. When a time becomes free, a notice says who is waiting for a time like that.`,
    command: 'waiting list',
    target: { kind: 'page', to: '/waiting' },
    controls: () => [...controlsByName(texts.putOnWaitingList), { selector: 'nav [aria-current="page"]' }],
  },
  'due again': {
    title: () => t`Find out who is due again`,
    text: () =>
      t`The Due again tab, next to the waiting list, lists every pet that is due, with the client’s phone number. To choose after how many months, open Visit types on the Practice page.`,
    command: 'due again',
    target: { kind: 'page', to: '/waiting', search: { tab: 'due' } },
    controls: () => [...controlsByName(texts.dueAgain), { selector: 'nav [aria-current="page"]' }],
  },
  export: {
    title: () => t`Export appointments to a spreadsheet`,
    text: () => t`In Appointments, choose the days and filters, then Export. The file has exactly what the list shows.`,
    command: 'appointments',
    target: { kind: 'page', to: '/appointments' },
    controls: () => [
      ...controlsByName(t({ message: 'Export', context: 'noun: a list that is being saved as a file' })),
      { selector: 'nav [aria-current="page"]' },
    ],
  },
  'export all': {
    title: () => t`Export everything, or take your data elsewhere`,
    text: () =>
      t`On the Practice page, Export saves clients, pets, people and appointments as one .zip of CSV files, which open in any spreadsheet.`,
    command: 'export',
    target: { kind: 'page', to: '/practice', search: { part: 'export' } },
    controls: () => controlsByName(commands.export.label()),
  },
  colleague: {
    title: () => t`Add a colleague and give them access`,
    text: () =>
      t`On the Practice page, open People, add the person and create a sign-in key. The key is shown once, so print or copy it.`,
    command: 'people',
    target: { kind: 'page', to: '/practice', search: { part: 'people' } },
    controls: () => controlsByName(t({ message: 'New person', comment: 'button: adds one who works here' })),
  },
  hours: {
    title: () => t`Change the opening hours`,
    text: () =>
      t`On the Practice page, open Stores and hours and edit the store. The calendar and all free times change with it.`,
    command: 'stores',
    target: { kind: 'page', to: '/practice', search: { part: 'stores' } },
    controls: () => [{ selector: 'main li button' }, ...controlsByName(t`Stores and hours`)],
  },
  'closed day': {
    title: () => t`Close on a public holiday or another day`,
    text: () =>
      t`On the Practice page, open Stores and hours, press Close for a day… and choose the day and the store, or all stores. Nothing is offered as free on that day.`,
    command: 'closed on a day',
    target: { kind: 'page', to: '/practice', search: { part: 'stores' } },
    controls: () => controlsByName(commands['closed on a day'].label(), t`Stores and hours`),
    needs: 'stores',
  },
  import: {
    title: () => t`Import clients and pets from another program`,
    text: () =>
      t`On the Practice page, open Import and drop the files that your old program exported. You see what is new and what changes before anything is written.`,
    command: 'import',
    target: { kind: 'page', to: '/practice', search: { part: 'import' } },
    controls: () => [{ selector: 'main label, main input[type="file"]' }, ...controlsByName(commands.import.label())],
  },
  person: {
    title: () => t`Hand the desk to a colleague`,
    text: () =>
      t`Choose Switch person in the menu with your initials. With a PIN, which you set in Settings, switching takes seconds.`,
    command: 'switch person',
    target: { kind: 'page', to: '/settings', hash: 'my-pin' },
    controls: () => [{ selector: '#my-pin' }],
  },
  phone: {
    title: () => t`See my appointments in my phone’s calendar`,
    text: () =>
      t`In Settings, My calendar elsewhere, press Create address and copy it. On the phone, add it as a subscribed calendar.`,
    command: 'my calendar elsewhere',
    target: { kind: 'page', to: '/settings', hash: 'my-calendar' },
    controls: () => [{ selector: '#my-calendar' }],
  },
  language: {
    title: () => t`Change the language`,
    text: () => t`In Settings, choose the language of this browser. Colleagues keep theirs.`,
    command: 'language',
    target: { kind: 'page', to: '/settings', hash: 'language' },
    controls: () => [{ selector: '#language' }],
  },
  dark: {
    title: () => t`Make the screen dark or the calendar taller`,
    text: () => t`In Settings, choose a light or dark theme and the density of the calendar.`,
    command: 'theme',
    target: { kind: 'page', to: '/settings', hash: 'theme' },
    controls: () => [{ selector: '#theme' }],
  },
} satisfies Record<string, Task>;

export type TaskId = keyof typeof taskTable;

/** The tasks that the help explains, in the order of its list. */
export const tasks: Readonly<Record<TaskId, Task>> = taskTable;
const taskIds = Object.keys(taskTable) as TaskId[];

interface TaskConditions {
  isOffered: (id: CommandId) => boolean;
  /** Whether appointments can be changed. */
  canChange: boolean;
  capabilities: Capabilities;
}

/** The tasks that the person can carry out in this practice, in the order of the list. */
export function possibleTasks({ isOffered, canChange, capabilities }: TaskConditions): TaskId[] {
  const meetsNeed = (needs: NonNullable<Task['needs']>) => {
    switch (needs) {
      case 'changes':
        return canChange;
      case 'history':
        return capabilities.listAppointmentHistory !== undefined;
      case 'messages':
        return capabilities.listMessages !== undefined;
      case 'answers':
        return capabilities.giveClientAnswer !== undefined;
      default:
        return isOffered(needs);
    }
  };
  return taskIds.filter((id) => {
    const { command, needs }: Task = tasks[id];
    // The task of printing is offered on every page, since the help opens the calendar first.
    const isCommand = command === undefined || command === 'print' || isOffered(command);
    return isCommand && (needs === undefined || meetsNeed(needs));
  });
}

/** The words of a question that are ignored in matching, in English and in the language of the page. */
const fillerWords = () =>
  new Set(
    normalizeText(
      `how do i can we to a an the my where what is in on for ${t({
        message: 'how do i can we to a an the my where what is in on for',
        comment: 'words with which questions for help begin, such as “How do I …”, and articles; in lower case',
      })}`,
    ).split(' '),
  );

/** The help tasks that match a search text. */
export interface FoundTasks {
  /** All matching tasks; those with a matching title come first. */
  found: TaskId[];
  /** The tasks with a matching title. */
  named: TaskId[];
  /** Whether the text has words such as “how do I”. */
  isQuestion: boolean;
}

export function findTasks(text: string, possible: readonly TaskId[]): FoundTasks {
  const terms = normalizeText(text.replace(/[?¿؟.,!]/g, ' '))
    .split(' ')
    .filter(Boolean);
  const ignored = fillerWords();
  const meant = terms.filter((term) => !ignored.has(term));
  const isMatch = (id: TaskId) => {
    const task: Task = tasks[id];
    const { command } = task;
    const ofCommand = command ? [commands[command].label(), synonyms[command]?.() ?? null] : [];
    const texts = [task.title(), task.text(), task.otherWords?.() ?? null, ...ofCommand];
    return matchesWords(texts, meant.join(' '));
  };
  const titleMatches = (id: TaskId) => matchesWords([tasks[id].title()], meant.join(' '));
  const named = possible.filter(titleMatches);
  const found = [...named, ...possible.filter((id) => isMatch(id) && !titleMatches(id))];
  return { found, named, isQuestion: meant.length < terms.length };
}
