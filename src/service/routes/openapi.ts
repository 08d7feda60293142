import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { type Endpoint, eventStreamType, extensionTag } from '#contract/endpoint.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { lastEventIdHeader } from '#contract/events.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import { idempotencyKeySchema } from '#contract/primitives.ts';
import { hasBody } from '#contract/request.ts';
import { readinessPath } from './health.ts';
import { findParameterForm } from './input.ts';

const errorDescriptions = {
  400: 'Invalid input data; the suggestion names the invalid field',
  401: 'Authorization not provided, or the key is unknown or revoked',
  403: 'Insufficient access, or a write with a read only key',
  404: 'Not found',
  409: 'A request with this Idempotency-Key is under way',
  413: 'The body is too large: 1 MiB, where the operation says nothing else',
  422: 'The Idempotency-Key was used for another request',
  429: 'More than 100 requests in the 60 s window of this key; Retry-After says how long to wait',
  500: 'Internal server error',
  503: 'The service receives no changes at the moment; Retry-After says when to try again',
} as const;
type ErrorStatus = keyof typeof errorDescriptions;

const retryAfter = { description: 'Whole seconds to wait', schema: { type: 'integer' } } as const;
/** The headers of every response to a request with a valid key. */
const rateLimitHeaders = {
  RateLimit: { description: 'What is left of the window, as in the IETF draft', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The quota and its window, as in the IETF draft', schema: { type: 'string' } },
} as const;

function describeHeaders(status: 200 | ErrorStatus) {
  if (status === 401) {
    return { 'WWW-Authenticate': { description: 'The scheme: Bearer', schema: { type: 'string' } } } as const;
  }
  return status === 429 || status === 503 ? { 'Retry-After': retryAfter, ...rateLimitHeaders } : rateLimitHeaders;
}

/** The error statuses of an endpoint. The error body is that of section 7 of the specification, but a 409 may have its own. */
function listPossibleErrors({ method, params, input, creates, streams, conflict }: Endpoint): ErrorStatus[] {
  const ofCompany: ErrorStatus[] = 'companyId' in input.shape ? [403] : [];
  const namesStores = /"storeIds?"/.test(JSON.stringify(z.toJSONSchema(input, { io: 'input' })));
  const namesOne = params !== undefined || namesStores;
  const ofOne: ErrorStatus[] = namesOne ? [404] : [];
  const ofConflict: ErrorStatus[] = creates || conflict !== undefined ? [409] : [];
  const ofBody: ErrorStatus[] = hasBody({ method }) ? [413] : [];
  const ofCreate: ErrorStatus[] = creates ? [422] : [];
  const ofStream: ErrorStatus[] = streams ? [503] : [];
  return [400, 401, ...ofCompany, ...ofOne, ...ofConflict, ...ofBody, ...ofCreate, 429, 500, ...ofStream];
}

type JsonObject = Record<string, unknown>;

/**
 * A schema in OpenAPI 3.1. A schema with an `id` becomes a reference and is described once among the components. Everything
 * is described as it is sent, so a field with a default is optional.
 */
function describeSchema(schema: z.core.$ZodType, components: JsonObject): JsonObject {
  const { $defs, properties } = z.toJSONSchema(z.object({ schema }), {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod;
      delete jsonSchema.id;
      // A nullable value gets `null` as a second type, so that its description stays in one place.
      const [value] = def.type === 'nullable' ? (jsonSchema.anyOf ?? []) : [];
      if (value?.type !== undefined) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { ...value, ...jsonSchema, type: [value.type, 'null'] });
        if (value.enum !== undefined) jsonSchema.enum = [...value.enum, null];
      }
      if (jsonSchema.const !== undefined) {
        jsonSchema.enum = [jsonSchema.const];
        delete jsonSchema.const;
      }
      const { propertyNames: names, additionalProperties: each = {} } = jsonSchema;
      if (typeof names === 'object' && names.enum !== undefined) {
        jsonSchema.properties = Object.fromEntries(names.enum.map((name) => [name, each]));
        for (const keyword of ['propertyNames', 'additionalProperties', 'required'] as const)
          delete jsonSchema[keyword];
      }
      // Removes keywords that the format, the type and the number of items already imply.
      if ('format' in def && z.globalRegistry.get(zodSchema)?.['pattern'] === undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.items === false) delete jsonSchema.items;
    },
  });
  const withComponentRefs = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll('#/$defs/', '#/components/schemas/'));
  Object.assign(components, withComponentRefs($defs ?? {}));
  return withComponentRefs(properties?.['schema']);
}

/** A parameter as written in a URL: a list is comma-separated, and null is empty or the word `null`. */
function describeParameter(
  name: string,
  place: 'path' | 'query' | 'header',
  schema: z.core.$ZodType,
  components: JsonObject,
) {
  const { param, ...described } = describeSchema(schema, components);
  const form = place === 'query' ? findParameterForm(schema) : 'text';
  if (form === 'nullable') {
    described['description'] = [described['description'], 'Nothing and the word `null` mean null.'].join(' ').trim();
    if ('pattern' in described) described['pattern'] = `^(?:null)?$|${described['pattern']}`;
  }
  return {
    schema: described,
    required: !z.safeParse(schema, undefined).success,
    ...('description' in described ? { description: described['description'] } : {}),
    ...(form === 'list' ? { style: 'form', explode: false } : {}),
    ...(typeof param === 'object' ? param : {}),
    name,
    in: place,
  };
}

