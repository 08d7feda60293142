import type { Logger } from 'pino';
import { z } from 'zod';
import type { Capabilities } from '#contract/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { type Operation, operations } from '#contract/operations.ts';
import { requiresWriteAccess } from '#contract/permissions.ts';
import { hasBody } from '#contract/request.ts';
import type { Rights } from '#gateway/access/key-rights.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import { askUpstream, createHttpRead, type Upstream, UpstreamError, upstreamTimeouts } from './connection.ts';
import { isExtension, parseJson } from './practice-api.ts';

/** The time for which a description (`GET /openapi.json`) is valid. */
const VALIDITY_MS = 24 * 60 * 60_000;
/** The retry interval after a failed request, growing from the first to the longest. */
const RETRY_MS = { first: 5_000, longest: 60_000 } as const;
/** The minimum interval between requests that `refreshSoon` causes. */
const REFRESH_MS = 60_000;
/** The maximum size of a description. Even one of hundreds of endpoints is far smaller. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Discovers capabilities from `GET /openapi.json`, requested without a key: once, daily, and after anything that looks like a
 * restart of the practice API. A missing, invalid, huge or slow description yields no capabilities. While the practice API is
 * unreachable, the last result stays valid.
 */
export function createCapabilityDiscovery(options: {
  upstream: Pick<Upstream, 'send'>;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
  logger?: Logger | undefined;
}) {
  const { upstream, clock, schedule, logger } = options;
  let current: Capabilities = {};
  let pending: Promise<void> | null = null;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.POSITIVE_INFINITY;
  let retryMs: number = RETRY_MS.first;

  async function fetchDescription(): Promise<{ capabilities: Capabilities; again: 'later' | 'soon' }> {
    const request = createHttpRead('/openapi.json', { accept: 'application/json' });
    try {
      const { status, body } = await askUpstream(upstream, request, { ms: upstreamTimeouts.readMs, schedule });
      if (status >= 500 || status === 429) return { capabilities: current, again: 'soon' };
      if (status !== 200 || body.length > MAX_BYTES) return { capabilities: {}, again: 'later' };
      return { capabilities: readCapabilities(parseJson(body)), again: 'later' };
    } catch (error) {
      const reason = error instanceof UpstreamError ? error.reason : 'unusable';
      const isUnreachable = reason === 'not_sent' || reason === 'lost';
      return { capabilities: isUnreachable ? current : {}, again: reason === 'unusable' ? 'later' : 'soon' };
    }
  }

  async function requestDescription(): Promise<void> {
    requestedAt = clock();
    const { capabilities, again } = await fetchDescription();
    if (JSON.stringify(capabilities) !== JSON.stringify(current)) {
      const found = allOperations.map(([name]) => name).filter((name) => isExtension(name) && capabilities[name]);
      logger?.info({ additions: found }, 'the practice API describes what it can do beyond the specification');
    }
    current = capabilities;
    nextAt = clock() + (again === 'later' ? VALIDITY_MS : retryMs);
    retryMs = again === 'later' ? RETRY_MS.first : Math.min(retryMs * 2, RETRY_MS.longest);
    pending = null;
  }

  return {
    /** Requests the description for the first time. Until it arrives, no capability is offered. Never throws. */
    async start(): Promise<void> {
      pending ??= requestDescription();
      await pending;
    },
    /** The current result. Requests the description again in the background if the result is no longer valid. */
    current(): Capabilities {
      if (pending === null && clock() >= nextAt) pending = requestDescription();
      return current;
    },
    /** Called when the result may be out of date: the practice API was unreachable, or lacks an operation that it described. */
    refreshSoon(): void {
      if (requestedAt > Number.NEGATIVE_INFINITY)
        nextAt = Math.min(nextAt, Math.max(clock(), requestedAt + REFRESH_MS));
    },
  };
}

const allOperations = Object.entries(operations) as [Operation, Endpoint][];

/**
 * The capabilities that a key with these rights may use. Unknown rights do not withhold anything, except for managing the
 * practice, which is offered only if the permission is confirmed.
 */
export function limitToRights(
  { canWrite, permissions }: Pick<Rights, 'canWrite' | 'permissions'>,
  capabilities: Capabilities,
): Capabilities {
  const isOffered = (endpoint: Endpoint) => {
    const { permission } = endpoint;
    if (permission === null) return true;
    if (canWrite === false && (requiresWriteAccess(endpoint) || permission.endsWith('.write'))) return false;
    return permissions?.includes(permission) ?? permission !== 'practice.write';
  };
  const offered: Capabilities = {};
  for (const [name, endpoint] of allOperations) {
    const capability = capabilities[name];
    if (capability !== undefined && isOffered(endpoint)) offered[name] = capability;
  }
  return offered;
}

/**
 * Reads the capabilities from an OpenAPI description, by path, method, body properties and required inputs. An extension of the
 * specification is offered only if it has every input that the app always sends and requires no other input; a change also
 * needs at least one field to change. An invalid description yields no capabilities.
 */
export function readCapabilities(description: unknown): Capabilities {
  const capabilities: Capabilities = {};
  for (const [name, { capability }] of readOperations(description))
    if (capability !== null) capabilities[name] = capability;
  return capabilities;
}

/** The result for one operation: its capability, or why it cannot be used, such as `is not described`. */
type DescribedOperation =
  | { readonly capability: NonNullable<Capabilities[Operation]>; readonly problem: null }
  | { readonly capability: null; readonly problem: string };

