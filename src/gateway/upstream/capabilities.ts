import type { Logger } from 'pino';
import { z } from 'zod';
import { changeableFields } from '#contract/appointment-rules.ts';
import {
  type AvailabilityOperation,
  availabilityOperations,
  type Capabilities,
  documentOnly,
  idempotentOperations,
  type ManagementOperation,
  managementOperations,
} from '#contract/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, extensions } from '#contract/endpoints.ts';
import { listEvents } from '#contract/events.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import { askUpstream, parseJson, readOf, type Upstream, UpstreamError, upstreamTimeouts } from './connection.ts';

/** A description is requested again after this time. */
const LEARNT_MS = 24 * 60 * 60_000;
/** The retry interval after a failed request, growing from the first to the longest. */
const RETRY_MS = { first: 5_000, longest: 60_000 } as const;
/** The shortest interval between requests that are caused by `doubt`. */
const DOUBT_MS = 60_000;
/** The largest description that is read; hundreds of endpoints are far smaller. */
const MAX_BYTES = 4 * 1024 * 1024;

/** What the practice API's description tells. */
type Known = ReturnType<typeof readDescription>;

const nothing: Known = { capabilities: documentOnly, readinessPath: null };

/**
 * Discovers capabilities from `GET /openapi.json`, requested without a key: once, daily, and after anything that looks
 * like a restart of the practice API. A missing, invalid, huge or slow description offers nothing. While the practice
 * API cannot be reached, the last result stays.
 */
export function createCapabilityDiscovery(options: {
  upstream: Pick<Upstream, 'send'>;
  /** Whether anybody may set up the practice itself: with a shared key nobody does. */
  mayManage: () => boolean;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
  logger?: Logger | undefined;
}) {
  const { upstream, mayManage, clock, schedule, logger } = options;
  let known = nothing;
  let pending: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.POSITIVE_INFINITY;
  let retryMs: number = RETRY_MS.first;

  async function read(): Promise<{ known: Known; again: 'later' | 'soon' }> {
    const request = readOf('/openapi.json', { accept: 'application/json' });
    try {
      const { status, body } = await askUpstream(upstream, request, { ms: upstreamTimeouts.readMs, schedule });
      if (status >= 500 || status === 429) return { known, again: 'soon' };
      if (status !== 200 || body.length > MAX_BYTES) return { known: nothing, again: 'later' };
      return { known: readDescription(parseJson(body)), again: 'later' };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const away = error.reason === 'not_sent' || error.reason === 'lost';
      return { known: away ? known : nothing, again: error.reason === 'unusable' ? 'later' : 'soon' };
    }
  }

  async function requestDescription(): Promise<void> {
    askedAt = clock();
    try {
      const learnt = await read();
      if (JSON.stringify(learnt.known) !== JSON.stringify(known)) {
        logger?.info(learnt.known, 'the practice API describes what it can do beyond the document');
      }
      known = learnt.known;
      nextAt = clock() + (learnt.again === 'later' ? LEARNT_MS : retryMs);
      retryMs = learnt.again === 'later' ? RETRY_MS.first : Math.min(retryMs * 2, RETRY_MS.longest);
    } catch (error) {
      logger?.error({ err: error }, 'the description of the practice API could not be read');
      known = nothing;
      nextAt = clock() + LEARNT_MS;
    } finally {
      pending = null;
    }
  }

  return {
    /** Requests the description for the first time; no capability is offered before. Never throws. */
    async start(): Promise<void> {
      pending ??= requestDescription();
      await pending;
    },
    /** The current result. Requests the description again, in the background, when it is due. */
    known(): Known {
      if (pending === null && clock() >= nextAt) pending = requestDescription();
      return mayManage() ? known : { ...known, capabilities: withoutManagement(known.capabilities) };
    },
    /** Called when the result may be out of date: the practice API was unreachable, or lacks an operation that it described. */
    doubt(): void {
      if (askedAt > Number.NEGATIVE_INFINITY) nextAt = Math.min(nextAt, Math.max(clock(), askedAt + DOUBT_MS));
    },
  };
}
export type CapabilityDiscovery = ReturnType<typeof createCapabilityDiscovery>;

/** What is offered to those who do not set up the practice itself. */
export function withoutManagement(capabilities: Capabilities): Capabilities {
  const isOther = (name: string) => managementOperations.every((operation) => operation !== name);
  return { ...capabilities, practice: [], idempotencyKey: capabilities.idempotencyKey.filter(isOther) };
}

