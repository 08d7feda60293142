import { html, raw } from 'hono/html';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { formatDateAndTime } from '#client-texts/date-text.ts';
import type { AcceptedRequest } from '#service/db/online-booking/accepted-requests.ts';
import { findChosenType, formatTimeInSentence } from './booking-choices.ts';
import { type BookingView, backButton, bookingFrame, draftForm, getBookingTexts, stepPage } from './booking-frame.ts';
import { describeFieldProblem, type FieldProblems, type VisitorField, visitorFields } from './booking-visitor.ts';
import type { Html } from './page.ts';
import { storeSection } from './store-section.ts';

/** The name of the field that only robots fill in. */
export const ROBOT_FIELD = 'homepage';

/** The attributes that tell browsers and phones what the fields are for. */
const fieldAttributes: Record<VisitorField, string> = {
  petName: 'autocomplete="off"',
  species: 'autocomplete="off" list="kinds"',
  firstName: 'autocomplete="given-name"',
  lastName: 'autocomplete="family-name"',
  email: 'type="email" autocomplete="email" inputmode="email" autocapitalize="off" spellcheck="false" dir="ltr"',
  phone: 'type="tel" autocomplete="tel" inputmode="tel" dir="ltr"',
  note: '',
};

/** The third step: the fields for the visitor and the pet, with their problems. */
export function visitorPage(
  view: BookingView,
  { faults = {}, problem = null }: { faults?: FieldProblems; problem?: string | null } = {},
): Html {
  const texts = getBookingTexts(view);
  const isFaulty = Object.keys(faults).length > 0;
  const formFields = (...names: VisitorField[]) => names.map((name) => formField(view, name, faults));
  return stepPage(view, 'who', {
    title: texts.who,
    problem: problem ?? (isFaulty ? texts.checkFields : null),
    body: [
      choiceSummary(view),
      draftForm(view, {
        purpose: 'send',
        own: visitorFields,
        body: html`<fieldset><legend>${texts.pet}</legend>
<div class="pair">${formFields('petName', 'species')}</div>
<datalist id="kinds">${texts.species.map((kind) => html`<option value="${kind}"></option>`)}</datalist>
${formFields('note')}
</fieldset>
<fieldset><legend>${texts.you}</legend>
<div class="pair">${formFields('firstName', 'lastName')}</div>
${formFields('email', 'phone')}
</fieldset>
<p class="robots"><label for="${ROBOT_FIELD}">${texts.leaveEmpty}</label><input id="${ROBOT_FIELD}" name="${ROBOT_FIELD}" autocomplete="off" tabindex="-1"></p>
<div class="actions"><button class="primary">${texts.continue}</button>
${backButton(view, 'when')}</div>`,
      }),
    ],
  });
}

/** A field with its label, its hint and its problem. The first field with a problem gets the focus. */
function formField(view: BookingView, name: VisitorField, faults: FieldProblems): Html {
  const texts = getBookingTexts(view);
  const { typed } = view.draft;
  const fault = describeFieldProblem(name, { typed, faults, texts });
  const hint = name === 'email' || name === 'phone' || name === 'note' ? texts.hints[name] : null;
  const notes = [...(fault === null ? [] : [`${name}-fault`]), ...(hint === null ? [] : [`${name}-hint`])];
  const isFirst = visitorFields.find((each) => faults[each] !== undefined) === name;
  const state = [
    ...(notes.length === 0 ? [] : [`aria-describedby="${notes.join(' ')}"`]),
    ...(fault === null ? [] : ['aria-invalid="true"']),
    ...(isFirst ? ['autofocus'] : []),
    ...(name === 'note' ? [] : ['aria-required="true"']),
  ].join(' ');
  return html`<div class="field">
<label for="${name}">${texts.labels[name]}</label>
${hint === null ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault === null ? '' : html`<p class="fault" id="${name}-fault">${fault}</p>`}
${
  name === 'note'
    ? html`<textarea id="note" name="note" rows="4" ${raw(state)}>
${typed.note}</textarea>`
    : html`<input id="${name}" name="${name}" value="${typed[name]}" ${raw(fieldAttributes[name])} ${raw(state)}>`
}
</div>`;
}

