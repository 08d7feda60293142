import type { Hono } from 'hono';
import {
  appointmentTypeListQuerySchema,
  clientListQuerySchema,
  companyListQuerySchema,
  employeeListQuerySchema,
  petListQuerySchema,
} from '#contract/resources.ts';
import { envelope } from '#service/db/appointment-pages.ts';
import { findCompany } from '#service/db/company.ts';
import {
  findAppointmentTypes,
  findClients,
  findEmployees,
  findPets,
  type Lookup,
  type LookupPage,
} from '#service/db/lookups.ts';
import { type Caller, reachOf } from '#service/domain/caller.ts';
import { type CursorScope, readCursor, writeCursor } from '#service/domain/cursor.ts';
import { asSet } from '#service/domain/question-meaning.ts';
import { termsOf, wordsOf } from '#service/domain/title-words.ts';
import { requireKey } from '#service/middleware/require-key.ts';
import type { ServiceEnv, ServiceParts } from '#service/service-env.ts';
import { readQuery } from './read-query.ts';

interface Asked {
  limit: number;
  cursor: string | null;
  query?: string | undefined;
}

const forms = { limit: 'integer', cursor: 'nullable' } as const;
const formsWithStores = { ...forms, storeIds: 'list' } as const;

/** Answers a page of one look-up list; `restriction` is what else decides which rows it holds. */
async function page<Item>(
  { caller, endpoint, asked, restriction }: { caller: Caller; endpoint: string; asked: Asked; restriction: unknown },
  find: (lookup: Lookup) => Promise<LookupPage<Item>>,
) {
  const terms = asked.query === undefined ? [] : termsOf(asked.query);
  const { companyId } = caller;
  const binding = { companyId, terms: asSet(terms), restriction };
  const scope: CursorScope = { secret: caller.cursorSecret, endpoint, binding };
  const position = asked.cursor === null ? null : readCursor(scope, asked.cursor);
  const found = await find({ companyId, terms, limit: asked.limit, position });
  return envelope(found, (last) => writeCursor(scope, last));
}

/** The lists of companies, clients, pets, employees and appointment types (section 4.5 and the choices). */
export function addLookupRoutes(app: Hono<ServiceEnv>, parts: ServiceParts): void {
  const { database } = parts;
  const key = requireKey(parts);

  app.get('/v1/companies', key, async (context) => {
    const asked = readQuery(context.req.url, companyListQuerySchema, forms);
    const caller = context.get('caller');
    const answer = await page({ caller, endpoint: 'companies', asked, restriction: null }, async ({ terms }) => {
      const company = await findCompany(database, caller);
      const words = wordsOf(company?.name ?? '');
      const matches = terms.every((term) => words.some((word) => word.startsWith(term)));
      const data = company !== null && matches ? [company] : [];
      return { data, totalCount: data.length, position: null };
    });
    return context.json(answer);
  });

  app.get('/v1/clients', key, async (context) => {
    const asked = readQuery(context.req.url, clientListQuerySchema, forms);
    const caller = context.get('caller');
    reachOf(caller, asked, 'clients.read');
    const about = { caller, endpoint: 'clients', asked, restriction: null };
    return context.json(await page(about, (lookup) => findClients(database, lookup)));
  });

  app.get('/v1/pets', key, async (context) => {
    const asked = readQuery(context.req.url, petListQuerySchema, forms);
    const caller = context.get('caller');
    reachOf(caller, asked, 'pets.read');
    const about = { caller, endpoint: 'pets', asked, restriction: asked.clientId ?? null };
    return context.json(await page(about, (lookup) => findPets(database, lookup, asked.clientId)));
  });

  app.get('/v1/employees', key, async (context) => {
    const asked = readQuery(context.req.url, employeeListQuerySchema, formsWithStores);
    const caller = context.get('caller');
    const storeIds = reachOf(caller, asked, 'employees.read');
    const about = { caller, endpoint: 'employees', asked, restriction: asSet(storeIds) };
    return context.json(
      await page(about, (lookup) => findEmployees(database, lookup, { storeIds, reach: caller.storeIds })),
    );
  });

  app.get('/v1/appointment-types', key, async (context) => {
    const asked = readQuery(context.req.url, appointmentTypeListQuerySchema, forms);
    const caller = context.get('caller');
    reachOf(caller, asked, 'appointment_types.read');
    const about = { caller, endpoint: 'appointment-types', asked, restriction: null };
    return context.json(await page(about, (lookup) => findAppointmentTypes(database, lookup)));
  });
}
