import { createdSchema } from '#contract/appointment.ts';
import { appointmentTypeSchema, listedEmployeeSchema, petSchema } from '#contract/clients-pets-staff.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { pageSchema } from '#contract/page.ts';
import type { Product } from './harness.ts';
import { ask, firstCompany } from './listed-records.ts';

interface Booked {
  /** ISO 8601. */
  start: string;
  end: string;
  /** The last name of a vet of the demo practice; any vet if absent. */
  vet?: string;
  status?: AppointmentStatus;
  /** The id of a store of the first company; its first store if absent. */
  storeId?: string;
}

/** Books a consultation through the API, as another desk would; returns the id. */
export async function book(product: Product, { start, end, vet, status, storeId }: Booked): Promise<string> {
  const { company, store } = await firstCompany(product);
  const pets = await ask(product, `/v1/pets?companyId=${company.id}&limit=1`, pageSchema(petSchema));
  const types = await ask(product, `/v1/appointment-types?companyId=${company.id}`, pageSchema(appointmentTypeSchema));
  const pet = pets.data[0];
  const type = types.data.find(({ name }) => name === 'Consultation');
  if (!pet || !type) throw new Error('the API lists no pet or no consultation');
  return ask(product, '/v1/appointments', createdSchema, {
    companyId: company.id,
    storeIds: [storeId ?? store.id],
    petId: pet.id,
    visitTypeId: type.id,
    start,
    end,
    ...(status === undefined ? {} : { status }),
    ...(vet === undefined ? {} : { employeeId: await vetId(product, vet) }),
  });
}

/** The id of a vet of the demo practice by last name. */
export async function vetId(product: Product, lastName: string): Promise<string> {
  const { company } = await firstCompany(product);
  const { data } = await ask(product, `/v1/employees?companyId=${company.id}`, pageSchema(listedEmployeeSchema));
  const vet = data.find((one) => one.lastName === lastName);
  if (vet === undefined) throw new Error(`the API lists no ${lastName}`);
  return vet.id;
}
