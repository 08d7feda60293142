import { OpenAPIHono } from '@hono/zod-openapi';
import type { z } from 'zod';
import { type Endpoint, type EndpointErrorStatus, endpoints } from '#contract/endpoints.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { asParameters } from './parameters.ts';

const errorDescriptions = {
  400: 'Invalid input data; the suggestion names the field at fault',
  401: 'Authorization not provided, or the key is unknown or revoked',
  403: 'Insufficient access, or a write with a read only key',
  404: 'Not found',
  413: 'The body is larger than 1 MiB',
  429: 'More than 100 requests in the 60 s window of this key; Retry-After says how long to wait',
  500: 'Internal server error',
} as const satisfies Record<EndpointErrorStatus, string>;

const retryAfter = { description: 'Whole seconds until the window ends', schema: { type: 'integer' } } as const;
/** What every answer to a known key tells of its budget. */
const budgetHeaders = {
  RateLimit: { description: 'What is left of the window, as in the IETF draft', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The quota and its window, as in the IETF draft', schema: { type: 'string' } },
} as const;

function headersOf(status: 200 | EndpointErrorStatus) {
  if (status === 401) {
    return { 'WWW-Authenticate': { description: 'The scheme: Bearer', schema: { type: 'string' } } } as const;
  }
  return status === 429 ? { 'Retry-After': retryAfter, ...budgetHeaders } : budgetHeaders;
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

/** The machine-readable description of the service: OpenAPI 3.1, made from the contract that the service checks with. */
export function describeApi() {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'Authorization', {
    type: 'http',
    scheme: 'bearer',
    description: 'Authorization: Bearer <API_KEY>. Every key acts as an employee of the practice.',
  });
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const { path, tag, summary, description, query, params, body, response, errors } = endpoint;
    registry.registerPath({
      method: endpoint.method === 'GET' ? 'get' : 'post',
      path,
      tags: [tag],
      summary,
      ...(description === undefined ? {} : { description }),
      security: [{ Authorization: [] }],
      request: {
        ...(query === undefined ? {} : { query: asParameters(query) }),
        ...(params === undefined ? {} : { params }),
        ...(body === undefined ? {} : { body: { required: true, content: json(body) } }),
      },
      responses: {
        200: { description: 'OK', content: json(response), headers: headersOf(200) },
        ...Object.fromEntries(
          errors.map((status) => [
            status,
            { description: errorDescriptions[status], content: json(serviceErrorSchema), headers: headersOf(status) },
          ]),
        ),
      },
    });
  }
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Veterinary Practice Management REST API',
      version: '1.0.0',
      description:
        'Clients, pets and appointments of a veterinary practice. Lists are pages: pass `nextCursor` as `cursor` for the next one. 100 requests a minute per key.',
      license: { name: 'AGPL-3.0-or-later', url: 'https://www.gnu.org/licenses/agpl-3.0.html' },
    },
    servers: [{ url: '.' }],
  });
}
