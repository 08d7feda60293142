import { html, raw } from 'hono/html';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { formatDateAndTime, formatShortDay } from '#client-texts/date-text.ts';
import type { BookingType } from '#service/db/online-booking/booking-page.ts';
import { type OfferedDay, pickSpreadItems } from '#service/db/online-booking/offered-times.ts';
import { type BookingView, backButton, callSection, draftForm, getBookingTexts, stepPage } from './booking-frame.ts';
import type { Html } from './page.ts';
import { phoneLink } from './store-section.ts';

/** The maximum number of times that are offered on a day. */
const MAX_SHOWN_TIMES = 6;
/** The maximum number of days that are shown at once. */
export const MAX_SHOWN_DAYS = 6;

/** The first step: the visit types that can be requested. */
export function typePage(view: BookingView, problem: string | null): Html {
  const { what } = getBookingTexts(view);
  const { types } = view.booking;
  return stepPage(view, 'what', {
    title: what,
    problem,
    body: [
      emergencySection(view),
      draftForm(view, {
        own: ['type', 'from', 'date', 'start'],
        body: html`<div class="actions">
${types.map(({ id, name }) => html`<button class="choice" name="type" value="${id}"><bdi>${name}</bdi></button>`)}
</div>`,
      }),
    ],
  });
}

/** Says that in an emergency people should call the store instead of using the form. */
function emergencySection(view: BookingView): Html {
  const { phone } = view.booking.store;
  const call = phone === null ? '' : html`<p class="call">${phoneLink(phone)}</p>`;
  return html`<div class="state off"><p>${getBookingTexts(view).emergency}</p>${call}</div>`;
}

/** The second step if a type has no free times at all. */
export function noTimesPage(view: BookingView): Html {
  const { noTimes } = getBookingTexts(view);
  return stepPage(view, 'when', {
    title: noTimes.title,
    body: [
      typeLine(view),
      callSection(view, noTimes.text),
      draftForm(view, { own: ['from', 'date', 'start'], body: backButton(view, 'what') }),
    ],
  });
}

/**
 * The second step: some days with free times, one of them opened to show up to six of its times. `days` has at least
 * one day; if there are later days, it has one day more than the page shows.
 */
export function timePage(view: BookingView, days: readonly OfferedDay[], problem: string | null): Html {
  const texts = getBookingTexts(view);
  const { draft } = view;
  const shown = days.slice(0, MAX_SHOWN_DAYS);
  const later = days[MAX_SHOWN_DAYS]?.date ?? null;
  const open = shown.find(({ date }) => date === draft.date) ?? shown[0];
  const pagers = [
    ...(draft.from === null ? [] : [html`<button class="plain" name="from" value="">${texts.firstDays}</button>`]),
    ...(later === null ? [] : [html`<button class="plain" name="from" value="${later}">${texts.laterDays}</button>`]),
  ];
  return stepPage(view, 'when', {
    title: texts.when,
    problem,
    body: [
      typeLine(view),
      draftForm(view, {
        own: ['date', 'start'],
        body: html`<section aria-labelledby="days">
<h2 id="days" class="quiet">${texts.days}</h2>
<div class="days">
${shown.map((day) => dayButton(view, day, day === open))}
</div>
${pagers.length === 0 ? '' : html`<p>${pagers}</p>`}
</section>
${open === undefined ? '' : timeButtons(view, open)}
${backButton(view, 'what')}`,
      }),
    ],
  });
}

function dayButton({ at, booking }: BookingView, { date, starts }: OfferedDay, isOpen: boolean): Html {
  const [first = 0] = starts;
  const { timeZone } = booking.store;
  const { weekday, day } = formatShortDay(new Date(first).toISOString(), { language: at.language, timeZone });
  return html`<button name="date" value="${date}"${isOpen ? raw(' aria-current="date"') : ''}>${weekday}<br>${day}</button>`;
}

function timeButtons(view: BookingView, { starts }: OfferedDay): Html {
  const { language } = view.at;
  const { timeZone } = view.booking.store;
  const iso = starts.map((start) => new Date(start).toISOString());
  const heading = formatDateAndTime(iso[0] ?? '', { language, timeZone, hasYear: false }).date;
  return html`<section aria-labelledby="day">
<h2 id="day">${heading}</h2>
<div class="times">
${pickSpreadItems(iso, MAX_SHOWN_TIMES).map((start) => html`<button name="start" value="${start}">${formatDateAndTime(start, { language, timeZone }).time}</button>`)}
</div>
</section>`;
}

/** Offers up to three other times, if the time was taken before the correct code was typed. */
export function otherTimesPage(view: BookingView, starts: readonly number[]): Html {
  const texts = getBookingTexts(view);
  const { language } = view.at;
  const { timeZone } = view.booking.store;
  const buttons = starts.map((start) => {
    const iso = new Date(start).toISOString();
    const { date, time } = formatDateAndTime(iso, { language, timeZone, hasYear: false });
    return html`<button class="choice" name="start" value="${iso}">${date}<br><strong>${formatTimeInSentence(view, time)}</strong></button>`;
  });
  return stepPage(view, 'code', {
    title: texts.chooseOther,
    problem: texts.takenAfterCode,
    // The form's code was already accepted, so continuing from the step `who` leads back to this page.
    inOtherLanguage: 'who',
    body: [
      typeLine(view),
      draftForm(view, {
        purpose: 'take',
        own: ['start'],
        body: html`<div class="actions">${buttons}
${backButton(view, 'when')}</div>`,
      }),
    ],
  });
}

/** A time of day as the language writes it in a sentence. */
export const formatTimeInSentence = ({ at }: BookingView, time: string): string =>
  allClientTexts[at.language].page.at.replace('{time}', time);

export const findChosenType = ({ booking, draft }: Pick<BookingView, 'booking' | 'draft'>): BookingType | null =>
  booking.types.find(({ id }) => id === draft.typeId) ?? null;

/** The name of the chosen visit type. */
const typeLine = (view: BookingView): Html =>
  html`<p class="chosen"><bdi>${findChosenType(view)?.name ?? ''}</bdi></p>`;
