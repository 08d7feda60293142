import { appointmentSchema } from '#contract/appointment.ts';
import {
  appointmentTypeSchema,
  companySchema,
  keyHolderSchema,
  listedClientSchema,
  listedEmployeeSchema,
  petSchema,
} from '#contract/clients-pets-staff.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { extensions } from '#contract/extensions.ts';
import { features, findMissingCapabilities, type MissingCapability } from '#contract/features.ts';
import { operations } from '#contract/operations.ts';
import {
  receivedAppointmentSchema,
  receivedAppointmentTypeSchema,
  receivedClientSchema,
  receivedCompanySchema,
  receivedEmployeeSchema,
  receivedEnumsSchema,
  receivedPetSchema,
} from '#contract/received.ts';
import { type Rights, unknownRights } from '#gateway/access/key-rights.ts';
import { limitToRights, readOperations } from '#gateway/upstream/capabilities.ts';
import type { SendProbe } from './probe.ts';
import {
  createReadProbe,
  type ReadProbe,
  type ReportedProblem,
  responseProblem,
  type SentRequest,
  statusProblem,
} from './read-probe.ts';
import { readPage } from './records.ts';

/** The features of Frontdesk that would work with a practice API, and the problems that were found. */
export interface CheckReport {
  readonly address: string;
  /** The outcome of reading the practice API's description of itself at `/openapi.json`. */
  readonly description: 'read' | 'missing' | 'unreadable';
  readonly key: 'none' | 'accepted' | 'refused';
  readonly features: readonly {
    readonly area: string;
    readonly name: string;
    readonly isThere: boolean;
    /** What the practice API or the key lacks for it, such as `DELETE /v1/appointments/{id} is not described`. */
    readonly lacking: readonly string[];
  }[];
  readonly requests: readonly SentRequest[];
  readonly problems: readonly ReportedProblem[];
  readonly notes: readonly string[];
}

/** Thrown if there is no accessible practice API at the address. */
export class NoPracticeApiError extends Error {}

/** Checks a practice API with harmless reads. Throws {@link NoPracticeApiError} if there is none at the address. */
export async function checkPracticeApi(options: {
  address: string;
  ask: SendProbe;
  key: string | null;
}): Promise<CheckReport> {
  const { address, ask, key } = options;
  const reads = createReadProbe(ask);
  const notes: string[] = [];
  await requirePracticeApi(reads, address);
  const { description, described } = await readDescription(reads);
  const { state, rights } = key === null ? resultWithoutKey : await readWithKey(key, reads, notes, described);

  const capabilities: Capabilities = {};
  for (const [name, { capability }] of described) if (capability !== null) capabilities[name] = capability;
  const offeredCapabilities = state === 'accepted' ? limitToRights(rights, capabilities) : capabilities;
  const missingText = ({ operation, input }: MissingCapability): string => {
    const { method, path, permission }: Endpoint = operations[operation];
    if (input !== null) return `${method} ${path} does not take ${input}`;
    if (capabilities[operation] === undefined)
      return `${method} ${path} ${described.get(operation)?.problem ?? 'is not described'}`;
    if (rights.canWrite === false && permission?.endsWith('.write') === true) return 'the key is read only';
    return rights.permissions === null ? `${permission} is not confirmed` : `the key lacks ${permission}`;
  };
  return {
    address,
    description,
    key: state,
    features: Object.entries(features).flatMap(([area, areaFeatures]) =>
      areaFeatures.map((feature) => {
        const lacking = findMissingCapabilities(feature, offeredCapabilities).map(missingText);
        return { area, name: feature.name, isThere: lacking.length === 0, lacking };
      }),
    ),
    requests: reads.sent,
    problems: reads.problems,
    notes,
  };
}

/**
 * The largest difference, in milliseconds, between the clocks of the practice API and of this computer that is not reported.
 */
const MAX_SKEW_MS = 60_000;

/**
 * Looks for a practice API at the address: the list of companies must be refused without a key. Throws {@link
 * NoPracticeApiError} if there is no response, or if something else responds.
 */
