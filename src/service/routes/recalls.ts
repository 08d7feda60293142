import { sql } from 'drizzle-orm';
import { messageEndpoints } from '#contract/message-endpoints.ts';
import { notFoundError } from '#service/db/manage/lock-practice.ts';
import { changeRecall, createRecall, createRecallAttempt, findRecalls, runWithDueCheck } from '#service/db/recalls.ts';
import { inTransaction } from '#service/db/run-query.ts';
import { paginate } from '#service/domain/cursor.ts';
import { addEndpoint, type EndpointContext, readId } from './endpoint.ts';

const invalidIdError = () => notFoundError('id: must be a UUID');

/**
 * Adds the endpoints for pets that are due again, beyond the specification. Recalls, like pets, are accessible with every key
 * of the company.
 */
export function addRecallEndpoints(context: EndpointContext): void {
  const { database, clock } = context;

  addEndpoint(context, messageEndpoints.listRecalls, ({ input, caller }) => {
    const { limit, cursor, ...query } = input;
    const { companyId, from = null, until = null, status = null, petId = null } = query;
    const scope = {
      secret: caller.cursorSecret,
      endpoint: 'recalls',
      query: [companyId, from, until, status, petId],
    };
    return paginate(scope, cursor, (position) =>
      findRecalls(database, { ...query, now: clock() }, { limit, position }),
    );
  });

  addEndpoint(context, messageEndpoints.createRecall, ({ input, caller, create }) => {
    const { companyId, petId, visitTypeId } = input;
    const isOfPetAndType = sql`recalls.pet_id = ${petId}::uuid and recalls.visit_type_id = ${visitTypeId}::uuid`;
    return runWithDueCheck(database, { companyId, isOfPetAndType, now: clock() }, () =>
      create((transaction, now) => createRecall({ transaction, actor: caller, now }, input)),
    );
  });

  addEndpoint(context, messageEndpoints.changeRecall, (request) => {
    const { input, caller } = request;
    const { companyId } = input;
    const id = readId(request, invalidIdError);
    const isOfPetAndType = sql`(recalls.pet_id, recalls.visit_type_id) in (
      select r.pet_id, r.visit_type_id from recalls r where r.company_id = ${companyId}::uuid and r.id = ${id}::uuid)`;
    return runWithDueCheck(database, { companyId, isOfPetAndType, now: clock() }, () =>
      inTransaction(database.sql, (transaction) =>
        changeRecall({ transaction, actor: caller, clock }, { ...input, id }),
      ),
    );
  });

  addEndpoint(context, messageEndpoints.createRecallAttempt, (request) => {
    const { input, caller, create } = request;
    const key = { companyId: input.companyId, id: readId(request, invalidIdError) };
    const attempt = { employeeId: caller.employeeId, how: input.how };
    return create((transaction, now) => createRecallAttempt({ transaction, actor: caller, now }, key, attempt));
  });
}
