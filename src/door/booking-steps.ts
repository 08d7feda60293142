import type { Context } from 'hono';
import { dateIn } from '#scheduling/calendar-day.ts';
import type { Database } from '#service/db/database.ts';
import {
  discardCode,
  type ProofOutcome,
  proveForm,
  requestOtherStart,
  type StoreFormOutcome,
  saveForm,
} from '#service/db/online-booking/booking-forms.ts';
import { countRefusal, readBookingPage } from '#service/db/online-booking/booking-page.ts';
import { findOfferedDays, isStartOffered } from '#service/db/online-booking/offered-times.ts';
import { createFormToken } from '#service/domain/booking-code.ts';
import { sendCode } from '#service/sending/send-code.ts';
import type { EmailMessage, Transport } from '#service/sending/transport.ts';
import { createAddressLimit, type DoorEnv, readVisitorAddress } from './address-limit.ts';
import { findChosenType, MAX_SHOWN_DAYS, noTimesPage, otherTimesPage, timePage, typePage } from './booking-choices.ts';
import { type BookingPageStep, createStepDraft, type FormFields, nextStep } from './booking-draft.ts';
import { codePage, requestSentPage, visitorPage } from './booking-form-pages.ts';
import { type BookingView, bookingNotice, getBookingTexts } from './booking-frame.ts';
import { checkVisitor, type Visitor } from './booking-visitor.ts';
import { toLatinDigits } from './form-body.ts';

/** The maximum number of codes that one IP address can request in an hour, on all booking pages together. */
const codeLimit = { max: 20, windowMs: 3_600_000 };

export interface BookingOptions {
  database: Database;
  /** Returns epoch milliseconds. */
  clock: () => number;
  /** Sends the codes; null if no e-mail is set up. */
  email: Transport<EmailMessage> | null;
}

/** A request for a booking page that is switched on, with the choices and the typed text of its visitor. */
export interface BookingVisit extends BookingView {
  c: Context<DoorEnv>;
}

/** The problem to report on a step that is shown again, and the status of the response, by default 200. */
interface StepNotice {
  problem?: string | null;
  status?: 200 | 400 | 409 | 422 | 429 | 503;
}

