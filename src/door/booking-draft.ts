import { instantOf } from '#contract/date-time.ts';
import { dateSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import { isFormToken } from '#service/domain/booking-code.ts';
import { readTypedVisitor, type TypedVisitor, visitorFields } from './booking-visitor.ts';

/** The steps of the booking page before a request is sent, each of which can be shown again. */
export const bookingPageSteps = ['what', 'when', 'who', 'code'] as const;
export type BookingPageStep = (typeof bookingPageSteps)[number];

/** The fields of a form, or the parameters of a URL. */
export type FormFields = Partial<Record<string, string>>;

/**
 * Everything that a visitor has chosen and typed so far. It is passed on in the URL or, once something is typed, in
 * form fields, because nothing is stored before the form is sent.
 */
export interface BookingDraft {
  typeId: string | null;
  /** The first of the days that are shown, `YYYY-MM-DD` on the store's clock; null for the first day with free times. */
  from: string | null;
  /** The day whose times are shown; null for the first of the days that are shown. */
  date: string | null;
  /** The chosen start, in epoch milliseconds; null if none is chosen. */
  start: number | null;
  /** The secret by which the form is recognised, however often it is sent; null until the form has one. */
  token: string | null;
  typed: TypedVisitor;
}

export function readBookingDraft(fields: FormFields): BookingDraft {
  const { token, start } = fields;
  const instant = utcDateTimeSchema.safeParse(start).data;
  return {
    typeId: uuidSchema.safeParse(fields['type']).data ?? null,
    from: dateSchema.safeParse(fields['from']).data ?? null,
    date: dateSchema.safeParse(fields['date']).data ?? null,
    start: instant === undefined ? null : instantOf(instant),
    token: token !== undefined && isFormToken(token) ? token : null,
    typed: readTypedVisitor(fields),
  };
}

/** Whether the draft contains typed, personal data, which must not be in a URL. */
export const hasPersonalData = ({ typed }: BookingDraft): boolean => Object.values(typed).some((value) => value !== '');

type Field = [name: string, value: string];

/** The fields that hold what was chosen in a draft. */
const choiceFields = ({ typeId, from, date, start, token }: BookingDraft): Field[] =>
  Object.entries({
    type: typeId,
    from,
    date,
    start: start === null ? null : new Date(start).toISOString(),
    token,
  }).flatMap(([name, value]): Field[] => (value === null ? [] : [[name, value]]));

/** The fields of a form that hold a draft. */
export const draftFields = (draft: BookingDraft): Field[] => [
  ...choiceFields(draft),
  ...visitorFields.flatMap((name): Field[] => (draft.typed[name] === '' ? [] : [[name, draft.typed[name]]])),
];

/** The query of a URL that holds what was chosen in a draft. Its token and the typed, personal data are left out. */
export const draftQuery = (draft: BookingDraft, language: string | null): string =>
  `?${new URLSearchParams([...(language === null ? [] : [['lang', language]]), ...choiceFields({ ...draft, token: null })])}`;

/**
 * The draft with which a step is shown: without the choices of that step and later ones, except for the opened day of the
 * step `when`. Typed fields stay.
 */
export function createStepDraft(step: BookingPageStep, draft: BookingDraft): BookingDraft {
  if (step === 'what') return { ...draft, typeId: null, from: null, date: null, start: null };
  return step === 'when' ? { ...draft, start: null } : { ...draft, date: null };
}

/** The next step for a draft: the first one without a choice. */
export function nextStep({ typeId, start }: BookingDraft): Exclude<BookingPageStep, 'code'> {
  if (typeId === null) return 'what';
  return start === null ? 'when' : 'who';
}
