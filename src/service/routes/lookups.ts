import type * as z from 'zod/mini';
import { appointmentTypeSchema } from '#contract/clients-pets-staff.ts';
import { endpoints } from '#contract/endpoints.ts';
import { extensions } from '#contract/extensions.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Caller } from '#service/db/authentication.ts';
import { findDuplicates } from '#service/db/client-duplicates.ts';
import {
  findClients,
  findCompany,
  findEmployees,
  findKeyHolder,
  findPage,
  findPets,
  type Lookup,
} from '#service/db/lookups.ts';
import { appointmentTypeDefinition } from '#service/db/manage/appointment-types.ts';
import { clientDefinition, petDefinition } from '#service/db/manage/clients-and-pets.ts';
import { insufficientAccessError, notFoundError } from '#service/db/manage/lock-practice.ts';
import { transferClient } from '#service/db/manage/transfer-client.ts';
import {
  changeVersionedRecord,
  createVersionedRecord,
  requireVersionedRecord,
  type VersionedKind,
} from '#service/db/manage/versioned-record.ts';
import { inTransaction } from '#service/db/run-query.ts';
import type { PartialRow } from '#service/db/write-records.ts';
import { sortUnique } from '#service/domain/appointment-query.ts';
import { type FoundList, paginate } from '#service/domain/cursor.ts';
import { type ClientOrPetQuery, parseClientOrPetQuery, wordsOf } from '#service/domain/search-words.ts';
import { addEndpoint, type EndpointContext, type EndpointRequest, readId, readRecordKey } from './endpoint.ts';

interface ListRequest {
  caller: Caller;
  input: { limit: number; cursor: string | null; query?: string | undefined; isActive?: boolean | undefined };
}

/** A page of a lookup list. `read` parses its query, and `restriction` is everything else that determines its rows. */
function readPage<Item>(
  { caller, input }: ListRequest,
  {
    endpoint,
    restriction = null,
    read = parseNameQuery,
  }: { endpoint: string; restriction?: string | string[] | null; read?: (query: string) => ClientOrPetQuery },
  find: (lookup: Lookup) => Promise<FoundList<Item>>,
) {
  const { terms, emails, phone } = read(input.query ?? '');
  const { companyId, cursorSecret: secret } = caller;
  const search = { terms: sortUnique(terms), emails: sortUnique(emails), phone };
  // JSON omits `isActive` if it is undefined. So a query without it has the same scope as in an earlier release, and the
  // cursors of that release stay valid.
  const { isActive } = input;
  const scope = { secret, endpoint, query: { companyId, ...search, restriction, isActive } };
  return paginate(scope, input.cursor, (position) =>
    find({ companyId, terms, emails, phone, limit: input.limit, position }),
  );
}

/** Parses a query that searches only names. */
const parseNameQuery = (query: string): ClientOrPetQuery => ({ terms: wordsOf(query), emails: [], phone: null });

/**
 * Adds the endpoints for the lists of companies, clients, pets, employees and appointment types (section 4.5 of the
 * specification) and, beyond the specification, those for the key's employee, for single clients and pets, and for duplicate
 * clients.
 */
export function addLookupEndpoints(context: EndpointContext): void {
  const { database, clock } = context;

  addEndpoint(context, endpoints.listCompanies, (request) =>
    readPage(request, { endpoint: 'companies' }, async ({ terms }) => {
      const company = await findCompany(database, request.caller);
      const words = wordsOf(company?.name ?? '');
      const matches = terms.every((term) => words.some((word) => word.startsWith(term)));
      const data = company !== null && matches ? [company] : [];
      return { data, totalCount: data.length, position: null };
    }),
  );

  addEndpoint(context, extensions.getMe, ({ caller }) => findKeyHolder(database, caller));

  addEndpoint(context, endpoints.listClients, (request) => {
    const restriction = request.input.withPets ? 'with pets' : null;
    return readPage(request, { endpoint: 'clients', restriction, read: parseClientOrPetQuery }, (lookup) =>
      findClients(database, lookup, request.input),
    );
  });

  addEndpoint(context, endpoints.listPets, (request) => {
    const { clientId = null } = request.input;
    const options = { endpoint: 'pets', restriction: clientId, read: parseClientOrPetQuery };
    return readPage(request, options, (lookup) => findPets(database, lookup, request.input));
  });

  const create = <Row extends object, Item extends Row & { updatedAt: string }>(
    request: {
      caller: Caller;
      input: { companyId: string } & PartialRow<Row>;
      create: EndpointRequest<z.ZodMiniObject>['create'];
    },
    kind: VersionedKind<Row, Item>,
  ) =>
    request.create((transaction, now) =>
      createVersionedRecord({ transaction, actor: request.caller, now }, kind, request.input),
    );

  addEndpoint(context, extensions.createClient, (request) => create(request, clientDefinition));
  addEndpoint(context, extensions.createPet, (request) => create(request, petDefinition));

  const invalidIdError = () => notFoundError('id: must be a UUID');
  addEndpoint(context, extensions.getClient, (request) =>
    requireVersionedRecord(database.sql, clientDefinition, readRecordKey(request, invalidIdError)),
  );
  addEndpoint(context, extensions.getPet, (request) =>
    requireVersionedRecord(database.sql, petDefinition, readRecordKey(request, invalidIdError)),
  );

  const change = <Row extends object, Item extends Row & { updatedAt: string }>(
    request: Parameters<typeof readId>[0] & {
      caller: Caller;
      input: { companyId: string; expectedUpdatedAt: string } & PartialRow<Row>;
    },
    kind: VersionedKind<Row, Item>,
  ) => {
    const id = readId(request, invalidIdError);
    return inTransaction(database.sql, (transaction) =>
      changeVersionedRecord({ transaction, actor: request.caller, clock }, kind, { ...request.input, id }),
    );
  };

  addEndpoint(context, extensions.changeClient, (request) => change(request, clientDefinition));
  addEndpoint(context, extensions.changePet, (request) => change(request, petDefinition));

  addEndpoint(context, extensions.listDuplicates, ({ caller: { companyId } }) =>
    findDuplicates(database, { companyId, now: clock() }),
  );
  addEndpoint(context, extensions.transferClient, ({ caller, input }) => {
    for (const permission of ['pets.write', 'appointments.write'] satisfies Permission[])
      if (!caller.permissions.includes(permission))
        throw insufficientAccessError(`the employee of this key lacks the permission ${permission}`);
    return inTransaction(database.sql, (transaction) =>
      transferClient({ transaction, actor: caller, clock }, input, caller.storeIds),
    );
  });

  addEndpoint(context, endpoints.listEmployees, (request) => {
    const { storeIds, caller } = request;
    return readPage(request, { endpoint: 'employees', restriction: sortUnique(storeIds) }, (lookup) =>
      findEmployees(database, lookup, {
        storeIds,
        visibleStoreIds: caller.storeIds,
        withPermissions: caller.permissions.includes('practice.write' satisfies Permission),
      }),
    );
  });

  addEndpoint(context, endpoints.listAppointmentTypes, (request) =>
    readPage(request, { endpoint: 'appointment-types' }, (lookup) =>
      findPage(database, lookup, { ...appointmentTypeDefinition, schema: appointmentTypeSchema }),
    ),
  );
}