/** The chosen visit type and time. */
function choiceSummary(view: BookingView): Html {
  const { booking, draft, at } = view;
  const { store } = booking;
  const start = new Date(draft.start ?? 0).toISOString();
  const { date, time } = formatDateAndTime(start, { language: at.language, timeZone: store.timeZone });
  return html`<section class="choice"><h2><bdi>${findChosenType(view)?.name ?? ''}</bdi></h2>
<p class="when"><time datetime="${start}">${date}<br>${formatTimeInSentence(view, time)}</time></p></section>`;
}

/** A sentence in which the placeholder is replaced by a highlighted e-mail address or code. */
function insertValue(text: string, placeholder: string, value: string): Html {
  const [before = '', after = ''] = text.split(placeholder);
  return html`${before}<bdi dir="ltr"><strong>${value}</strong></bdi>${after}`;
}

/** The fourth step, in which the visitor types the code. It displays `code` in a demo practice, which sends no e-mail. */
export function codePage(
  view: BookingView,
  {
    code = null,
    fault = null,
    problem = null,
  }: { code?: string | null; fault?: string | null; problem?: string | null } = {},
): Html {
  const texts = getBookingTexts(view);
  const where = view.booking.isDemo
    ? insertValue(texts.codeInDemo, '{code}', code ?? '')
    : insertValue(texts.codeSent, '{email}', view.draft.typed.email.trim());
  const notes = fault === null ? 'code-hint' : 'code-fault code-hint';
  return stepPage(view, 'code', {
    title: texts.code,
    problem,
    body: [
      choiceSummary(view),
      draftForm(view, {
        purpose: 'prove',
        body: html`<section>
${view.booking.isDemo && code === null ? '' : html`<p>${where}</p>`}
<div class="field">
<label for="code">${texts.codeLabel}</label>
<p class="hint" id="code-hint">${texts.codeHint}</p>
${fault === null ? '' : html`<p class="fault" id="code-fault">${fault}</p>`}
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" dir="ltr" aria-required="true" aria-describedby="${notes}"${fault === null ? '' : raw(' aria-invalid="true" autofocus')}>
</div>
<div class="actions"><button class="primary">${texts.sendRequest}</button></div>
</section>
<div class="actions"><button name="do" value="again">${texts.newCode}</button>
${backButton(view, 'who')}</div>`,
      }),
    ],
  });
}

/** The last page, which shows the request and says where the appointment is. */
export function requestSentPage(view: BookingView, { details, start, visitTypeId }: AcceptedRequest): Html {
  const texts = getBookingTexts(view);
  const { page: common } = allClientTexts[view.at.language];
  const { practiceName, store, types, origins } = view.booking;
  const type = types.find(({ id }) => id === visitTypeId);
  const iso = new Date(start).toISOString();
  const { date, time } = formatDateAndTime(iso, { language: view.at.language, timeZone: store.timeZone });
  return bookingFrame(view, {
    title: texts.done,
    languageControl: null,
    body: [
      html`<p class="state ok" role="status">${insertValue(texts.doneText, '{email}', details.email)}</p>
<section><h2><bdi>${details.petName}</bdi>${type === undefined ? '' : html` · <bdi>${type.name}</bdi>`}</h2>
<p class="when"><time datetime="${iso}">${date}<br>${formatTimeInSentence(view, time)}</time></p>
${type?.preparation == null ? '' : html`<div class="before"><h3>${common.before}</h3><p class="lines">${type.preparation}</p></div>`}
<p class="after">${texts.callToChange}</p></section>`,
      storeSection(store, { practiceName, texts: common, isEmbeddable: origins.length > 0 }),
    ],
  });
}
