import type { NoticeTexts } from '#client-texts/client-texts.ts';

/** What a visitor types about themselves and the pet. */
export interface VisitorFields<Value> {
  firstName: Value;
  lastName: Value;
  email: Value;
  phone: Value;
  petName: Value;
  species: Value;
  note: Value;
}

/** The words of the booking page of a store, in the order of its steps. Only servers load them. */
export interface BookingTexts {
  /** The page as a whole: what it is for. */
  request: string;
  /** With `{step}` and `{count}`. */
  progress: string;
  /** Before the store's phone number, if it has one. */
  emergency: string;
  back: string;
  continue: string;

  what: string;

  when: string;
  /** The label of the days with free times. */
  days: string;
  laterDays: string;
  /** The label of the button that returns from later days to the first ones. */
  firstDays: string;
  /** The label of the free times of a day. */
  times: string;

  who: string;
  /** The headings of the fields. */
  you: string;
  pet: string;
  labels: VisitorFields<string>;
  hints: { email: string; phone: string; note: string };
  /** The most common species, as suggestions. */
  species: readonly string[];
  /** The label of the field that traps robots. Few people ever see it. */
  leaveEmpty: string;
  checkFields: string;
  missing: string;
  /** With `{max}` and `{count}`, numbers of characters. */
  tooLong: string;
  invalidEmail: string;
  invalidPhone: string;
  /** No e-mail can be sent to the typed address. */
  undeliverable: string;

  code: string;
  /** With `{email}`. */
  codeSent: string;
  /** With `{code}`: a demonstration sends no e-mail. */
  codeInDemo: string;
  codeLabel: string;
  codeHint: string;
  sendRequest: string;
  newCode: string;
  wrongCode: string;
  /** The code is too old, or was wrong too often. */
  endedCode: string;
  notSent: string;

  tooManyCodes: string;

  /** The time was requested or booked by someone else. */
  taken: string;
  /** Like `taken`, if someone else took the time before the right code was typed. */
  takenAfterCode: string;
  chooseOther: string;
  /** The visit type is no longer offered. */
  typeGone: string;
  /** The form is older than a day, or is not from this page. */
  formGone: string;

  done: string;
  /** With `{email}`. */
  doneText: string;
  callToChange: string;

  closed: NoticeTexts;
  noTimes: NoticeTexts;
  dayIsFull: NoticeTexts;
  unreadable: string;
}
