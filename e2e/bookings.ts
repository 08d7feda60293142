import type * as z from 'zod/mini';
import { createdSchema } from '#contract/appointment.ts';
import { appointmentTypeSchema, petSchema } from '#contract/clients-pets-staff.ts';
import { pageSchema } from '#contract/page.ts';
import type { Product } from './harness.ts';
import { firstCompany } from './listed-records.ts';

interface Booking {
  /** Instants, ISO 8601. */
  start: string;
  end: string;
  storeId?: string;
  status?: string;
  notes?: string;
}

async function json<Schema extends z.ZodMiniType>(answer: Response, schema: Schema): Promise<z.output<Schema>> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return schema.parse(await answer.json());
}

/** Books through the API, as another desk would; answers the id. */
export async function book(product: Product, { start, end, storeId, status, notes }: Booking): Promise<string> {
  const { company, store } = await firstCompany(product);
  const query = `companyId=${company.id}&limit=1`;
  const pets = await json(await fetch(`${product.url}/api/v1/pets?${query}`), pageSchema(petSchema));
  const types = await json(
    await fetch(`${product.url}/api/v1/appointment-types?companyId=${company.id}`),
    pageSchema(appointmentTypeSchema),
  );
  const pet = pets.data[0];
  const type = types.data.find((candidate) => candidate.isActive);
  if (!pet || !type) throw new Error('the API lists no pet or no visit type');
  const answer = await fetch(`${product.url}/api/v1/appointments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      companyId: company.id,
      storeIds: [storeId ?? store.id],
      petId: pet.id,
      visitTypeId: type.id,
      start,
      end,
      ...(status === undefined ? {} : { status }),
      ...(notes === undefined ? {} : { notes }),
    }),
  });
  return json(answer, createdSchema);
}