async function requirePracticeApi(reads: ReadProbe, address: string): Promise<void> {
  const { request, answer, body } = await reads.send('/v1/companies?limit=1', null);
  if (answer.failure !== undefined) throw new NoPracticeApiError(answer.failure);
  const { status, header, receivedAt } = answer;
  if (status === 404) {
    const hint = /\/v1\/*$/.test(new URL(address).pathname)
      ? 'leave out the /v1 at its end'
      : 'give the address that /v1/companies is appended to';
    throw new NoPracticeApiError(`404 at ${address.replace(/\/+$/, '')}/v1/companies: ${hint}`);
  }
  if (status >= 300 && status < 400) throw new NoPracticeApiError(statusProblem(status, header));
  if (status === 200) {
    const problem = responseProblem({ answer, body }, null);
    reads.report(request, problem ?? 'it answers without a key: everyone who knows the address can read it');
  } else if (status !== 401 && status !== 403) {
    reads.report(request, `${statusProblem(status, header)}; without a key it must be 401`);
  }

  const skewMs = Date.parse(header('date') ?? '') - receivedAt;
  if (Math.abs(skewMs) > MAX_SKEW_MS) {
    const minutes = Math.round(Math.abs(skewMs) / 60_000);
    reads.report(request, `its clock is ${minutes} min ${skewMs > 0 ? 'ahead of' : 'behind'} this computer's (Date)`);
  }
}

/** The headers in which a practice API says how many requests are left. */
const LIMIT_HEADERS = ['ratelimit-policy', 'ratelimit', 'ratelimit-limit', 'x-ratelimit-limit'];

function limitNote(header: (name: string) => string | null): string {
  const name = LIMIT_HEADERS.find((one) => header(one) !== null);
  return name === undefined
    ? 'It does not say how many requests are left (RateLimit): Frontdesk counts on 100 a minute, or PRACTICE_API_RATE_LIMIT.'
    : `It says how many requests are left (${name}: ${header(name)}).`;
}

type DescribedOperations = ReturnType<typeof readOperations>;

/**
 * Reads the description, which needs no key. A practice API without a description counts as having only the
 * specification's operations.
 */
async function readDescription(
  reads: ReadProbe,
): Promise<{ description: CheckReport['description']; described: DescribedOperations }> {
  const noOperations: DescribedOperations = new Map();
  const { request, answer, body } = await reads.send('/openapi.json', null);
  if (answer.failure === undefined && [401, 403, 404].includes(answer.status))
    return { description: 'missing', described: noOperations };
  const problem = responseProblem({ answer, body }, null);
  if (problem !== null) reads.report(request, problem);
  const isDescription = typeof body === 'object' && body !== null && 'paths' in body;
  if (problem === null && !isDescription)
    reads.report(request, 'JSON that is not an OpenAPI description: it has no paths');
  return isDescription
    ? { description: 'read', described: readOperations(body) }
    : { description: 'unreadable', described: noOperations };
}

interface KeyResult {
  readonly state: CheckReport['key'];
  readonly rights: Rights;
}
const resultWithoutKey: KeyResult = { state: 'none', rights: unknownRights };

/** The lists to read, each with the specification's schema of a record and the more tolerant one of the app. */
const checkedLists = {
  listCompanies: [companySchema, receivedCompanySchema],
  listEmployees: [listedEmployeeSchema, receivedEmployeeSchema],
  listAppointmentTypes: [appointmentTypeSchema, receivedAppointmentTypeSchema],
  listClients: [listedClientSchema, receivedClientSchema],
  listPets: [petSchema, receivedPetSchema],
  listAppointments: [appointmentSchema, receivedAppointmentSchema],
} as const;

/** The page size, which is small so that there is a second page to which the cursor must lead. */
const PAGE_SIZE = 2;

/** Reads the lists of the first practice that a key gives access to, and the permissions of the key. */
async function readWithKey(
  key: string,
  reads: ReadProbe,
  notes: string[],
  described: DescribedOperations,
): Promise<KeyResult> {
  /** Reads up to two pages of a list, and returns the id of its first record. */
  async function readList(
    name: keyof typeof checkedLists,
    company: Record<string, string> = {},
  ): Promise<string | undefined> {
    const [record, received] = checkedLists[name];
    const readNext = async (more: Record<string, string>) => {
      const query = new URLSearchParams({ ...company, limit: String(PAGE_SIZE), ...more });
      const { request, body } = await reads.read(`${endpoints[name].path}?${query}`, key);
      const reportProblem = (problem: string) => reads.report(request, problem);
      return body === undefined
        ? null
        : { ...readPage(body, { limit: PAGE_SIZE, record, received }, reportProblem), report: reportProblem };
    };
    const page = await readNext({});
    const cursor = page?.nextCursor ?? null;
    const next = cursor === null ? null : await readNext({ cursor });
    if (next !== null && (next.nextCursor === cursor || next.ids.some((id) => page?.ids.includes(id))))
      next.report("the second page repeats the first: its cursor doesn't advance");
    return page?.ids[0];
  }

  const { answer } = await reads.send('/v1/companies?limit=1', key);
  if (answer.failure === undefined) {
    if (answer.status === 401) return { state: 'refused', rights: unknownRights };
    notes.push(limitNote(answer.header));
  }
  const companyId = await readList('listCompanies');
  if (companyId === undefined) {
    notes.push('The key gives access to no practice that could be read, so nothing else was.');
    return { state: 'accepted', rights: unknownRights };
  }
  const query = new URLSearchParams({ companyId });
  await reads.read(`${endpoints.ping.path}?${query}`, key);
  const enums = await reads.read(`${endpoints.listEnums.path}?${query}`, key);
  if (enums.body !== undefined && !receivedEnumsSchema.safeParse(enums.body).success)
    reads.report(enums.request, 'it is not an object with a list for each enum');
  for (const name of ['listEmployees', 'listAppointmentTypes', 'listClients', 'listPets', 'listAppointments'] as const)
    await readList(name, { companyId });
  const isReported = described.get('getMe')?.capability != null;
  return { state: 'accepted', rights: isReported ? await readRights(key, query, reads, notes) : unknownRights };
}

/** Reads the permissions of a key from `GET /v1/me`; unknown if the response does not name the key's holder. */
async function readRights(key: string, query: URLSearchParams, reads: ReadProbe, notes: string[]): Promise<Rights> {
  const { request, body } = await reads.read(`${extensions.getMe.path}?${query}`, key);
  const holder = keyHolderSchema.safeParse(body).data;
  if (holder === undefined) {
    if (body !== undefined) reads.report(request, 'it does not say whose key it is (employeeId, access, permissions)');
    return unknownRights;
  }
  const { access, permissions } = holder;
  if (access === 'read_only')
    notes.push('The key is read only: with it, people could look, but neither book nor change.');
  return { ...unknownRights, canWrite: access === 'read_write', permissions };
}
