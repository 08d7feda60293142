import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { defaultMaxBodyBytes, type Endpoint } from '#contract/endpoint.ts';
import { invalidInput, ServiceError } from '#contract/error.ts';
import { hasBody } from '#contract/request.ts';

/** The validated input of a request, and the JSON of its body (null if it has no body). */
interface RequestInput<Input extends z.ZodMiniObject> {
  input: z.output<Input>;
  json: unknown;
}

/** Reads the input of a request. Rejects with 413, then with a 400 that names the first invalid field. */
type InputReader<Input extends z.ZodMiniObject> = (context: Context) => Promise<RequestInput<Input>>;

/** Creates the reader of an endpoint's input from its schema. */
export function createInputReader<Input extends z.ZodMiniObject>(endpoint: Endpoint<Input>): InputReader<Input> {
  if (hasBody(endpoint)) return createBodyReader(endpoint);
  const readQuery = createQueryReader(endpoint.input);
  return async ({ req }) => ({ input: readQuery(req.url), json: null });
}

/** The way in which the text of a query parameter is converted to the value that its schema checks. */
type ParameterForm = 'text' | 'list' | 'integer' | 'boolean' | 'nullable';

/**
 * The form of a parameter according to its schema: a list is comma-separated; a nullable parameter is null if it is absent,
 * empty or the word `null`.
 */
export function findParameterForm(schema: z.core.$ZodType): ParameterForm {
  if (z.safeParse(schema, null).success) return 'nullable';
  const { type } = z.toJSONSchema(schema, { io: 'input' });
  if (type === 'array') return 'list';
  return type === 'integer' || type === 'boolean' ? type : 'text';
}

/** Creates a function that reads the query of a URL. Unknown parameters are ignored. */
export function createQueryReader<Input extends z.ZodMiniObject>(schema: Input): (url: string) => z.output<Input> {
  const forms = Object.entries(schema.shape).map(([name, part]) => [name, findParameterForm(part)] as const);

  return function readQuery(url) {
    const parameters = parseParameters(url);
    const decoded: Record<string, unknown> = {};
    for (const [name, form] of forms) {
      const given = parameters.filter((parameter) => parameter.name === name);
      if (given.length > 1 && form !== 'list') throw invalidInput(name, 'must be given only once');
      if (given.some((parameter) => !parameter.isUtf8)) throw invalidInput(name, 'must be percent-encoded UTF-8');
      if (given.length > 0) decoded[name] = decodeParameter(given.map((parameter) => parameter.text).join(','), form);
    }
    return parseInput(schema, decoded, 'query');
  };
}

interface QueryParameter {
  name: string;
  text: string;
  /** Whether the text was valid UTF-8. A lone surrogate is not, since UTF-8 cannot encode it. */
  isUtf8: boolean;
}

