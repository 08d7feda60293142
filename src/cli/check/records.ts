import * as z from 'zod/mini';

const pageSchema = z.object({
  data: z.array(z.unknown()),
  nextCursor: z.nullish(z.string()),
  hasMore: z.optional(z.boolean()),
});

/** A page of a list: the ids of its records, and the cursor of the next page, which is null on the last page. */
export interface PageContent {
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
}

const idOf = (record: unknown) => z.object({ id: z.string() }).safeParse(record).data?.id ?? '';

/** Reads a page as the app does. Reports content that the app could not read or would discard. */
export function readPage(
  body: unknown,
  { limit, record, received }: { limit: number; record: z.ZodMiniType; received: z.ZodMiniType },
  report: (problem: string) => void,
): PageContent {
  const page = pageSchema.safeParse(body);
  if (!page.success) {
    const [issue] = page.error.issues;
    report(`it is not a page: ${issue === undefined ? 'it has no data' : issueText(issue, body)}`);
    return { ids: [], nextCursor: null };
  }
  const { data, hasMore, nextCursor } = page.data;
  if (data.length > limit) report(`${data.length} records, although limit=${limit} asks for at most ${limit}`);
  if (hasMore === true && !nextCursor) report('it says that there is more (hasMore), but has no nextCursor');
  for (const problem of new Set(data.flatMap((one) => recordProblem(one, record, received) ?? []))) report(problem);
  const ids = data.map(idOf).filter((id) => id !== '');
  return { ids, nextCursor: hasMore === false ? null : nextCursor || null };
}

/** The fields without which the app cannot read a record. Only appointments have `start` and `end`. */
const REQUIRED_FIELDS: readonly PropertyKey[] = ['id', 'start', 'end'];

/**
 * Describes the content of a record that the app could not read or would discard; null if there is none. A record with
 * only an id is unresolved, which the specification allows. Additional fields, additional enum values, ids in another
 * format, and missing fields are allowed, too.
 */
function recordProblem(value: unknown, record: z.ZodMiniType, received: z.ZodMiniType): string | null {
  const isUnresolved = typeof value === 'object' && value !== null && Object.keys(value).join() === 'id';
  if (isUnresolved && idOf(value) !== '') return null;
  const issues = record.safeParse(value).error?.issues ?? [];
  if (received.safeParse(value).success) {
    const lostValueIssue = issues.find(({ code, path }) => code === 'invalid_type' && valueAt(value, path) != null);
    return lostValueIssue === undefined ? null : `${issueText(lostValueIssue, value)}, so this value is lost`;
  }
  const [requiredFieldIssue] = issues.filter(
    ({ path: [field] }) =>
      field !== undefined && REQUIRED_FIELDS.includes(field) && !(field === 'id' && idOf(value) !== ''),
  );
  return requiredFieldIssue === undefined
    ? "a record can't be read"
    : `${issueText(requiredFieldIssue, value)}, so the record can't be read`;
}

/** The names of JSON's types in messages. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function issueText(issue: z.core.$ZodIssue, value: unknown): string {
  const found = `${issue.path.join('.') || 'a record'} is ${describeValue(valueAt(value, issue.path))}`;
  if (issue.code === 'invalid_type') return `${found}, not ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
  return issue.message === 'Invalid input' ? `${found} of another form` : `${found}, which ${issue.message}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
}

const MAX_TEXT = 40;

/** A value for a message. Texts in records may be personal, so only their type is shown. */
function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return 'a text';
  const json = JSON.stringify(value);
  return json.length > MAX_TEXT ? (Array.isArray(value) ? 'a list' : 'an object') : json;
}
