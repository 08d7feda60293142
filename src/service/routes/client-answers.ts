import { instantOf } from '#contract/date-time.ts';
import { messageEndpoints } from '#contract/message-endpoints.ts';
import { findClientAnswers, saveClientAnswer } from '#service/db/client-answers.ts';
import { appointmentNotFoundError } from '#service/db/read-appointment.ts';
import { sortUnique } from '#service/domain/appointment-query.ts';
import { paginate } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext, readRecordKey } from './endpoint.ts';

/** Adds the endpoints for the answers that clients gave through the links in messages, or by telephone. */
export function addClientAnswerEndpoints(context: EndpointContext): void {
  const { database, clock } = context;

  addEndpoint(context, messageEndpoints.listClientAnswers, ({ input, caller, storeIds }) => {
    const { companyId, limit } = input;
    const [start, end] = [instantOf(input.start), instantOf(input.end)];
    const scope = {
      secret: caller.cursorSecret,
      endpoint: 'client-answers',
      query: [companyId, sortUnique(storeIds), start, end],
    };
    return paginate(scope, input.cursor, (position) =>
      findClientAnswers(database, { companyId, storeIds, start, end }, { limit, position }),
    );
  });

  addEndpoint(context, messageEndpoints.giveClientAnswer, (request) => {
    const { caller, input } = request;
    const given = { answer: input.answer, note: input.note ?? null, employeeId: caller.employeeId };
    return saveClientAnswer(database, readRecordKey(request, appointmentNotFoundError), given, clock);
  });
}
