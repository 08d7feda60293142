import fc from 'fast-check';
import { createSchemaArbitrary, type JsonObject, jsonOf, listOf } from './schema-arbitrary.ts';

/** A request that an OpenAPI description allows, as far as its schemas say. */
export interface DescribedRequest {
  /** The `operationId`. */
  name: string;
  method: 'get' | 'post' | 'patch' | 'delete';
  /** The path in the description, and with its parameters. */
  path: string;
  target: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Undefined without a body. */
  body: unknown;
}

/** An operation with the texts of its description, and its requests. */
export interface DescribedOperation {
  name: string;
  words: string;
  statuses: readonly string[];
  requests: fc.Arbitrary<DescribedRequest>;
}

const methods = ['get', 'post', 'patch', 'delete'] as const;

/**
 * Generates the requests of each operation. `usual` returns typical values of a string with a name, such as ids of a
 * list for the `id` in a path.
 */
export function describeRequests(
  description: JsonObject,
  usual: (name: string) => fc.Arbitrary<string> | undefined,
): DescribedOperation[] {
  const { resolve, anyOf } = createSchemaArbitrary(description, usual);

  function operationOf(path: string, method: (typeof methods)[number]): DescribedOperation[] {
    const operation = jsonOf(jsonOf(jsonOf(description['paths'])[path])[method]);
    const name = operation['operationId'];
    if (typeof name !== 'string') return [];
    const schema = jsonOf(jsonOf(jsonOf(operation['requestBody'])['content'])['application/json'])['schema'];
    const list = /^\/v1\/([\w-]+)\/\{id\}/.exec(path)?.[1];
    const parameters = listOf(operation['parameters']).map((given) => {
      const parameter = jsonOf(given);
      const place = String(parameter['in']);
      const called = String(parameter['name']);
      const value = anyOf(parameter['schema'], place === 'path' && list ? `id of ${list}` : called);
      return (parameter['required'] === true ? value : fc.option(value, { nil: undefined })).map((chosen) => ({
        ...{ called, place },
        value: chosen === undefined ? undefined : Array.isArray(chosen) ? chosen.join(',') : String(chosen),
      }));
    });
    const requests = fc
      .tuple(fc.tuple(...parameters), schema === undefined ? fc.constant(undefined) : anyOf(schema))
      .map(([chosen, body]): DescribedRequest => {
        const inPlace = (place: string) =>
          chosen.flatMap((one) => (one.place === place && one.value !== undefined ? [[one.called, one.value]] : []));
        const target = inPlace('path').reduce(
          (text, [called = '', value = '']) => text.replace(`{${called}}`, encodeURIComponent(value)),
          path,
        );
        const query = Object.fromEntries(inPlace('query')) as Record<string, string>;
        const headers = Object.fromEntries(inPlace('header')) as Record<string, string>;
        return { name, method, path, target, query, headers, body };
      });
    const words = JSON.stringify([description['info'], operation, schema === undefined ? null : resolve(schema)]);
    return [{ name, words, statuses: Object.keys(jsonOf(operation['responses'])), requests }];
  }

  return Object.keys(jsonOf(description['paths'])).flatMap((path) =>
    methods.flatMap((method) => operationOf(path, method)),
  );
}
