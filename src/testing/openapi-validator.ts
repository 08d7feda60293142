import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

// RFC 3339, section 5.6: the `date-time` of JSON Schema, in which seconds are mandatory.
const RFC_3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** A validator based only on the OpenAPI description, with formats as strict as their RFCs. */
export function createOpenApiValidator(description: object) {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': RFC_3339 } });
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  ajv.addSchema({ ...description, $id: 'description' });
  const at = (...path: string[]): ValidateFunction =>
    ajv.compile({
      $ref: `description#/${path.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')}`,
    });
  return {
    /** The schema of a response. */
    response: (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, status: number) =>
      at('paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema'),
    /** The schema of a request's body. */
    body: (path: string, method: 'post' | 'put' | 'patch' = 'post') =>
      at('paths', path, method, 'requestBody', 'content', 'application/json', 'schema'),
    /** The schema of a query parameter, by its index. */
    parameter: (path: string, index: number) => at('paths', path, 'get', 'parameters', String(index), 'schema'),
  };
}
