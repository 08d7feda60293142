import { html, raw } from 'hono/html';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import type { PageTexts } from '#client-texts/client-texts.ts';
import { formatDateAndTime } from '#client-texts/date-text.ts';
import type { AnswerChoice } from '#contract/client-answers.ts';
import type { ClientLinkPage, LinkedAppointment } from '#service/db/client-links.ts';
import { type AnswerOutcome, listPossibleAnswers } from '#service/domain/client-answers.ts';
import { type Html, type PageLanguage, renderPage } from './page.ts';
import { storeSection } from './store-section.ts';

/**
 * The reason why pressing a button had no effect. `position` is the appointment's position in the message; null if the
 * problem does not concern a particular appointment.
 */
export interface PressRefusal {
  position: number | null;
  problem: Exclude<AnswerOutcome, 'given' | 'repeated'> | 'unreadable' | 'note_too_long';
  /** The note as it was typed; null if there is none. */
  note: string | null;
}

/** The page behind a link in a message: each appointment with its buttons, followed by how to find the practice. */
export function appointmentPage(
  at: PageLanguage,
  link: ClientLinkPage,
  { now, refusal }: { now: number; refusal: PressRefusal | null },
): Html {
  const texts = allClientTexts[at.language].page;
  const { practiceName, cancelUntilHours, appointments } = link;
  const stores = appointments.map(({ store }) => store);
  const general = refusal?.position === null ? describeProblem(refusal, texts) : null;
  const body = [
    ...(general === null ? [] : [html`<p class="state problem" role="alert">${general}</p>`]),
    ...appointments.map((appointment) =>
      appointmentCard(appointment, {
        at,
        texts,
        possible: listPossibleAnswers(appointment, { now, cancelUntilHours }),
        refusal: refusal?.position === appointment.position ? refusal : null,
      }),
    ),
    // All appointments in a message are at the same store, so it is shown only once.
    ...stores.slice(0, 1).map((store) => storeSection(store, { practiceName, texts })),
  ];
  return renderPage(at, {
    title: appointments.length > 1 ? texts.heading.several : texts.heading.one,
    practiceName,
    body,
  });
}

interface CardOptions {
  at: PageLanguage;
  texts: PageTexts;
  possible: readonly AnswerChoice[];
  refusal: PressRefusal | null;
}

function appointmentCard(appointment: LinkedAppointment, { at, texts, possible, refusal }: CardOptions): Html {
  const { position, start, petName, visitTypeName, preparation, answer, store } = appointment;
  const { date, time } = formatDateAndTime(start, { language: at.language, timeZone: store.timeZone });
  const what = [petName, visitTypeName].filter((name) => name !== null);
  const names = what.map((name, nth) => html`${nth === 0 ? '' : ' · '}<bdi>${name}</bdi>`);
  const isExpected = possible.length > 0;
  const state = describeState(appointment, { texts, isExpected });
  const problem = refusal === null ? null : describeProblem(refusal, texts);
  return html`<article id="a${position}" aria-labelledby="h${position}">
<h2 id="h${position}">${what.length > 0 ? names : date}</h2>
<p class="when"><time datetime="${start}">${date}<br>${texts.at.replace('{time}', time)}</time></p>
${isExpected && preparation !== null ? html`<div class="before"><h3>${texts.before}</h3><p class="lines">${preparation}</p></div>` : ''}
${problem === null ? '' : html`<p class="state problem" role="alert">${problem}</p>`}
${refusal?.problem === 'moved' ? '' : html`<p class="state ${state.look}">${state.text}</p>`}
${answer?.answer === 'another_time' && answer.note !== null ? html`<div class="note"><h3>${texts.yourNote}</h3><p class="lines">${answer.note}</p></div>` : ''}
${isExpected ? answerForms(appointment, { texts, possible, refusal }) : ''}
${isExpected && !possible.includes('cancelled') ? html`<p class="after">${texts.callToCancel}</p>` : ''}
${isExpected ? '' : html`<p class="after">${texts.callForNew}</p>`}
</article>`;
}

/** The sentence about the state of an appointment, and the CSS class that decides how it looks. */
function describeState(
  { status, answer, isMoved }: LinkedAppointment,
  { texts, isExpected }: { texts: PageTexts; isExpected: boolean },
): { text: string; look: 'ask' | 'ok' | 'wait' | 'off' } {
  if (status === 'cancelled') {
    return { text: answer?.answer === 'cancelled' ? texts.cancelledByClient : texts.cancelled, look: 'off' };
  }
  if (!isExpected) return { text: texts.closed, look: 'wait' };
  if (answer?.answer === 'confirmed') return { text: texts.confirmed, look: 'ok' };
  if (answer?.answer === 'another_time') return { text: texts.anotherTimeAsked, look: 'wait' };
  return isMoved ? { text: texts.askAgain, look: 'wait' } : { text: texts.ask, look: 'ask' };
}

/**
 * The sentence that says why pressing a button had no effect; null if the note is too long, because then the field of
 * the note says so.
 */
const describeProblem = ({ problem }: PressRefusal, texts: PageTexts): string | null =>
  ({
    moved: texts.moved,
    too_late: texts.tooLate,
    impossible: texts.impossible,
    unreadable: texts.unreadable,
    note_too_long: null,
  })[problem];

/**
 * The buttons below an appointment. Each is in a form that contains the displayed start, so that it has no effect if the
 * appointment has been moved since.
 */
function answerForms(
  { position, start, answer }: LinkedAppointment,
  { texts, possible, refusal }: Omit<CardOptions, 'at'>,
): Html {
  const hidden = html`<input type="hidden" name="appointment" value="${position}"><input type="hidden" name="start" value="${start}">`;
  const describedBy = html` aria-describedby="h${position}"`;
  const isAsked = answer?.answer === 'another_time';
  const isTooLong = refusal?.problem === 'note_too_long';
  const note = refusal?.note ?? (isAsked ? answer.note : null) ?? '';
  const field = `n${position}`;
  return html`<div class="actions">
${
  answer?.answer === 'confirmed'
    ? ''
    : html`<form method="post">${hidden}<button class="primary" name="answer" value="confirmed"${describedBy}>${texts.confirm}</button></form>`
}
<details${refusal?.note == null ? '' : raw(' open')}>
<summary${describedBy}>${texts.anotherTime}</summary>
<form method="post" class="inside">${hidden}
<label for="${field}">${texts.note}</label>
${
  isTooLong
    ? html`<p class="fault" id="${field}f" role="alert">${texts.noteTooLong.replace('{count}', String(note.length))}</p>`
    : html`<p class="hint" id="${field}f">${texts.noteLimit}</p>`
}
<textarea id="${field}" name="note" rows="4" aria-describedby="${field}f"${isTooLong ? raw(' aria-invalid="true"') : ''}>
${note}</textarea>
<button class="primary" name="answer" value="another_time"${describedBy}>${texts.send}</button>
</form>
</details>
${
  possible.includes('cancelled')
    ? html`<details>
<summary class="danger"${describedBy}>${texts.cancel}</summary>
<form method="post" class="inside">${hidden}
<p>${texts.cancelWarning}</p>
<button class="danger" name="answer" value="cancelled"${describedBy}>${texts.cancelNow}</button>
</form>
</details>`
    : ''
}
</div>`;
}
