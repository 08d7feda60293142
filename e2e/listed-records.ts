import type * as z from 'zod/mini';
import { type Appointment, appointmentPageSchema } from '#contract/appointment.ts';
import { companyPageSchema } from '#contract/clients-pets-staff.ts';
import { deskHeaders, deskSessionSchema } from '#contract/desk.ts';
import type { Product } from './harness.ts';

/** The headers of a browser that the demo has signed in, by the address of the product. */
const headersOf = new Map<string, Record<string, string>>();

async function signedIn({ url }: Product): Promise<Record<string, string>> {
  const known = headersOf.get(url);
  if (known !== undefined) return known;
  const response = await fetch(`${url}/desk/session`);
  const { person } = deskSessionSchema.parse(await response.json());
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const headers = { cookie, ...(person !== null && { [deskHeaders.person]: person }) };
  headersOf.set(url, headers);
  return headers;
}

/** Sends a request to the API as a page would; with a body it creates a record. */
export async function ask<Schema extends z.ZodMiniType>(
  product: Product,
  path: string,
  schema: Schema,
  body?: object,
): Promise<z.output<Schema>> {
  const headers = await signedIn(product);
  const create = body && {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { ...headers, 'content-type': 'application/json' },
  };
  const answer = await fetch(`${product.url}/api${path}`, create ?? { headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return schema.parse(await answer.json());
}

/** The first company and its first store, as the API lists them. */
export async function firstCompany(product: Product) {
  const { data } = await ask(product, '/v1/companies', companyPageSchema);
  const [company] = data;
  const store = company?.stores[0];
  if (company === undefined || store === undefined) throw new Error('the API lists no company with a store');
  return { company, store };
}

/** Every appointment of the list (section 4.2), from all its pages; the demo practice has no unresolved ones. */
export async function allAppointments(product: Product, query: Record<string, string>): Promise<Appointment[]> {
  const found: Appointment[] = [];
  for (let cursor: string | null = null; ; ) {
    const params = new URLSearchParams({ ...query, limit: '500', ...(cursor === null ? {} : { cursor }) });
    const page: z.output<typeof appointmentPageSchema> = await ask(
      product,
      `/v1/appointments?${params}`,
      appointmentPageSchema,
    );
    for (const record of page.data) {
      if (!('status' in record)) throw new Error(`${record.id} is unresolved`);
      found.push(record);
    }
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
