import type { NoticeTexts } from '#client-texts/client-texts.ts';

/** A value for each field in which a visitor describes themselves and the pet. */
export interface VisitorFields<Value> {
  firstName: Value;
  lastName: Value;
  email: Value;
  phone: Value;
  petName: Value;
  species: Value;
  note: Value;
}

/** The texts of the booking page of a store, in the order of its steps. Only servers load them. */
export interface BookingPageTexts {
  /** The purpose of the booking page, as a short phrase. */
  request: string;
  /** The number of the current step, with `{step}` and `{count}`. */
  progress: string;
  /** The text before the store's phone number, if it has one. */
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
  /** The heading of the fields about the client. */
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
  /** Says that a text is too long. `{max}` and `{count}` are numbers of characters. */
  tooLong: string;
  invalidEmail: string;
  invalidPhone: string;
  /** Says that no e-mail can be sent to an address. */
  undeliverable: string;

  code: string;
  /** Says where the code was sent, with `{email}`. */
  codeSent: string;
  /** Shows the code itself, with `{code}`, in a demo, which sends no e-mail. */
  codeInDemo: string;
  codeLabel: string;
  codeHint: string;
  sendRequest: string;
  newCode: string;
  wrongCode: string;
  /** Shown if the code is too old, or was wrong too often. */
  endedCode: string;
  notSent: string;

  tooManyCodes: string;

  /** Shown if the time was requested or booked by someone else. */
  taken: string;
  /** Shown instead of `taken` if someone else took the time before the correct code was typed. */
  takenAfterCode: string;
  chooseOther: string;
  /** Shown if the visit type is no longer offered. */
  typeGone: string;
  /** Shown if the form is older than a day, or is not from this page. */
  formGone: string;

  done: string;
  /** Says that the time is reserved and that the answer comes by e-mail, with `{email}`. */
  doneText: string;
  callToChange: string;

  closed: NoticeTexts;
  noTimes: NoticeTexts;
  dayIsFull: NoticeTexts;
  unreadable: string;
}