/** Reads every operation from an OpenAPI description, as {@link readCapabilities} does. */
export function readOperations(description: unknown): ReadonlyMap<Operation, DescribedOperation> {
  const read = createOperationReader(description);
  const unusableResult = (problem: string) => ({ capability: null, problem });
  const describeOperation = ([name, endpoint]: [Operation, Endpoint]): DescribedOperation => {
    const described = read(endpoint);
    if (typeof described === 'string') return unusableResult(described);
    const { inputs, required, idempotent } = described;
    const properties = Object.entries<z.core.$ZodType>(endpoint.input.shape);
    const sent = properties.flatMap(([input, schema]) => (z.safeParse(schema, undefined).success ? [] : [input]));
    const fields = properties.flatMap(([input]) => (sent.includes(input) ? [] : (inputs.get(input) ?? [])));
    if (isExtension(name)) {
      const missing = sent.filter((input) => !inputs.has(input));
      const unknown = [...required].filter((input) => !sent.includes(input));
      if (missing.length > 0) return unusableResult(`does not take ${missing.join(', ')}`);
      if (unknown.length > 0)
        return unusableResult(`requires ${unknown.join(', ')}, which Frontdesk does not always send`);
      if (endpoint.method === 'PATCH' && fields.length === 0)
        return unusableResult('takes no field that Frontdesk changes');
    }
    return { capability: { fields, idempotent }, problem: null };
  };
  return new Map(allOperations.map((operation) => [operation[0], describeOperation(operation)]));
}

const IDEMPOTENCY_KEY = idempotencyKeyHeader.toLowerCase();
/** Header parameters that OpenAPI ignores (OpenAPI 3.1, section 4.8.12.2.1), and headers that the gateway sends. */
const SENT_HEADERS = new Set(['accept', 'content-type', 'authorization', IDEMPOTENCY_KEY]);
/** The maximum length of a chain of references. */
const MAX_DEPTH = 16;

type OperationInputs = {
  /** The fields behind each input: the input itself, or the fields that a `query` declares to search. */
  readonly inputs: Map<string, readonly string[]>;
  readonly required: Set<string>;
};

/**
 * Returns a function that reads how a description defines an operation, resolving `$ref` everywhere. If the operation is
 * missing or requires a header that is not sent, the function returns a text that says so.
 */
function createOperationReader(root: unknown) {
  function resolveReference(value: unknown, depth = 0): unknown {
    const reference = readProperty(value, '$ref');
    if (typeof reference !== 'string') return value;
    if (depth >= MAX_DEPTH || !reference.startsWith('#/')) return undefined;
    // The reference is a JSON pointer in the fragment of a URI (RFC 6901).
    const names = reference.slice(2).split('/');
    const target = names.reduce<unknown>((at, name) => readProperty(at, unescapePointer(name)), root);
    return resolveReference(target, depth + 1);
  }

  const readResolved = (value: unknown, name: string) => resolveReference(readProperty(resolveReference(value), name));
  const readList = (value: unknown, name: string): unknown[] => {
    const items = readResolved(value, name);
    return Array.isArray(items) ? items.map((item: unknown) => resolveReference(item)) : [];
  };

  const paths = new Map<string, unknown>();
  const described = readProperty(root, 'paths');
  if (isObject(described))
    for (const path of Object.keys(described)) paths.set(pathShape(path), readProperty(described, path));

  function collectInputs(schema: unknown, into: OperationInputs, seen = new Set<unknown>()): void {
    if (seen.has(schema)) return;
    seen.add(schema);
    const properties = readResolved(schema, 'properties');
    if (isObject(properties)) {
      for (const name of Object.keys(properties)) if (properties[name] !== false) into.inputs.set(name, [name]);
    }
    for (const name of readList(schema, 'required')) if (typeof name === 'string') into.required.add(name);
    for (const part of readList(schema, 'allOf')) collectInputs(part, into, seen);
  }

  function collectBody(operation: unknown, into: OperationInputs): void {
    const content = readResolved(readResolved(operation, 'requestBody'), 'content');
    if (!isObject(content)) return;
    const type = Object.keys(content).find((name) => /^application\/json\s*(?:;|$)/i.test(name));
    if (type !== undefined) collectInputs(readResolved(readResolved(content, type), 'schema'), into);
  }

  return function read({ path, method }: Pick<Endpoint, 'path' | 'method'>) {
    const item = paths.get(pathShape(path));
    const operation = readResolved(item, method.toLowerCase());
    if (!isObject(operation)) return 'is not described';
    const described: OperationInputs = { inputs: new Map(), required: new Set() };
    let idempotent = false;
    for (const parameter of [...readList(item, 'parameters'), ...readList(operation, 'parameters')]) {
      const name = String(readResolved(parameter, 'name'));
      const isRequired = readResolved(parameter, 'required') === true;
      switch (readResolved(parameter, 'in')) {
        case 'path':
          break;
        case 'header':
          if (isRequired && !SENT_HEADERS.has(name.toLowerCase())) return headerProblem(name);
          idempotent ||= name.toLowerCase() === IDEMPOTENCY_KEY;
          break;
        case 'query':
          described.inputs.set(name, searchedFields(parameter) ?? [name]);
          if (isRequired) described.required.add(name);
          break;
        default:
          if (isRequired) return headerProblem(name);
      }
    }
    if (hasBody({ method })) {
      described.inputs.clear();
      collectBody(operation, described);
    }
    return { ...described, idempotent };
  };
}

const headerProblem = (name: string) => `requires ${name}, which Frontdesk does not send`;

/** The fields that the parameter of a list searches; null if the description does not say. */
function searchedFields(parameter: unknown): readonly string[] | null {
  const mark = 'x-frontdesk-query';
  const searched = readProperty(parameter, mark) ?? readProperty(readProperty(parameter, 'schema'), mark);
  return Array.isArray(searched) ? ['name', 'phone', 'email'].filter((field) => searched.includes(field)) : null;
}

/** A path without the names of its parameters. */
function pathShape(path: string): string {
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

function readProperty(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
