import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { routePath } from 'hono/route';
import { type Logger, pino } from 'pino';
import type { NoticeTexts, PageTexts } from '#client-texts/client-texts.ts';
import type { Database } from '#service/db/database.ts';
import { toServiceError } from '#service/routes/errors.ts';
import type { EmailMessage, Transport } from '#service/sending/transport.ts';
import { createRequestLogger } from '#service/service.ts';
import { createAddressLimit, type DoorEnv, readVisitorAddress } from './address-limit.ts';
import { addAppointmentRoutes } from './appointment-routes.ts';
import { embeddingHeaders } from './booking-embed.ts';
import { addBookingRoutes } from './booking-routes.ts';
import { addFeedRoutes } from './feed-routes.ts';
import { choosePageLanguage } from './languages.ts';
import { noticePage, pageHeaders } from './page.ts';
import { addRecallRoutes } from './recall-routes.ts';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * Creates the public door, a function from Request to Response: it serves the pages that links in messages open,
 * booking pages, calendar feeds and a health check, but nothing of the front desk itself. Every other request gets the
 * same 404 page. `clock` returns epoch milliseconds.
 *
 * @example const response = await createDoor({ database }).request(`/a/${token}`)
 */
export function createDoor(options: {
  database: Database;
  clock?: (() => number) | undefined;
  logger?: Logger | undefined;
  /** Whether clients reach the door by https, so that it may tell their browsers never to use http again. */
  secure?: boolean | undefined;
  /** Sends the codes of the booking pages. Without it, appointments can be requested only from a demo practice. */
  email?: Transport<EmailMessage> | null | undefined;
}): Hono<DoorEnv> {
  const { database, clock = Date.now, logger = pino({ enabled: false }), secure = false, email = null } = options;
  const app = new Hono<DoorEnv>();
  const countRequest = createAddressLimit(clock);

  // Requests are logged with their route instead of their URL, because the token in a URL is a secret.
  app.use(createRequestLogger({ logger, clock }));
  app.use(async function addHeaders(c, next) {
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value);
    if (secure) c.header('Strict-Transport-Security', 'max-age=31536000');
    await next();
  });
  app.notFound((c) => showNotice(c, 404, ({ notFound }) => notFound));
  app.onError((error, c) => {
    const refusal = toServiceError(error);
    const request = { method: c.req.method, path: routePath(c) };
    logger[refusal === null ? 'error' : 'warn']({ ...request, err: error }, 'request failed');
    if (refusal?.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds));
    return showNotice(c, refusal === null ? 500 : 503, ({ failed }) => failed);
  });

  // Hono serves HEAD like GET; here it is refused like any other unknown method.
  app.use(async function rejectHead(c, next) {
    if (c.req.raw.method === 'HEAD') return c.notFound();
    return await next();
  });
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.use(async function limitAddresses(c, next) {
    const waitMs = countRequest(readVisitorAddress(c));
    if (waitMs === 0) return await next();
    c.header('Retry-After', String(Math.ceil(waitMs / 1_000)));
    return showNotice(c, 429, ({ tooManyRequests }) => tooManyRequests);
  });
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError(c) {
        // The rest of the body is not read, so the connection must be closed after this response.
        c.header('Connection', 'close');
        return showNotice(c, 413, ({ tooLarge }) => tooLarge);
      },
    }),
  );
  addRecallRoutes(app, { database, clock });
  addAppointmentRoutes(app, { database, clock });
  addFeedRoutes(app, { database, clock, logger });
  addBookingRoutes(app, { database, clock, email });
  return app;
}

/** A page with a single message, in the visitor's language. */
function showNotice(c: Context, status: 404 | 413 | 429 | 500 | 503, texts: (texts: PageTexts) => NoticeTexts) {
  // This page can appear inside a site that embeds a booking page. It has no buttons, so any site may frame it.
  if (status !== 404 && c.req.path.startsWith('/book/'))
    for (const [name, value] of Object.entries(embeddingHeaders(['*']))) c.header(name, value);
  return c.html(noticePage({ language: choosePageLanguage(c), own: null }, texts), status);
}
