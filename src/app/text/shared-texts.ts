import { t } from '@lingui/core/macro';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { phoneExample } from './phone-example.ts';

/**
 * Texts that are used in more than one place, so that they are the same everywhere and are changed and translated once.
 * Texts used in one place are written there.
 */
export const texts = translateOnRead({
  tryAgain: () => t`Try again`,
  notSavedYet: () => t({ message: 'not saved yet', comment: 'a change of an appointment, or of the plan' }),
  loading: () => t`Loading…`,
  /** The heading while the practice system accepts no requests. */
  waiting: () => t`Waiting for the practice system`,
  looking: () => t`Looking…`,
  close: () => t`Close`,
  planShifts: () => t`Plan shifts`,
  dismiss: () => t({ message: 'Dismiss', comment: 'button: a line of text goes away' }),
  clearFilters: () => t`Clear filters`,
  show: () => t`Show`,
  hide: () => t`Hide`,
  newAppointment: () => t`New appointment`,
  walkIn: () => t({ message: 'Walk-in', comment: 'a patient who comes without an appointment and is seen now' }),
  reschedule: () => t`Reschedule`,
  bookAppointment: () => t`Book appointment`,
  bookAgain: () => t`Book again`,
  bookAnyway: () => t`Book anyway`,
  unassigned: () => t`Unassigned`,
  noRoom: () => t`No room`,
  noStore: () => t`No store`,
  noType: () => t`No type`,
  nothingByThatName: () => t`No matches.`,
  /** Shown instead of “No matches”, because practice APIs find an incomplete phone number only by its last digits. */
  keepTypingPhone: () => t`Keep typing: a phone number is found once it is complete, or by its last four digits.`,
  nothingBooked: () => t`Nothing is booked.`,
  nextAppointments: () => t`Next appointments`,
  pastAppointments: () => t`Past appointments`,
  noneYet: () => t({ message: 'None yet.', comment: 'Under “Past appointments”' }),
  neverYet: () => t({ message: 'No visits yet', comment: 'Under “Last here”: the pet has not been here before' }),
  noneBooked: () => t({ message: 'None booked', comment: 'Under “Next appointment”' }),
  lastHere: () => t`Last here`,
  otherPets: () => t`Other pets`,
  noAppointmentFound: () => t`No appointment found`,
  enterPhone: () => {
    const example = phoneExample();
    return t({ message: `Enter a phone number such as ${example}.`, comment: 'example: one of the region' });
  },
  enterEmail: () => t`Enter an e-mail address such as rosa@example.com.`,
  noneFound: () => t`None found`,
  settings: () => t`Settings`,
  practice: () => t({ message: 'Practice', comment: 'the practice itself, and the screen where it is set up' }),
  shifts: () => t({ message: 'Shifts', comment: 'who works when: the screen with the plan of the staff' }),
  requests: () =>
    t({ message: 'Requests', comment: 'appointments that clients have requested: the screen where they are answered' }),
  calls: () => t({ message: 'Calls', comment: 'to clients who have not confirmed: tab beside “Requests”' }),
  reports: () =>
    t({ message: 'Reports', comment: 'the screen with numbers of appointments, cancellations, waiting times' }),
  waitingList: () => t({ message: 'Waiting list', comment: 'who waits for an appointment, and the page of them' }),
  dueAgain: () => t({ message: 'Due again', comment: 'a pet that is due for a visit, and the list of them' }),
  putOnWaitingList: () => t`Put on the waiting list`,
  total: () => t({ message: 'Total', comment: 'the sum of several numbers' }),
  copyErrorId: () => t`Copy error ID`,
  appointmentsNotLoaded: () => t`The appointments couldn’t be loaded.`,
  timeIsFree: () => t`This time is free.`,
  checkingClashes: () => t`Checking for clashes…`,
  clashesUnknown: () => t`Couldn’t check for clashes.`,
  viewOnly: () => t`You can view appointments but not book them. Ask a manager for a sign-in key that can book.`,
  wentWrong: () => t`Something went wrong. Your bookings are safe`,
  notBooked: () => t`Not booked`,
  outcomeUnknown: () => t`Couldn’t find out whether it was booked`,
  notATime: () => t`Enter a time such as 9:30 or 14:00.`,
  noSuchTime: () => t`This time doesn’t exist on that day because the clocks go forward.`,
  search: () => t`Search`,
  signedIn: () => t`Signed in`,
  switchPerson: () => t`Switch person`,
  keys: () => t`Keyboard shortcuts`,
  print: () => t`Print`,
  today: () => t`Today`,
});

/** The error for text of more than `most` characters. */
export function tooLongText(most = 200): string {
  return t`Use at most ${most} characters.`;
}
