import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { clientAnswers } from '#contract/enums.ts';
import { dateTimeSchema } from '#contract/primitives.ts';
import { answerByLink, type ClientLinkPage, readLink } from '#service/db/client-links.ts';
import type { Database } from '#service/db/database.ts';
import type { DoorEnv } from './address-limit.ts';
import { appointmentPage, type PressRefusal } from './appointment-page.ts';
import { cleanLines, readFormFields } from './form-body.ts';
import { choosePageLanguage } from './languages.ts';

const MAX_NOTE_LENGTH = 500;

/** The HTTP status of the page that says why a press had no effect. */
const statusByProblem = {
  moved: 409,
  too_late: 409,
  impossible: 409,
  unreadable: 400,
  note_too_long: 422,
} as const satisfies Record<PressRefusal['problem'], number>;

/**
 * The page behind the link in a message. GET only shows it, because mail programs open links by themselves; its buttons
 * send POST requests. After a POST that takes effect, or that repeats an earlier one, the browser is redirected to the
 * page, so that reloading it sends nothing.
 */
export function addAppointmentRoutes(
  app: Hono<DoorEnv>,
  { database, clock }: { database: Database; clock: () => number },
): void {
  const readCurrentLink = (c: Context<DoorEnv, '/a/:token'>) => readLink(database, c.req.param('token'), clock());

  function showPage(c: Context, link: ClientLinkPage, refusal: PressRefusal | null = null) {
    const { clientLanguage: own, messageLanguage: otherwise } = link;
    const at = { language: choosePageLanguage(c, { own, otherwise }), own };
    const status = refusal === null ? 200 : statusByProblem[refusal.problem];
    return c.html(appointmentPage(at, link, { now: clock(), refusal }), status);
  }

  app.get('/a/:token', async (c) => {
    const link = await readCurrentLink(c);
    return link === null ? c.notFound() : showPage(c, link);
  });

  app.post('/a/:token', async (c) => {
    const link = await readCurrentLink(c);
    if (link === null) return c.notFound();
    const form = await readForm(c);
    if (form === null) return showPage(c, link, { position: null, problem: 'unreadable', note: null });
    const { appointment: position, answer, start: forStart } = form;
    const typed = answer === 'another_time' ? cleanLines(form.note) : '';
    if (typed.length > MAX_NOTE_LENGTH) return showPage(c, link, { position, problem: 'note_too_long', note: typed });
    const given = { position, answer, forStart, note: typed === '' ? null : typed };
    const outcome = await answerByLink(database, c.req.param('token'), given, clock);
    if (outcome === 'given' || outcome === 'repeated') return c.redirect(redirectTarget(c, link, position), 303);
    const current = await readCurrentLink(c);
    if (current === null) return c.notFound();
    // The answer could not be stored: the appointment is over, or the message has no appointment at this position.
    if (outcome === null) return showPage(c, current, { position: null, problem: 'impossible', note: null });
    return showPage(c, current, { position, problem: outcome, note: given.note });
  });
}

/** The URL of the page relative to itself, with the chosen language, and with the appointment if there are several. */
function redirectTarget(c: Context<DoorEnv, '/a/:token'>, { appointments }: ClientLinkPage, position: number): string {
  const language = c.req.query('lang') === undefined ? '' : `?lang=${choosePageLanguage(c)}`;
  return `${c.req.param('token')}${language}${appointments.length > 1 ? `#a${position}` : ''}`;
}

const formSchema = z.object({
  appointment: z.pipe(
    z.string().check(z.regex(/^[0-9]{1,3}$/)),
    z.transform((text) => Number(text)),
  ),
  start: dateTimeSchema,
  answer: z.enum(clientAnswers),
  note: z._default(z.string(), ''),
});

/** Reads the form of a button; null if the body is not a form, or a field is missing or invalid. */
const readForm = async (c: Context): Promise<z.output<typeof formSchema> | null> =>
  formSchema.safeParse(await readFormFields(c)).data ?? null;
