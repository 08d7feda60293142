import { appointmentPageSchema } from '#contract/appointment.ts';
import {
  appointmentTypePageSchema,
  clientPageSchema,
  companyPageSchema,
  employeePageSchema,
  petPageSchema,
} from '#contract/clients-pets-staff.ts';
import { defaultImportSource, type ImportRecords, importedRecordsSchema } from '#contract/practice-import.ts';
import type { ImportChoices } from '#import/choices.ts';
import type { ExistingPractice } from '#import/plan.ts';
import { planImport } from '#import/plan-import.ts';
import { findChoices, readImportFile } from '#import/read-files.ts';
import { readSource } from '#import/read-source.ts';
import { type ImportResult, runImport } from '#import/run-import.ts';
import type { OwnPractice } from '#testing/managed-practice.ts';
import { filesOf, type OldSystem } from './old-system.ts';

interface ImportedSystem {
  result: ImportResult;
  /** The refused lines with their position in the files: `clients.csv 7: shifted`. */
  refused: readonly string[];
}

/** Imports the files of a program through the API, as the app and the command line do. */
export async function importSystem(
  own: OwnPractice,
  system: OldSystem,
  {
    source = defaultImportSource,
    dryRun = false,
    takeInactive = true,
    practice = null as ExistingPractice | null,
  } = {},
): Promise<ImportedSystem> {
  const { client, companyId } = own;
  const [storeId] = own.practice.stores;
  const all: ImportChoices = { map: {}, dates: null, takeInactive, storeId, ...system.choices };
  const tables = await Promise.all(filesOf(system).map((file) => readSource(file, findChoices(file.name, all.map))));
  const files = tables.map((table) => readImportFile(table, all));
  const plan = await planImport(
    files.filter((file) => file !== null),
    { choices: all, practice: practice ?? (await existingRecordsOf(own)), now: Date.parse('2026-11-23T12:00:00Z') },
  );
  const send = async (part: ImportRecords) => {
    const answer = await client.post('/v1/practice/import', part);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return importedRecordsSchema.parse(answer.body);
  };
  const result = await runImport(plan, { source, companyId, dryRun, send });
  const refused = result.refused.map(({ origin: { file, row }, reason }) => {
    const line = tables.find(({ name }) => name === file)?.rows[row]?.line;
    return `${file} ${line}: ${reason.code}`;
  });
  return { result, refused };
}

/** The existing records of the practice before its files are read. */
export async function existingRecordsOf({ client, companyId }: OwnPractice): Promise<ExistingPractice> {
  const page = async (path: string) => (await client.get(path, { companyId, limit: '500' })).body;
  const companies = companyPageSchema.parse(await page('/v1/companies'));
  const types = appointmentTypePageSchema.parse(await page('/v1/appointment-types'));
  const employees = employeePageSchema.parse(await page('/v1/employees'));
  return {
    stores: companies.data.flatMap((one) => ('stores' in one && one.id === companyId ? one.stores : [])),
    types: types.data.flatMap((one) => ('category' in one ? [one] : [])),
    employees: employees.data.flatMap((one) => ('role' in one ? [one] : [])),
  };
}

/** The API's records of a practice as lines, without those of the test fixture. */
export async function servedOf({
  client,
  companyId,
  practice,
}: OwnPractice): Promise<Record<'clients' | 'pets' | 'staff' | 'visits', string[]>> {
  const page = async (path: string) => (await client.get(path, { companyId, limit: '500' })).body;
  const line = (...values: (string | null)[]) => values.map((value) => value || '–').join(' · ');
  const clients = clientPageSchema
    .parse(await page('/v1/clients'))
    .data.flatMap((one) => ('email' in one && one.id !== practice.client ? [one] : []));
  const pets = petPageSchema
    .parse(await page('/v1/pets'))
    .data.flatMap((one) => ('species' in one && one.id !== practice.pet ? [one] : []));
  const employees = employeePageSchema
    .parse(await page('/v1/employees'))
    .data.flatMap((one) => ('role' in one ? [one] : []));
  const own = [practice.vet, practice.near, practice.retiredVet];
  const search = await client.post('/v1/appointments/search', { companyId, limit: 100 });
  const visits = appointmentPageSchema.parse(search.body).data.flatMap((one) => ('title' in one ? [one] : []));
  const nameOf = (id: string | null | undefined) => {
    const found = employees.find((one) => one.id === id);
    return found === undefined ? null : `${found.firstName} ${found.lastName}`;
  };
  return {
    clients: clients.map((one) => line(one.firstName, one.lastName, one.email, one.phone)).sort(),
    pets: pets
      .map((one) => line(one.name, one.clientName ?? null, one.species, one.breed, one.sex, one.dateOfBirth))
      .sort(),
    staff: employees
      .filter(({ id }) => !own.includes(id))
      .map((one) => line(one.firstName, one.lastName, one.role, one.isActive ? 'active' : 'inactive'))
      .sort(),
    visits: visits
      .map((one) =>
        line(
          new Date(one.start).toISOString().slice(0, 16),
          new Date(one.end).toISOString().slice(11, 16),
          one.title,
          one.status,
          nameOf(one.employees.find(({ isMainEmployee }) => isMainEmployee)?.id),
          one.notes ?? null,
        ),
      )
      .sort(),
  };
}
