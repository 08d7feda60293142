import type { Context, Hono } from 'hono';
import { appointmentListQuerySchema, createAppointmentSchema } from '#contract/appointment.ts';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import { invalidInput } from '#contract/error.ts';
import { dateTimeSchema, instantOf } from '#contract/primitives.ts';
import { envelopeBytes, findAppointments } from '#service/db/appointment-pages.ts';
import { createCountMemory } from '#service/db/counts.ts';
import { createAppointment } from '#service/db/create-appointment.ts';
import { type AppointmentQuestion, questionOfList, questionOfSearch } from '#service/domain/appointment-question.ts';
import { reachOf } from '#service/domain/caller.ts';
import { type CursorScope, readCursor, writeCursor } from '#service/domain/cursor.ts';
import { meaningOf } from '#service/domain/question-meaning.ts';
import { requireKey } from '#service/middleware/require-key.ts';
import type { ServiceEnv, ServiceParts } from '#service/service-env.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';

/** The appointment list, create and search (sections 4.2 to 4.4). */
export function addAppointmentRoutes(app: Hono<ServiceEnv>, parts: ServiceParts): void {
  const { database, clock } = parts;
  const counts = createCountMemory();

  async function page(
    context: Context<ServiceEnv>,
    endpoint: string,
    question: AppointmentQuestion,
    cursor: string | null,
  ) {
    const secret = context.get('caller').cursorSecret;
    const scope: CursorScope = { secret, endpoint, binding: meaningOf(question) };
    const position = cursor === null ? null : readCursor(scope, cursor);
    const found = await findAppointments({ database, counts }, question, position);
    const body = envelopeBytes(found, (last) => writeCursor(scope, last));
    return context.body(body, 200, { 'content-type': 'application/json' });
  }

  app.get('/v1/appointments', requireKey(parts), async (context) => {
    const query = readQuery(context.req.url, appointmentListQuerySchema, {
      storeIds: 'list',
      limit: 'integer',
      cursor: 'nullable',
      updatedSince: 'nullable',
      updatedBefore: 'nullable',
      createdSince: 'nullable',
      createdBefore: 'nullable',
    });
    const storeIds = reachOf(context.get('caller'), query, 'appointments.read');
    return page(context, 'list', questionOfList(query, storeIds), query.cursor);
  });

  app.post('/v1/appointments/search', requireKey(parts), async (context) => {
    const search = await readBody(context.req.raw, appointmentSearchSchema);
    const storeIds = reachOf(context.get('caller'), search, 'appointments.read');
    return page(context, 'search', questionOfSearch(search, storeIds), search.cursor);
  });

  app.post('/v1/appointments', requireKey(parts, { writes: true }), async (context) => {
    const body = await readBody(context.req.raw, createAppointmentSchema);
    const start = storableInstant('start', body.start);
    const end = storableInstant('end', body.end);
    if (end <= start) throw invalidInput('end', 'must be after start');
    const [storeId] = reachOf(context.get('caller'), body, 'appointments.write');
    if (storeId === undefined) throw invalidInput('storeIds', 'must name a store');
    return context.json(await createAppointment(database, { ...body, storeId, start, end }, clock()));
  });
}

/** An instant that is of the years 0001 to 9999 in UTC as well, so that the record can be served. */
function storableInstant(field: string, dateTime: string): number {
  const instant = instantOf(dateTime);
  if (!dateTimeSchema.safeParse(new Date(instant).toISOString()).success) {
    throw invalidInput(field, 'must be in the years 0001 to 9999 in UTC');
  }
  return instant;
}
