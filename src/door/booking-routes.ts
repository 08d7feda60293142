import type { Context, Hono } from 'hono';
import { slugSchema } from '#contract/online-booking.ts';
import { readBookingPage } from '#service/db/online-booking/booking-page.ts';
import type { DoorEnv } from './address-limit.ts';
import {
  bookingPageSteps,
  createStepDraft,
  draftQuery,
  type FormFields,
  hasPersonalData,
  nextStep,
  readBookingDraft,
} from './booking-draft.ts';
import { embeddingHeaders, embedScript } from './booking-embed.ts';
import { ROBOT_FIELD } from './booking-form-pages.ts';
import { getBookingTexts } from './booking-frame.ts';
import { type BookingOptions, type BookingVisit, createBookingSteps } from './booking-steps.ts';
import { readFormFields } from './form-body.ts';
import { choosePageLanguage } from './languages.ts';

/**
 * The booking page of a store, `/book/{slug}`, and the script for sites that embed it. Steps without personal data are read by
 * GET; what a visitor has typed is sent from step to step by POST, because nothing is stored before the form is sent. The page
 * is open to anyone, so its forms are accepted from any `Origin`, and nothing here looks up clients or pets.
 */
export function addBookingRoutes(app: Hono<DoorEnv>, options: BookingOptions): void {
  const { database, clock } = options;
  const steps = createBookingSteps(options);

  app.get('/book/embed.js', (c) =>
    c.body(embedScript, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }),
  );

  app.get('/book/:slug', async (c) => {
    const fields: FormFields = Object.fromEntries(new URL(c.req.url).searchParams);
    const { type, from, date, start } = fields;
    const visit = await openVisit(c, { type, from, date, start });
    if (visit === null) return c.notFound();
    return (await steps.showClosed(visit)) ?? steps.show(visit, requestedStep(visit, fields));
  });

  app.post('/book/:slug', async (c) => {
    const fields = await readFormFields(c);
    const visit = await openVisit(c, fields ?? {});
    if (visit === null) return c.notFound();
    if (fields === null) return steps.show(visit, 'what', { problem: getBookingTexts(visit).unreadable, status: 400 });
    const action = fields['show'] === undefined ? fields['do'] : undefined;
    if (action === 'prove') return steps.prove(visit, fields);
    if (action === 'take') return steps.take(visit);
    const closed = await steps.showClosed(visit);
    if (closed !== null) return closed;
    const isRobot = (fields[ROBOT_FIELD] ?? '') !== '';
    const step = requestedStep(visit, fields);
    if (action === 'send' || action === 'again') return steps.send(visit, { isRobot, isAgain: action === 'again' });
    // A demo practice shows each code only once, so the page in another language needs a new one.
    if (step === 'code' && visit.booking.isDemo) return steps.send(visit, { isRobot, isAgain: true });
    // A page without personal data gets a URL of its own, so that it can be reloaded.
    if ((step === 'what' || step === 'when') && !hasPersonalData(visit.draft))
      return c.redirect(`${visit.booking.slug}${draftQuery(createStepDraft(step, visit.draft), visit.chosen)}`, 303);
    return steps.show(visit, step);
  });

  /** Reads the request for a booking page; null if there is no such page or it is switched off. */
  async function openVisit(c: Context<DoorEnv, '/book/:slug'>, fields: FormFields): Promise<BookingVisit | null> {
    const slug = slugSchema.safeParse(c.req.param('slug'));
    const booking = slug.success ? await readBookingPage(database, slug.data, clock()) : null;
    if (booking === null) return null;
    for (const [name, value] of Object.entries(embeddingHeaders(booking.origins))) c.header(name, value);
    const language = choosePageLanguage(c);
    const chosen = c.req.query('lang') === undefined ? null : language;
    return { c, booking, draft: readBookingDraft(fields), at: { language, own: null }, chosen };
  }
}

/** The step to show: the step that the pressed button names, otherwise the next step. */
const requestedStep = ({ draft }: BookingVisit, { show }: FormFields) =>
  bookingPageSteps.find((step) => step === show) ?? nextStep(draft);
