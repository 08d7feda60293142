import fc from 'fast-check';

export type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const jsonOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Typical values of a string with this name, so that some requests pass the first check; undefined for any string. */
type Usual = (name: string) => fc.Arbitrary<string> | undefined;

/**
 * Values for the JSON schemas of an OpenAPI description. They satisfy most of a schema; the caller filters them with a
 * validator.
 */
export function createSchemaArbitrary(description: JsonObject, usual: Usual) {
  function resolve(schema: unknown): JsonObject {
    if (!isObject(schema)) return {};
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), description);
    return resolve(found);
  }

  function anyOf(given: unknown, name = ''): fc.Arbitrary<unknown> {
    const schema = resolve(given);
    const { enum: values, type } = schema;
    if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
    const branches = [...listOf(schema['oneOf']), ...(schema['properties'] ? [] : listOf(schema['anyOf']))];
    if (branches.length > 0) return fc.oneof(...branches.map((branch) => anyOf(branch, name)));
    if (Array.isArray(type)) return fc.oneof(...type.map((one: unknown) => anyOf({ ...schema, type: one }, name)));
    switch (type) {
      case 'string':
        return textOf(schema, name);
      case 'integer':
      case 'number':
        return fc.integer({ min: Number(schema['minimum'] ?? -1e9), max: Number(schema['maximum'] ?? 1e9) });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return itemsOf(schema, name);
      case 'object':
        return objectOf(schema);
      default:
        return fc.jsonValue();
    }
  }

  function textOf({ pattern, format, minLength = 0, maxLength }: JsonObject, name: string): fc.Arbitrary<string> {
    const often = usual(name);
    const hasLength = ({ length }: string) => length >= Number(minLength) && length <= Number(maxLength ?? length);
    const anyValue =
      format === 'uuid'
        ? fc.uuid()
        : typeof pattern === 'string'
          ? fc
              .stringMatching(new RegExp(withoutLookarounds(pattern), 'u'), { size: 'small' })
              .filter((text) => new RegExp(pattern, 'u').test(text) && hasLength(text))
          : fc.string({ unit: 'binary', minLength: Number(minLength), maxLength: Number(maxLength ?? 30) });
    if (often === undefined) return anyValue;
    // A name may stand for a date in one operation and for an instant in another.
    const fitting = often.chain((text) =>
      typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text) ? anyValue : fc.constant(text),
    );
    return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: anyValue });
  }

  function itemsOf(schema: JsonObject, name: string): fc.Arbitrary<unknown[]> {
    const tuple = listOf(schema['prefixItems']);
    if (tuple.length > 0) return fc.tuple(...tuple.map((item) => anyOf(item, name)));
    const minLength = Number(schema['minItems'] ?? 0);
    const constraints = { minLength, maxLength: Math.min(Number(schema['maxItems'] ?? 3), minLength + 2) };
    const item = anyOf(schema['items'], name);
    return schema['uniqueItems'] === true ? fc.uniqueArray(item, constraints) : fc.array(item, constraints);
  }

  function objectOf(schema: JsonObject): fc.Arbitrary<unknown> {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const values = Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, anyOf(value, name)]));
    const requiredKeys = listOf(schema['required']).map(String);
    return fc.record(values, { requiredKeys });
  }

  return { resolve, anyOf };
}

/** A regular expression without lookarounds, which fast-check cannot generate. */
function withoutLookarounds(pattern: string): string {
  const from = pattern.search(/\(\?<?[=!]/);
  if (from < 0) return pattern;
  let [depth, to] = [0, from];
  do {
    depth += pattern[to] === '(' ? 1 : pattern[to] === ')' ? -1 : 0;
    to += 1;
  } while (depth > 0);
  return withoutLookarounds(pattern.slice(0, from) + pattern.slice(to));
}
