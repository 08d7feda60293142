import { t } from '@lingui/core/macro';

/**
 * Texts that are used in more than one place, so that they are the same everywhere and are changed and translated
 * once. Texts used in one place are written there.
 */
export const words = {
  get tryAgain() {
    return t`Try again`;
  },
  get loading() {
    return t`Loading…`;
  },
  /** The heading while the practice system accepts no requests. */
  get waiting() {
    return t`Waiting for the practice system`;
  },
  get looking() {
    return t`Looking…`;
  },
  get close() {
    return t`Close`;
  },
  get clearFilters() {
    return t`Clear filters`;
  },
  get show() {
    return t`Show`;
  },
  get newAppointment() {
    return t`New appointment`;
  },
  get allAppointments() {
    return t`All appointments`;
  },
  get bookAppointment() {
    return t`Book appointment`;
  },
  get bookAgain() {
    return t`Book again`;
  },
  get bookFollowUp() {
    return t`Book follow-up`;
  },
  get unassigned() {
    return t`Unassigned`;
  },
  get noRoom() {
    return t`No room`;
  },
  get noStore() {
    return t`No store`;
  },
  get nothingByThatName() {
    return t`Nothing by that name.`;
  },
  get nothingBooked() {
    return t`Nothing is booked.`;
  },
  get nextVisit() {
    return t`Next visit`;
  },
  get nextVisits() {
    return t`Next visits`;
  },
  get lastHere() {
    return t`Last here`;
  },
  get otherPets() {
    return t`Other pets`;
  },
  get noVisitFound() {
    return t`No visit found`;
  },
  get noneFound() {
    return t`None found`;
  },
  get settings() {
    return t`Settings`;
  },
  get searchThisDay() {
    return t`Search this day`;
  },
  get copyErrorId() {
    return t`Copy error id`;
  },
  get newestFirst() {
    return t`Show the newest first`;
  },
  get visitsNotLoaded() {
    return t`The visits could not be loaded.`;
  },
  get timeIsFree() {
    return t`This time is free.`;
  },
  get checkingClashes() {
    return t`Checking for clashes…`;
  },
  get clashesUnknown() {
    return t`Couldn’t check for clashes.`;
  },
  get viewOnly() {
    return t`You can view but not book. Ask a practice administrator for a key that may book.`;
  },
  get wentWrong() {
    return t`Something went wrong. Your bookings are safe`;
  },
  get notBooked() {
    return t`Not booked`;
  },
  get outcomeUnknown() {
    return t`Could not find out whether it was booked`;
  },
  get noSuchTime() {
    return t`This time does not exist on that day: the clocks go forward.`;
  },
  get goTo() {
    return t`Go to`;
  },
  get signedIn() {
    return t`Signed in`;
  },
  get keys() {
    return t`Keys`;
  },
  get print() {
    return t`Print`;
  },
  get today() {
    return t`Today`;
  },
};
