import { endpoints, extensions } from '#contract/endpoints.ts';
import type { Caller } from '#service/db/authentication.ts';
import {
  findAppointmentTypes,
  findClients,
  findCompany,
  findEmployees,
  findKeyHolder,
  findPets,
  type Lookup,
} from '#service/db/lookups.ts';
import { createClient, createPet } from '#service/db/register-client.ts';
import { uniqueSorted } from '#service/domain/appointment-query.ts';
import { type FoundList, pageOf } from '#service/domain/cursor.ts';
import { type PersonQuery, readPersonQuery, wordsOf } from '#service/domain/search-words.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';

interface ListRequest {
  caller: Caller;
  input: { limit: number; cursor: string | null; query?: string | undefined };
}

/** A page of a look-up list; `read` parses its query, `restriction` is what else determines its rows. */
function page<Item>(
  { caller, input }: ListRequest,
  {
    endpoint,
    restriction = null,
    read = readNameQuery,
  }: { endpoint: string; restriction?: string | string[] | null; read?: (query: string) => PersonQuery },
  find: (lookup: Lookup) => Promise<FoundList<Item>>,
) {
  const { terms, emails, phone } = read(input.query ?? '');
  const { companyId, cursorSecret: secret } = caller;
  const asked = { terms: uniqueSorted(terms), emails: uniqueSorted(emails), phone };
  const scope = { secret, endpoint, query: { companyId, ...asked, restriction } };
  return pageOf(scope, input.cursor, (position) =>
    find({ companyId, terms, emails, phone, limit: input.limit, position }),
  );
}

/** Parses a query that searches names only. */
const readNameQuery = (query: string): PersonQuery => ({ terms: wordsOf(query), emails: [], phone: null });

/** The lists of companies, clients, pets, employees and appointment types (section 4.5 and the choices), and new clients and pets. */
export function addLookupEndpoints(context: EndpointContext): void {
  const { database } = context;

  addEndpoint(context, endpoints.listCompanies, (request) =>
    page(request, { endpoint: 'companies' }, async ({ terms }) => {
      const company = await findCompany(database, request.caller);
      const words = wordsOf(company?.name ?? '');
      const matches = terms.every((term) => words.some((word) => word.startsWith(term)));
      const data = company !== null && matches ? [company] : [];
      return { data, totalCount: data.length, position: null };
    }),
  );

  addEndpoint(context, extensions.getMe, ({ caller }) => findKeyHolder(database, caller));

  addEndpoint(context, endpoints.listClients, (request) =>
    page(request, { endpoint: 'clients', read: readPersonQuery }, (lookup) => findClients(database, lookup)),
  );

  addEndpoint(context, endpoints.listPets, (request) => {
    const { clientId } = request.input;
    const options = { endpoint: 'pets', restriction: clientId ?? null, read: readPersonQuery };
    return page(request, options, (lookup) => findPets(database, lookup, clientId));
  });

  addEndpoint(context, extensions.createClient, ({ input, create }) =>
    create((transaction, now) => createClient(transaction, input, now)),
  );

  addEndpoint(context, extensions.createPet, ({ input, create }) =>
    create((transaction, now) => createPet(transaction, input, now)),
  );

  addEndpoint(context, endpoints.listEmployees, (request) => {
    const { storeIds, caller } = request;
    return page(request, { endpoint: 'employees', restriction: uniqueSorted(storeIds) }, (lookup) =>
      findEmployees(database, lookup, { storeIds, visibleStoreIds: caller.storeIds }),
    );
  });

  addEndpoint(context, endpoints.listAppointmentTypes, (request) =>
    page(request, { endpoint: 'appointment-types' }, (lookup) => findAppointmentTypes(database, lookup)),
  );
}