/** Parses only the query: the rest of the URL comes from the Host header, which may be invalid. */
function parseParameters(url: string): QueryParameter[] {
  const at = url.indexOf('?');
  const query = at < 0 ? '' : url.slice(at + 1).replace(/#.*$/s, '');
  return query.split('&').flatMap((pair) =>
    [...new URLSearchParams(pair)].map(([name, text]) => ({
      name,
      text,
      // Invalid UTF-8 is decoded as U+FFFD, so it adds this character to those that the query itself contains.
      isUtf8: countMatches(text, /\ufffd/g) <= countMatches(pair, /%ef%bf%bd|\ufffd/gi),
    })),
  );
}

function countMatches(text: string, part: RegExp): number {
  return text.match(part)?.length ?? 0;
}

function decodeParameter(text: string, form: ParameterForm): unknown {
  switch (form) {
    case 'list':
      return text.split(',');
    case 'integer':
      // Anything else stays text, which the schema rejects.
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'nullable':
      return text === '' || text === 'null' ? null : text;
    case 'text':
      return text;
  }
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Creates a function that throws 413 for a body that is too large. The HTTP server reads at most the announced number of
 * bytes, so only a body without an announced length is counted; counting turns it into a stream, which takes a sixth of the
 * total time of a short request.
 */
function createBodyLimit(maxBytes: number): (context: Context) => Promise<void> {
  const countBytes = bodyLimit({ maxSize: maxBytes, onError: refuseBody });

  function refuseBody(): never {
    throw new ServiceError('payload_too_large', `send at most ${maxBytes} bytes`);
  }

  return async function limitBody(context) {
    const announced = context.req.header('Content-Length');
    if (announced === undefined || context.req.header('Transfer-Encoding') !== undefined) {
      await countBytes(context, async () => undefined);
    } else if (Number(announced) > maxBytes) refuseBody();
  };
}

function createBodyReader<Input extends z.ZodMiniObject>({
  input: schema,
  maxBytes = defaultMaxBodyBytes,
}: Pick<Endpoint<Input>, 'input' | 'maxBytes'>): InputReader<Input> {
  const limitBody = createBodyLimit(maxBytes);

  return async function readBody(context) {
    const bytes = await readBytes(context, limitBody);
    if (!JSON_TYPE.test(context.req.header('Content-Type') ?? '')) {
      throw invalidInput('', 'send the body as JSON, with the header Content-Type: application/json');
    }
    const json = parseJson(bytes);
    return { input: parseInput(schema, json, 'body'), json };
  };
}

async function readBytes(context: Context, limitBody: (context: Context) => Promise<void>): Promise<ArrayBuffer> {
  try {
    await limitBody(context);
    return await context.req.raw.arrayBuffer();
  } catch (error) {
    throw error instanceof ServiceError ? error : invalidInput('', 'the body is incomplete');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalidInput('', 'the body is not well-formed JSON in UTF-8');
  }
}

type InputLocation = 'query' | 'body';

/** The validated input. Throws a 400 that names the first invalid field. */
export function parseInput<Input extends z.ZodMiniObject>(
  schema: Input,
  value: unknown,
  location: InputLocation,
): z.output<Input> {
  const parsed = schema.safeParse(value, { error: (issue) => describeIssue(issue, location) });
  if (!parsed.success) throw toInputError(parsed.error);
  return parsed.data;
}

function toInputError({ issues: [issue] }: z.core.$ZodError): ServiceError {
  if (issue === undefined) return invalidInput('', 'the input is invalid');
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  if (path.length > 0) return invalidInput(shorten(formatPath(path)), issue.message);
  return invalidInput('', issue.code === 'custom' ? issue.message : 'the body must be a JSON object');
}

/** A path in the usual notation: `filter.or[2].start.gte`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    return before === '' ? String(part) : `${before}.${String(part)}`;
  }, '');
}

/** Shortens a field name, which may be arbitrary text from the caller. */
function shorten(name: string): string {
  return name.length > 120 ? `${name.slice(0, 120)}…` : name;
}

/** The problem with a field for which the schema has no message, worded to follow the field's name. */
function describeIssue(issue: z.core.$ZodRawIssue, location: InputLocation): string | undefined {
  if (issue.input === undefined) {
    return location === 'query' ? 'is required as a query parameter' : 'is required in the body';
  }
  switch (issue.code) {
    case 'invalid_type':
      return typeProblems[issue.expected];
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must have at least ${formatItems(issue.minimum)}`;
    case 'too_big':
      return `must have at most ${formatItems(issue.maximum)}`;
    case 'unrecognized_keys':
      return `is not a known property${issue.inst instanceof z.ZodMiniObject ? `; known are ${Object.keys(issue.inst.shape).join(', ')}` : ''}`;
    default:
      return undefined;
  }
}

const typeProblems: Partial<Record<string, string>> = {
  string: 'must be a string',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
};

function formatItems(amount: number | bigint): string {
  return amount === 1 ? '1 item' : `${amount} items`;
}
