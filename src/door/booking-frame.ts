import { html } from 'hono/html';
import { allBookingPageTexts } from '#client-texts/booking/all-booking-page-texts.ts';
import type { BookingPageTexts } from '#client-texts/booking/booking-page-texts.ts';
import type { NoticeTexts } from '#client-texts/client-texts.ts';
import type { BookingPage } from '#service/db/online-booking/booking-page.ts';
import {
  type BookingDraft,
  type BookingPageStep,
  bookingPageSteps,
  draftFields,
  draftQuery,
  hasPersonalData,
} from './booking-draft.ts';
import { heightScript } from './booking-embed.ts';
import { type Html, type LanguageControl, type PageLanguage, renderPage } from './page.ts';
import { phoneLink } from './store-section.ts';

/** The data that every step of a booking page is rendered from. */
export interface BookingView {
  booking: BookingPage;
  draft: BookingDraft;
  at: PageLanguage;
  /** The language chosen on the page, which forms pass on; null if none was chosen. */
  chosen: PageLanguage['language'] | null;
}

export const getBookingTexts = ({ at }: Pick<BookingView, 'at'>): BookingPageTexts => allBookingPageTexts[at.language];

/** The id of a page's form; no page has more than one. */
const FORM_ID = 'booking';

interface StepContent {
  title: string;
  /** A sentence that says why the step is shown again. */
  problem?: string | null;
  /** The step that is shown after choosing another language; by default the same step. */
  inOtherLanguage?: BookingPageStep;
  body: Html | Html[];
}

/** A step of the booking page. If it has text fields, or something was typed, choosing a language sends the form. */
export function stepPage(view: BookingView, step: BookingPageStep, content: StepContent): Html {
  const { title, problem = null, inOtherLanguage = step, body } = content;
  const texts = getBookingTexts(view);
  const hasFields = step === 'who' || step === 'code';
  const progress = texts.progress
    .replace('{step}', String(bookingPageSteps.indexOf(step) + 1))
    .replace('{count}', String(bookingPageSteps.length));
  return bookingFrame(view, {
    title,
    // Pressing Enter in a field presses the first button of the form. Without this invisible one, that would be a
    // button that chooses a language.
    lead: hasFields
      ? html`<button form="${FORM_ID}" class="enter" tabindex="-1" aria-hidden="true">${texts.continue}</button>`
      : null,
    languageControl:
      hasFields || hasPersonalData(view.draft) ? createLanguageButton(inOtherLanguage) : createLanguageLink(view),
    kicker: progress,
    body: html`${problem === null ? '' : html`<p class="state problem" role="alert">${problem}</p>`}
${body}`,
  });
}

const createLanguageLink =
  ({ draft }: BookingView): LanguageControl =>
  (language, attributes, name) =>
    html`<a href="${draftQuery(draft, language)}"${attributes}>${name}</a>`;

const createLanguageButton =
  (step: BookingPageStep): LanguageControl =>
  (language, attributes, name) =>
    html`<button form="${FORM_ID}" formaction="?lang=${language}" name="show" value="${step}"${attributes}>${name}</button>`;

/** A page with a single message, and the store's phone number if it has one. */
export function bookingNotice(view: BookingView, { title, text }: NoticeTexts): Html {
  return bookingFrame(view, {
    title,
    languageControl: createLanguageLink({ ...view, draft: { ...view.draft, typeId: null, start: null } }),
    body: callSection(view, text),
  });
}

/** A sentence that asks the visitor to call, with the store's phone number if it has one. */
export function callSection({ booking }: BookingView, text: string): Html {
  const { phone } = booking.store;
  return html`<section><p>${text}</p>${phone === null ? '' : html`<p class="call">${phoneLink(phone)}</p>`}</section>`;
}

/** The layout that all steps and notices of a store's booking page have in common. */
export function bookingFrame(
  { at, booking }: BookingView,
  content: {
    title: string;
    kicker?: string;
    lead?: Html | null;
    languageControl: LanguageControl | null;
    body: Html | Html[];
  },
): Html {
  const { practiceName, store, origins } = booking;
  // The store is named as well, because a practice may have a booking page for each store.
  const names = [...new Set([practiceName, store.name])].join(' · ');
  return renderPage(at, { ...content, practiceName: names, script: origins.length > 0 ? heightScript : null });
}

/**
 * The form of a step. Hidden fields hold everything chosen and typed so far, except for the fields in `own`, which
 * `body` contains. Until something is typed, the form is sent by GET, so that browsers reload the next page without
 * asking.
 */
export function draftForm(
  { draft, chosen }: BookingView,
  {
    purpose = null,
    own = [],
    body,
  }: {
    /** The purpose of sending the form. Without one, the form only opens the next step. */
    purpose?: 'send' | 'prove' | 'take' | null;
    own?: readonly string[];
    body: Html | Html[];
  },
): Html {
  const isPost = purpose !== null || hasPersonalData(draft);
  const fields = draftFields(isPost ? draft : { ...draft, token: null }).filter(([name]) => !own.includes(name));
  const hiddenInput = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`;
  return html`<form id="${FORM_ID}" method="${isPost ? 'post' : 'get'}" action="?${isPost && chosen !== null ? `lang=${chosen}` : ''}" novalidate>
${isPost || chosen === null ? '' : hiddenInput('lang', chosen)}
${purpose === null ? '' : hiddenInput('do', purpose)}
${fields.map(([name, value]) => hiddenInput(name, value))}
${body}
</form>`;
}

/** The button that returns to an earlier step, keeping everything that has been chosen and typed. */
export const backButton = (view: BookingView, step: BookingPageStep): Html =>
  html`<button class="back" name="show" value="${step}">${getBookingTexts(view).back}</button>`;