export const operations = { ...endpoints, ...extensions };
export type OperationName = keyof typeof operations;

/** Whether an operation is beyond the document, and so used only where the practice API describes it. */
export function isAddition(name: OperationName): name is keyof typeof extensions {
  return Object.hasOwn(extensions, name);
}

function isOfPlan(name: OperationName): name is AvailabilityOperation {
  return availabilityOperations.some((operation) => operation === name);
}

function isManagement(name: OperationName): name is ManagementOperation {
  return managementOperations.some((operation) => operation === name);
}

/** Whether the practice API has an operation: one of the document, or one that it describes. */
export function isOffered(name: OperationName, capabilities: Capabilities): boolean {
  if (!isAddition(name)) return true;
  if (isManagement(name)) return capabilities.practice.includes(name);
  if (isOfPlan(name)) return capabilities.availability.includes(name);
  const offered = capabilities[name];
  return offered !== null && offered !== false;
}

/**
 * Reads the operations beyond the document from an OpenAPI description, by path, method, properties of the body and
 * required inputs: an operation is offered only if it has every property that the app sends and requires none that it
 * does not know. Anything that is not a description offers nothing.
 */
export function readDescription(description: unknown): {
  capabilities: Capabilities;
  /** The readiness path of our own service; null for any other. */
  readinessPath: string | null;
} {
  const { operation, parameter } = createReader(description);
  const change = operation(extensions.changeAppointment)?.body(['companyId', 'expectedUpdatedAt']);
  const fields = change?.take(changeableFields) ?? [];
  const client = operation(extensions.createClient)?.body(['companyId', 'firstName', 'lastName']);
  const pet = operation(extensions.createPet)?.body(['companyId', 'clientId', 'name', 'species']);
  const capabilities: Capabilities = {
    changeAppointment: fields.length > 0 ? fields : null,
    getMe: operation(extensions.getMe) !== null,
    getAppointment: operation(extensions.getAppointment) !== null,
    listAppointmentHistory: operation(extensions.listAppointmentHistory) !== null,
    createClient: client?.take(['email', 'phone'] as const) ?? null,
    createPet: pet?.take(['breed', 'sex', 'dateOfBirth'] as const) ?? null,
    idempotencyKey: [],
    findClientsBy: findBy(parameter(endpoints.listClients, 'query')),
    findPetsBy: findBy(parameter(endpoints.listPets, 'query')),
    practice: managementOperations.filter((name) => takesAllThatIsSent(extensions[name])),
    availability: [],
    events: operation(listEvents) === null ? null : parameter(listEvents, 'records') === undefined ? 'ids' : 'records',
  };
  // Without the list nothing else of the plan is of use.
  if (takesAllThatIsSent(extensions.listAvailability))
    capabilities.availability = availabilityOperations.filter((name) => takesAllThatIsSent(extensions[name]));
  capabilities.idempotencyKey = idempotentOperations.filter(
    (name) => isOffered(name, capabilities) && operation(operations[name])?.takesIdempotencyKey,
  );

  /** Whether an operation has all properties of the contract, which the app sends; of what is read, those without which there is no answer. */
  function takesAllThatIsSent(endpoint: Endpoint): boolean {
    const { input, method } = endpoint;
    const sent = Object.keys(input.shape);
    const described = operation(endpoint, sent);
    if (method === 'POST' || method === 'PATCH') return (described?.body(sent) ?? null) !== null;
    const isNeeded = (name: string) =>
      method === 'DELETE' || !z.safeParse(input.shape[name] ?? z.unknown(), undefined).success;
    return described !== null && sent.filter(isNeeded).every((name) => parameter(endpoint, name) !== undefined);
  }

  const readinessPath = property(description, 'x-frontdesk-readiness') === '/readyz' ? '/readyz' : null;
  return { capabilities, readinessPath };
}

const IDEMPOTENCY_KEY = idempotencyKeyHeader.toLowerCase();
/** Header parameters that OpenAPI ignores (section 4.8.12.2.1), and those that the gateway sends. */
const SENT_HEADERS = new Set(['accept', 'content-type', 'authorization', IDEMPOTENCY_KEY]);
/** The longest chain of references. */
const MAX_DEPTH = 16;

type Place = { readonly method: string; readonly path: string };
type Properties = { readonly names: Set<string>; readonly required: Set<string> };