/** An endpoint as `/openapi.json` describes it. */
function describeEndpoint(operationId: string, endpoint: Endpoint, components: JsonObject): JsonObject {
  const { params, input, response, creates, streams, conflict, tag, summary, description } = endpoint;
  const parameters = [
    ...Object.entries(params?.shape ?? {}).map(([name, schema]) => describeParameter(name, 'path', schema, components)),
    ...Object.entries(hasBody(endpoint) ? {} : input.shape).map(([name, schema]) =>
      describeParameter(name, 'query', schema, components),
    ),
    ...(creates
      ? [describeParameter(idempotencyKeyHeader, 'header', z.optional(idempotencyKeySchema), components)]
      : []),
    ...(streams ? [describeParameter(lastEventIdHeader, 'header', z.optional(z.string()), components)] : []),
  ];
  const describeContent = (schema: z.ZodMiniType, type = 'application/json') => ({
    [type]: { schema: describeSchema(schema, components) },
  });
  const describeResponse = (status: 200 | ErrorStatus, description: string, body: z.ZodMiniType, type?: string) =>
    [status, { description, headers: describeHeaders(status), content: describeContent(body, type) }] as const;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(tag === extensionTag ? { 'x-frontdesk-addition': true } : {}),
    security: [{ Authorization: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody(endpoint) ? { requestBody: { required: true, content: describeContent(input) } } : {}),
    responses: Object.fromEntries([
      describeResponse(
        200,
        streams ? 'Events; the schema is that of the data of `changed`' : 'OK',
        response,
        streams && eventStreamType,
      ),
      ...listPossibleErrors(endpoint).map((status) =>
        status === 409 && conflict !== undefined
          ? describeResponse(
              409,
              creates ? `${errorDescriptions[409]}; ${conflict.when}` : conflict.when,
              conflict.body ?? serviceErrorSchema,
            )
          : describeResponse(status, errorDescriptions[status], serviceErrorSchema),
      ),
    ]),
  };
}

/** The OpenAPI 3.1 description of the practice API with these endpoints, which are keyed by operation name. */
function describeApi(endpoints: Readonly<Record<string, Endpoint>>) {
  const schemas: JsonObject = {};
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeEndpoint(name, endpoint, schemas),
    };
  }
  const Authorization = {
    type: 'http',
    scheme: 'bearer',
    description: 'Authorization: Bearer <API_KEY>. Every key acts as an employee of the practice.',
  };
  return { ...about, components: { securitySchemes: { Authorization }, schemas }, paths };
}

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Veterinary Practice Management REST API',
    version: '1.0.0',
    description:
      'Clients, pets and appointments of a veterinary practice. Lists are pages: pass `nextCursor` as `cursor` for the next one. 100 requests a minute per key. An id in a body that names no record of the company, or an inactive one where it must be active, is 400; a store of the company is 403 if the key cannot access it, and 404 if it does not exist. Every error has a body, except of requests that cannot be read in time (408) or whose headers are too long (431).',
    license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
  },
  servers: [{ url: '.' }],
  tags: [
    { name: 'Appointments', description: 'List, create and search appointments.' },
    {
      name: 'Practice',
      description: 'What appointments refer to: companies, clients, pets, employees and visit types.',
    },
    { name: 'Enums', description: 'Listed values with their labels and colours.' },
    { name: 'Service', description: 'Whether the service answers.' },
    {
      name: extensionTag,
      description:
        'What this implementation adds to the specification: changes, the plan, the waiting list and the practice.',
    },
  ],
  'x-frontdesk-readiness': readinessPath,
};

const docsPage = `<!doctype html>
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

const startScript = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#description',
  deepLinking: true,
  tryItOutEnabled: false,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** Allows only scripts, styles and images of this origin, and the style attributes and image data URLs of the viewer. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const require = createRequire(import.meta.url);
const viewer = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/**
 * Serves the OpenAPI 3.1 description of these endpoints, for programs at `/openapi.json` and for people at `/docs`. Neither
 * requires a key.
 */
export function addDescriptionRoutes(app: Hono, described: Readonly<Record<string, Endpoint>>): void {
  let description: string | null = null;
  app.get('/openapi.json', (context) => {
    description ??= JSON.stringify(describeApi(described));
    return context.body(description, 200, { 'Content-Type': 'application/json' });
  });

  app.get('/docs', (context) => context.html(docsPage, 200, { 'Content-Security-Policy': POLICY }));
  app.get('/docs/start.js', (context) =>
    context.body(startScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  for (const [name, type] of Object.entries(viewer)) {
    app.get(`/docs/${name}`, async (context) => {
      const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
      const file = await readFile(join(folder, name), 'utf8');
      return context.body(file, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'max-age=3600' });
    });
  }
}
