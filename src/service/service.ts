import { Hono } from 'hono';
import { type Logger, pino } from 'pino';
import { ServiceError } from '#contract/error.ts';
import type { Database } from './db/database.ts';
import { reportFault } from './middleware/report-fault.ts';
import { addAppointmentRoutes } from './routes/appointments.ts';
import { addDescriptionRoutes } from './routes/description.ts';
import { addLookupRoutes } from './routes/lookups.ts';
import { addPingAndEnumRoutes } from './routes/ping-and-enums.ts';
import type { ServiceEnv } from './service-env.ts';

/**
 * The practice API as a function from Request to Response, paths as in the document. Every error has the body of
 * section 7. `clock` gives epoch milliseconds.
 *
 * @example const answer = await createService({ database }).request('/ping?companyId=…', { headers })
 */
export function createService(options: {
  database: Database;
  clock?: (() => number) | undefined;
  logger?: Logger | undefined;
}): Hono<ServiceEnv> {
  const { database, clock = Date.now, logger = pino({ enabled: false }) } = options;
  const parts = { database, clock, logger };
  const app = new Hono<ServiceEnv>();
  app.onError(reportFault(logger));
  app.notFound(() => {
    throw new ServiceError('not_found', 'the service has no such path and method');
  });
  // Hono answers HEAD as GET; the document has no such method.
  app.use(async function documentedMethods(context, next) {
    if (context.req.raw.method === 'HEAD') throw new ServiceError('not_found', 'the service has no HEAD');
    await next();
  });
  addDescriptionRoutes(app);
  addPingAndEnumRoutes(app, parts);
  addLookupRoutes(app, parts);
  addAppointmentRoutes(app, parts);
  return app;
}
