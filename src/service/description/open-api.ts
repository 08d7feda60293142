import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  appointmentListQuerySchema,
  appointmentPageSchema,
  createAppointmentSchema,
  createdAppointmentSchema,
} from '#contract/appointment.ts';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import { enumEntrySchema, enumNames, enumsSchema } from '#contract/enums.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import {
  appointmentTypeListQuerySchema,
  appointmentTypePageSchema,
  clientListQuerySchema,
  clientPageSchema,
  companyListQuerySchema,
  companyPageSchema,
  employeeListQuerySchema,
  employeePageSchema,
  enumsQuerySchema,
  petListQuerySchema,
  petPageSchema,
  pingQuerySchema,
} from '#contract/resources.ts';
import { asParameters } from './parameters.ts';

const refusals = {
  400: 'Invalid input data; the suggestion names the field at fault',
  401: 'Authorization not provided, or the key is unknown or revoked',
  403: 'Insufficient access, or a write with a read only key',
  404: 'Not found',
  413: 'The body is larger than 1 MiB',
  429: 'More than 100 requests in the 60 s window of this key; Retry-After says how long to wait',
  500: 'Internal server error',
} as const;

const retryAfter = { description: 'Whole seconds until the window ends', schema: { type: 'integer' } } as const;
/** What every answer to a known key tells of its budget. */
const budgetHeaders = {
  RateLimit: { description: 'What is left of the window, as in the IETF draft', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The quota and its window, as in the IETF draft', schema: { type: 'string' } },
} as const;

function headersOf(status: 200 | keyof typeof refusals) {
  if (status === 401) {
    return { 'WWW-Authenticate': { description: 'The scheme: Bearer', schema: { type: 'string' } } } as const;
  }
  return status === 429 ? { 'Retry-After': retryAfter, ...budgetHeaders } : budgetHeaders;
}

interface Operation {
  method: 'get' | 'post';
  path: string;
  tag: string;
  summary: string;
  description?: string;
  query?: z.ZodObject;
  pathParameters?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  fails: readonly (keyof typeof refusals)[];
}

const reads = [400, 401, 403, 404, 429, 500] as const;
const writes = [400, 401, 403, 404, 413, 429, 500] as const;

const operations: readonly Operation[] = [
  {
    method: 'get',
    path: '/ping',
    tag: 'Service',
    summary: 'Health check',
    query: pingQuerySchema,
    answer: z.literal('pong'),
    fails: reads,
  },
  {
    method: 'get',
    path: '/v1/appointments',
    tag: 'Appointments',
    summary: 'List appointments',
    description:
      'By creation date, then id. "Since", "after" and "before" are strict. A record whose stored values are not what the document allows is an object with its id alone.',
    query: appointmentListQuerySchema,
    answer: appointmentPageSchema,
    fails: reads,
  },
  {
    method: 'post',
    path: '/v1/appointments',
    tag: 'Appointments',
    summary: 'Create an appointment',
    description:
      'In the first store of storeIds, in its first room that is free for the whole time. Answers with the id of the new appointment.',
    body: createAppointmentSchema,
    answer: createdAppointmentSchema,
    fails: writes,
  },
  {
    method: 'post',
    path: '/v1/appointments/search',
    tag: 'Appointments',
    summary: 'Search appointments',
    description:
      'Creates nothing. The newest created come first. Every white-space separated term of the query must begin a word of the title; the fields of the filter are combined with AND, and with one of the branches of `or`.',
    body: appointmentSearchSchema,
    answer: appointmentPageSchema,
    fails: writes,
  },
  {
    method: 'get',
    path: '/v1/companies',
    tag: 'Practice',
    summary: 'List the companies in reach, with their stores and rooms',
    query: companyListQuerySchema,
    answer: companyPageSchema,
    fails: [400, 401, 429, 500],
  },
  {
    method: 'get',
    path: '/v1/clients',
    tag: 'Practice',
    summary: 'List clients',
    query: clientListQuerySchema,
    answer: clientPageSchema,
    fails: [400, 401, 403, 429, 500],
  },
  {
    method: 'get',
    path: '/v1/pets',
    tag: 'Practice',
    summary: 'List pets',
    description: 'The query matches the names of the pet and of its client together.',
    query: petListQuerySchema,
    answer: petPageSchema,
    fails: [400, 401, 403, 429, 500],
  },
  {
    method: 'get',
    path: '/v1/employees',
    tag: 'Practice',
    summary: 'List the employees of the stores',
    description: 'Of the stores of an employee, those in reach of the key are told.',
    query: employeeListQuerySchema,
    answer: employeePageSchema,
    fails: reads,
  },
  {
    method: 'get',
    path: '/v1/appointment-types',
    tag: 'Practice',
    summary: 'List appointment types',
    query: appointmentTypeListQuerySchema,
    answer: appointmentTypePageSchema,
    fails: [400, 401, 403, 429, 500],
  },
  {
    method: 'get',
    path: '/v1/enums',
    tag: 'Enums',
    summary: 'All enumerated values with their labels and colours',
    query: enumsQuerySchema,
    answer: enumsSchema,
    fails: [400, 401, 403, 429, 500],
  },
  {
    method: 'get',
    path: '/v1/enums/{enumName}',
    tag: 'Enums',
    summary: 'The values of one enum',
    query: enumsQuerySchema,
    pathParameters: z.object({ enumName: z.string().meta({ examples: [...enumNames] }) }),
    answer: z.array(enumEntrySchema),
    fails: reads,
  },
];

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
  for (const { method, path, tag, summary, description, query, pathParameters, body, answer, fails } of operations) {
    registry.registerPath({
      method,
      path,
      tags: [tag],
      summary,
      ...(description === undefined ? {} : { description }),
      security: [{ Authorization: [] }],
      request: {
        ...(query === undefined ? {} : { query: asParameters(query) }),
        ...(pathParameters === undefined ? {} : { params: pathParameters }),
        ...(body === undefined ? {} : { body: { required: true, content: json(body) } }),
      },
      responses: {
        200: { description: 'OK', content: json(answer), headers: headersOf(200) },
        ...Object.fromEntries(
          fails.map((status) => [
            status,
            { description: refusals[status], content: json(serviceErrorSchema), headers: headersOf(status) },
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
