import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { type Endpoint, extensionTag } from '#contract/endpoints.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { idempotencyKeyHeader, idempotencyKeySchema } from '#contract/idempotency-key.ts';
import { readinessPath } from './health.ts';
import { parameterForm } from './input.ts';

const errorDescriptions = {
  400: 'Invalid input data; the suggestion names the field at fault',
  401: 'Authorization not provided, or the key is unknown or revoked',
  403: 'Insufficient access, or a write with a read only key',
  404: 'Not found',
  409: 'The appointment has been changed meanwhile, or a request with this Idempotency-Key is under way',
  413: 'The body is larger than 1 MiB',
  422: 'The Idempotency-Key was used for another request',
  429: 'More than 100 requests in the 60 s window of this key; Retry-After says how long to wait',
  500: 'Internal server error',
} as const;
type ErrorStatus = keyof typeof errorDescriptions;

const retryAfter = { description: 'Whole seconds until the window ends', schema: { type: 'integer' } } as const;
/** The headers of every response to a known key. */
const rateLimitHeaders = {
  RateLimit: { description: 'What is left of the window, as in the IETF draft', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The quota and its window, as in the IETF draft', schema: { type: 'string' } },
} as const;

function headersOf(status: 200 | ErrorStatus) {
  if (status === 401) {
    return { 'WWW-Authenticate': { description: 'The scheme: Bearer', schema: { type: 'string' } } } as const;
  }
  return status === 429 ? { 'Retry-After': retryAfter, ...rateLimitHeaders } : rateLimitHeaders;
}

const methods = { GET: 'get', POST: 'post', PATCH: 'patch' } as const satisfies Record<Endpoint['method'], string>;

/** The statuses other than 200 that an endpoint answers with, each with the error body of section 7. */
function errorsOf({ method, params, input, creates, conflict }: Endpoint): ErrorStatus[] {
  const ofCompany: ErrorStatus[] = 'companyId' in input.shape ? [403] : [];
  const ofOne: ErrorStatus[] = params !== undefined || 'storeIds' in input.shape ? [404] : [];
  const ofConflict: ErrorStatus[] = creates || conflict !== undefined ? [409] : [];
  const ofBody: ErrorStatus[] = method === 'GET' ? [] : [413];
  const ofCreate: ErrorStatus[] = creates ? [422] : [];
  return [400, 401, ...ofCompany, ...ofOne, ...ofConflict, ...ofBody, ...ofCreate, 429, 500];
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

/** A parameter as it is written in a URL: a list comma-separated, null as nothing or as the word. */
function describeParameter(schema: z.ZodType): z.ZodType {
  switch (parameterForm(schema)) {
    case 'list':
      return schema.meta({ param: { style: 'form', explode: false } });
    case 'nullable': {
      const { anyOf = [], pattern = anyOf[0]?.pattern } = z.toJSONSchema(schema, { io: 'input' });
      const description = [schema.meta()?.description, 'Nothing and the word `null` mean null.'];
      return schema.meta({
        description: description.filter((part) => part !== undefined).join(' '),
        ...(pattern === undefined ? {} : { pattern: `^(?:null)?$|${pattern}` }),
      });
    }
    default:
      return schema;
  }
}

function describeQuery({ shape }: z.ZodObject): z.ZodObject {
  return z.object(
    Object.fromEntries(Object.entries<z.ZodType>(shape).map(([name, schema]) => [name, describeParameter(schema)])),
  );
}

/** The route of an endpoint as `@hono/zod-openapi` has it: where it is served, and how `/openapi.json` describes it. */
export function routeOf(endpoint: Endpoint) {
  const { path, method, params, input, response, creates, conflict, tag, summary, description } = endpoint;
  return createRoute({
    method: methods[method],
    path,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(tag === extensionTag ? { 'x-frontdesk-addition': true } : {}),
    security: [{ Authorization: [] }],
    request: {
      ...(params === undefined ? {} : { params }),
      ...(creates ? { headers: z.object({ [idempotencyKeyHeader]: idempotencyKeySchema.optional() }) } : {}),
      ...(method === 'GET' ? { query: describeQuery(input) } : { body: { required: true, content: json(input) } }),
    },
    responses: {
      200: { description: 'OK', content: json(response), headers: headersOf(200) },
      ...Object.fromEntries(
        errorsOf(endpoint).map((status) => [
          status,
          {
            description: errorDescriptions[status],
            content: json(status === 409 && conflict !== undefined ? conflict : serviceErrorSchema),
            headers: headersOf(status),
          },
        ]),
      ),
    },
  });
}

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Veterinary Practice Management REST API',
    version: '1.0.0',
    description:
      'Clients, pets and appointments of a veterinary practice. Lists are pages: pass `nextCursor` as `cursor` for the next one. 100 requests a minute per key.',
    license: { name: 'AGPL-3.0-or-later', url: 'https://www.gnu.org/licenses/agpl-3.0.html' },
  },
  servers: [{ url: '.' }],
  'x-frontdesk-readiness': readinessPath,
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Veterinary Practice Management REST API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="description"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#description',
  deepLinking: true,
  tryItOutEnabled: false,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** No script, style or image comes from another origin or is inline; the viewer draws with style attributes. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const require = createRequire(import.meta.url);
const viewer = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/**
 * Serves the OpenAPI 3.1 description of the endpoints that the app has, for programs at `/openapi.json` and for people at
 * `/docs`; neither needs a key.
 */
export function addDescriptionRoutes<Env extends object>(app: OpenAPIHono<Env>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'Authorization', {
    type: 'http',
    scheme: 'bearer',
    description: 'Authorization: Bearer <API_KEY>. Every key acts as an employee of the practice.',
  });
  let description: string | null = null;
  app.get('/openapi.json', (context) => {
    description ??= JSON.stringify(app.getOpenAPI31Document(about));
    return context.body(description, 200, { 'Content-Type': 'application/json' });
  });

  app.get('/docs', (context) => context.html(page, 200, { 'Content-Security-Policy': POLICY }));
  app.get('/docs/start.js', (context) =>
    context.body(start, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  for (const [name, type] of Object.entries(viewer)) {
    app.get(`/docs/${name}`, async (context) => {
      const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
      const file = await readFile(join(folder, name), 'utf8');
      return context.body(file, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'max-age=3600' });
    });
  }
}
