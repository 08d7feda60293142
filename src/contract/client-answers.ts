import * as z from 'zod/mini';
import { instantOf } from '#contract/date-time.ts';
import { companyQuerySchema, cursorSchema, storeIdsSchema } from '#contract/endpoint.ts';
import { clientAnswers } from '#contract/enums.ts';
import { createPageSchema, limitSchema } from '#contract/page.ts';
import { dateTimeSchema, instantSchema, uuidSchema } from '#contract/primitives.ts';
import { createFilledTextSchema } from '#contract/text.ts';

export type AnswerChoice = (typeof clientAnswers)[number];

/** The note of a client who wants another time. */
export const answerNoteSchema = createFilledTextSchema(500);

/**
 * The latest answer for an appointment. `forStart` is the start that the client answered for, which is still the appointment's
 * start.
 */
export const clientAnswerSchema = z
  .strictObject({
    appointmentId: uuidSchema,
    answer: z.enum(clientAnswers),
    note: z.nullable(z.string()),
    at: instantSchema,
    forStart: instantSchema,
  })
  .register(z.globalRegistry, { id: 'ClientAnswer' });
export type ClientAnswer = z.infer<typeof clientAnswerSchema>;

/** A page of answers, ordered by the start of the appointments. */
export const clientAnswerPageSchema = createPageSchema(clientAnswerSchema).register(z.globalRegistry, {
  id: 'ClientAnswerPage',
});

/** The maximum number of days between `start` and `end` of {@link clientAnswersQuerySchema}. */
const maxAnswerDays = 100;

/** The query of `GET /v1/client-answers`: the answers for appointments that start in [`start`, `end`). */
export const clientAnswersQuerySchema = z
  .extend(companyQuerySchema, {
    start: dateTimeSchema,
    end: dateTimeSchema,
    storeIds: storeIdsSchema,
    limit: limitSchema,
    cursor: cursorSchema,
  })
  .check(
    z.refine(({ start, end }) => instantOf(end) > instantOf(start), {
      path: ['end'],
      error: 'must be after the start',
    }),
    z.refine(({ start, end }) => instantOf(end) - instantOf(start) <= maxAnswerDays * 86_400_000, {
      path: ['end'],
      error: `must be at most ${maxAnswerDays} days after the start`,
    }),
  );

/** The body of `POST /v1/client-answers/{id}`: the answer that a client gave by telephone. */
export const giveAnswerSchema = z
  .strictObject({
    companyId: uuidSchema,
    answer: z.enum(['confirmed', 'another_time']),
    note: z.nullish(answerNoteSchema),
  })
  .register(z.globalRegistry, { id: 'GiveClientAnswer' });
