import { createdSchema } from '#contract/appointment.ts';
import { appointmentTypeSchema, petSchema } from '#contract/clients-pets-staff.ts';
import { createPageSchema } from '#contract/page.ts';
import type { Product } from './harness.ts';
import { ask, firstCompany } from './listed-records.ts';

/** Books a consultation in the first store through the API, as another desk would; returns the id. */
export async function book(product: Product, times: { start: string; end: string }): Promise<string> {
  const { company, store } = await firstCompany(product);
  const pets = await ask(product, `/v1/pets?companyId=${company.id}&limit=1`, createPageSchema(petSchema));
  const types = await ask(
    product,
    `/v1/appointment-types?companyId=${company.id}`,
    createPageSchema(appointmentTypeSchema),
  );
  const pet = pets.data[0];
  const type = types.data.find(({ name }) => name === 'Consultation');
  if (!pet || !type) throw new Error('the API lists no pet or no consultation');
  const booking = { companyId: company.id, storeIds: [store.id], petId: pet.id, visitTypeId: type.id, ...times };
  return ask(product, '/v1/appointments', createdSchema, booking);
}