/** Reads parts of a description, resolving `$ref` everywhere. */
function createReader(root: unknown) {
  function resolve(value: unknown, depth = 0): unknown {
    const reference = property(value, '$ref');
    if (typeof reference !== 'string') return value;
    if (depth >= MAX_DEPTH || !reference.startsWith('#/')) return undefined;
    // RFC 6901: a JSON pointer, in the fragment of a URI.
    const names = reference.slice(2).split('/');
    const target = names.reduce<unknown>((at, name) => property(at, unescapePointer(name)), root);
    return resolve(target, depth + 1);
  }

  const get = (value: unknown, name: string) => resolve(property(resolve(value), name));
  const list = (value: unknown, name: string): unknown[] => {
    const items = get(value, name);
    return Array.isArray(items) ? items.map((item: unknown) => resolve(item)) : [];
  };

  const paths = new Map<string, unknown>();
  const described = property(root, 'paths');
  if (isObject(described))
    for (const path of Object.keys(described)) paths.set(shapeOf(path), property(described, path));

  function parametersOf({ method, path }: Place): unknown[] {
    const item = paths.get(shapeOf(path));
    return [...list(item, 'parameters'), ...list(get(item, method.toLowerCase()), 'parameters')];
  }

  function collect(schema: unknown, into: Properties, seen = new Set<unknown>()): Properties {
    if (seen.has(schema)) return into;
    seen.add(schema);
    const properties = get(schema, 'properties');
    if (isObject(properties)) {
      for (const name of Object.keys(properties)) if (properties[name] !== false) into.names.add(name);
    }
    for (const name of list(schema, 'required')) if (typeof name === 'string') into.required.add(name);
    for (const part of list(schema, 'allOf')) collect(part, into, seen);
    return into;
  }

  /** The properties of a JSON body; null where there is no such body. */
  function bodyOf(operation: unknown): Properties | null {
    const content = get(get(operation, 'requestBody'), 'content');
    if (!isObject(content)) return null;
    const type = Object.keys(content).find((name) => /^application\/json\s*(?:;|$)/i.test(name));
    if (type === undefined) return null;
    return collect(get(get(content, type), 'schema'), { names: new Set(), required: new Set() });
  }

  return {
    /** An operation that the app can call with these query parameters; null where there is none. */
    operation(at: Place, sent: readonly string[] = ['companyId']) {
      const operation = get(paths.get(shapeOf(at.path)), at.method.toLowerCase());
      if (!isObject(operation)) return null;
      const parameters = parametersOf(at);
      const isUnknown = (parameter: unknown) => {
        const [name, place] = [String(get(parameter, 'name')), get(parameter, 'in')];
        if (get(parameter, 'required') !== true || place === 'path') return false;
        return place === 'header' ? !SENT_HEADERS.has(name.toLowerCase()) : !sent.includes(name);
      };
      if (parameters.some(isUnknown)) return null;
      return {
        takesIdempotencyKey: parameters.some(
          (parameter) =>
            get(parameter, 'in') === 'header' && String(get(parameter, 'name')).toLowerCase() === IDEMPOTENCY_KEY,
        ),
        /** The body, if it has the properties that are always sent and requires no others. */
        body(sent: readonly string[]) {
          const body = bodyOf(operation);
          if (body === null || !sent.every((name) => body.names.has(name))) return null;
          if (![...body.required].every((name) => sent.includes(name))) return null;
          return {
            take: <Name extends string>(names: readonly Name[]): Name[] => names.filter((name) => body.names.has(name)),
          };
        },
      };
    },
    /** A query parameter; undefined where there is none. */
    parameter: (at: Place, name: string): unknown =>
      parametersOf(at).find((parameter) => get(parameter, 'in') === 'query' && get(parameter, 'name') === name),
  };
}

/** The fields that a list searches, from its parameter `query`. */
function findBy(parameter: unknown): Capabilities['findClientsBy'] {
  const mark = 'x-frontdesk-query';
  const said = property(parameter, mark) ?? property(property(parameter, 'schema'), mark);
  if (!Array.isArray(said)) return documentOnly.findClientsBy;
  return (['name', 'phone', 'email'] as const).filter((by) => by === 'name' || said.includes(by));
}

/** A path without the names of its parameters. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}/]*\}/g, '{}');
}

function unescapePointer(name: string): string {
  const text = name.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function property(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