/** The actions of a visitor on a booking page. Each returns the page that is shown next. */
export function createBookingSteps({ database, clock, email }: BookingOptions) {
  const countCodeRequest = createAddressLimit(clock, codeLimit);

  /** Shows a step, or an earlier one if something before it is missing or is no longer offered. */
  async function showStep(visit: BookingVisit, step: BookingPageStep, reason: StepNotice = {}): Promise<Response> {
    const { c, booking, draft } = visit;
    const { problem = null, status = 200 } = reason;
    const texts = getBookingTexts(visit);
    if (step !== 'what' && findChosenType(visit) === null)
      return showStep(visit, 'what', { ...reason, problem: draft.typeId === null ? problem : texts.typeGone });
    if (step === 'what') return c.html(typePage({ ...visit, draft: createStepDraft('what', draft) }, problem), status);
    if (step === 'when' || draft.start === null) return showTimes(visit, { problem, status });
    const token = draft.token ?? createFormToken();
    const current = { ...visit, draft: { ...createStepDraft('who', draft), token } };
    if (step === 'code' && draft.token !== null && checkVisitor(draft.typed).faults === null)
      return c.html(codePage(current, { problem }), status);
    const time = { visitTypeId: draft.typeId ?? '', start: draft.start };
    // If there is another problem, the time is checked only when the form is sent again.
    if (problem === null && !(await isStartOffered(database, booking, time, clock())))
      return showTimes(visit, { problem: texts.taken });
    return c.html(visitorPage(current, { problem }), status);
  }

  async function showTimes(visit: BookingVisit, { problem = null, status = 200 }: StepNotice): Promise<Response> {
    const { c, booking, draft } = visit;
    const { timeZone } = booking.store;
    const date = draft.start === null ? draft.date : dateIn(timeZone, draft.start);
    const findDays = (from: string | null) =>
      findOfferedDays(database, booking, { visitTypeId: draft.typeId ?? '', from, count: MAX_SHOWN_DAYS + 1 }, clock());
    const later = draft.from === null ? [] : await findDays(draft.from);
    const from = later.length === 0 ? null : draft.from;
    const days = from === null ? await findDays(null) : later;
    const view = { ...visit, draft: { ...createStepDraft('when', draft), from, date } };
    return c.html(days.length === 0 ? noTimesPage(view) : timePage(view, days, problem), status);
  }

  /** Checks and stores the typed details, and sends the code; `isAgain` if the visitor wants another code. */
  async function checkAndSendCode(visit: BookingVisit, { isRobot, isAgain }: { isRobot: boolean; isAgain: boolean }) {
    const { c, booking } = visit;
    const texts = getBookingTexts(visit);
    const { typeId, start } = visit.draft;
    if (typeId === null || start === null || findChosenType(visit) === null)
      return showStep(visit, nextStep(visit.draft));
    const draft = { ...visit.draft, token: visit.draft.token ?? createFormToken() };
    const current = { ...visit, draft };
    const { visitor, faults } = checkVisitor(draft.typed);
    if (visitor === null) return c.html(visitorPage(current, { faults }), 422);
    if (isRobot) {
      await countRefusal(database, booking, 'robot', clock());
      return c.html(codePage(current));
    }
    if (countCodeRequest(readVisitorAddress(c)) > 0) {
      await countRefusal(database, booking, 'address', clock());
      return refuseCode(current, isAgain);
    }
    const details = { ...visitor, visitTypeId: typeId, start: new Date(start).toISOString() };
    const { language } = visit.at;
    const form = { token: draft.token, details, language, sendAgain: isAgain };
    const outcome = await saveForm(database, booking, form, clock);
    switch (outcome.kind) {
      case 'code':
        return booking.isDemo
          ? c.html(codePage(current, { code: outcome.code }))
          : deliverCode(current, visitor, outcome);
      case 'sent':
        return c.html(codePage(current));
      case 'proven':
        return requestAnotherTime(current);
      case 'too_many_codes':
        return refuseCode(current, isAgain);
      case 'taken':
        return showStep(current, 'when', { problem: texts.taken, status: 409 });
      default:
        return showOutcome(current, outcome);
    }
  }

  /** Shows the step from which too many codes were requested. A code that was sent before is still valid there. */
  const refuseCode = (visit: BookingVisit, isAgain: boolean) =>
    showStep(visit, isAgain ? 'code' : 'who', { problem: getBookingTexts(visit).tooManyCodes, status: 429 });

  async function deliverCode(
    visit: BookingVisit,
    { email: to }: Visitor,
    { id, code }: Extract<StoreFormOutcome, { kind: 'code' }>,
  ) {
    const { c, booking, at } = visit;
    const { practiceName, store } = booking;
    const names = { practiceName, storeName: store.name, replyTo: store.email };
    const outcome =
      email === null
        ? ({ status: 'not_handed_over' } as const)
        : await sendCode(email, { id, to, code, ...names, language: at.language });
    // The code is asked for even if the outcome is unknown, because the e-mail may still arrive.
    if (outcome.status === 'sent' || outcome.status === 'unknown') return c.html(codePage(visit));
    await discardCode(database, booking, id);
    if (outcome.status === 'refused' && outcome.reason === 'no_such_address')
      return c.html(visitorPage(visit, { faults: { email: 'undeliverable' } }), 422);
    return showStep(visit, 'who', { problem: getBookingTexts(visit).notSent, status: 503 });
  }

  /** Requests the chosen time if the code is right. */
  async function verifyCode(visit: BookingVisit, { code: typed = '' }: FormFields): Promise<Response> {
    const { c, draft, booking } = visit;
    const texts = getBookingTexts(visit);
    const code = toLatinDigits(typed).replaceAll(/\D/g, '');
    if (draft.token === null) return showNewForm(visit);
    if (code.length !== 6)
      return c.html(codePage(visit, { fault: typed.trim() === '' ? texts.missing : texts.wrongCode }), 422);
    return showOutcome(visit, await proveForm(database, booking, { token: draft.token, code }, clock));
  }

  /** Requests another time for a form whose code has already been verified. */
  async function requestAnotherTime(visit: BookingVisit): Promise<Response> {
    const { draft, booking } = visit;
    if (draft.token === null || draft.start === null) return showNewForm(visit);
    return showOutcome(
      visit,
      await requestOtherStart(database, booking, { token: draft.token, start: draft.start }, clock),
    );
  }

  /**
   * Shows a new form that keeps what the visitor typed. Used if their form is no longer stored, or belongs to another
   * page.
   */
  const showNewForm = (visit: BookingVisit) =>
    showStep({ ...visit, draft: { ...visit.draft, token: null } }, 'who', {
      problem: getBookingTexts(visit).formGone,
      status: 409,
    });

  async function showOutcome(visit: BookingVisit, outcome: ProofOutcome): Promise<Response> {
    const { c } = visit;
    const texts = getBookingTexts(visit);
    switch (outcome.kind) {
      case 'accepted':
        return c.html(requestSentPage(visit, outcome.request));
      case 'wrong':
        return c.html(codePage(visit, { fault: texts.wrongCode }), 422);
      case 'spent':
      case 'late':
        return c.html(codePage(visit, { fault: texts.endedCode }), 422);
      case 'unknown':
        return showNewForm(visit);
      case 'taken':
        if (outcome.next.length === 0) return showStep(visit, 'when', { problem: texts.taken, status: 409 });
        return c.html(otherTimesPage(visit, outcome.next), 409);
      case 'full':
        return c.html(bookingNotice(visit, texts.dayIsFull), 409);
      case 'closed': {
        const booking = await readBookingPage(database, visit.booking.slug, clock());
        if (booking === null) return c.notFound();
        const current = { ...visit, booking };
        return (await showClosed(current)) ?? showStep(current, 'what', { problem: texts.typeGone, status: 409 });
      }
    }
  }

  /** Returns the page that replaces every step while nothing can be requested; null if something can. */
  async function showClosed(visit: BookingVisit): Promise<Response | null> {
    const { booking, c } = visit;
    const texts = getBookingTexts(visit);
    if ((email === null && !booking.isDemo) || booking.types.length === 0)
      return c.html(bookingNotice(visit, texts.closed));
    if (!booking.isFull) return null;
    await countRefusal(database, booking, 'day', clock());
    return c.html(bookingNotice(visit, texts.dayIsFull));
  }

  return { show: showStep, showClosed, send: checkAndSendCode, prove: verifyCode, take: requestAnotherTime };
}
