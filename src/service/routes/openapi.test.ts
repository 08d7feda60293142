import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints, extensions, extensionTag } from '#contract/endpoints.ts';
import { describeService } from '#testing/suite.ts';

const documentSchema = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        tags: z.array(z.string()),
        'x-frontdesk-addition': z.boolean().optional(),
        parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })).default([]),
        requestBody: z.unknown().optional(),
        responses: z.record(z.string(), z.unknown()),
        security: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
  ),
  components: z.object({ securitySchemes: z.record(z.string(), z.unknown()) }),
});

describeService('the description of the API', (suite) => {
  async function description() {
    const response = await suite().service.app.request('/openapi.json');
    expect(response.status).toBe(200);
    const text = await response.text();
    return { text, document: documentSchema.parse(JSON.parse(text)) };
  }

  test('is sound OpenAPI 3.1 of the document’s version, paths and security scheme', async () => {
    const { text, document } = await description();
    const validator = new Validator();
    const verdict = await validator.validate(JSON.parse(text));
    expect(verdict.errors ?? []).toEqual([]);
    expect([verdict.valid, validator.version]).toEqual([true, '3.1']);
    expect(document.info.version).toBe('1.0.0');
    expect(Object.keys(document.components.securitySchemes)).toEqual(['Authorization']);
    expect(Object.keys(document.paths).sort()).toEqual([
      '/ping',
      '/v1/appointment-types',
      '/v1/appointments',
      '/v1/appointments/search',
      '/v1/appointments/{id}',
      '/v1/appointments/{id}/history',
      '/v1/clients',
      '/v1/companies',
      '/v1/employees',
      '/v1/enums',
      '/v1/enums/{enumName}',
      '/v1/me',
      '/v1/pets',
    ]);
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      expect(Object.keys(operation.security[0] ?? {})).toEqual(['Authorization']);
      expect(operation.responses['429']).toMatchObject({
        headers: { 'Retry-After': {}, RateLimit: {}, 'RateLimit-Policy': {} },
      });
      expect(operation.responses['401']).toMatchObject({ headers: { 'WWW-Authenticate': {} } });
      expect(operation.responses['200']).toMatchObject({ headers: { RateLimit: {}, 'RateLimit-Policy': {} } });
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '429', '500']));
    }
    const list = document.paths['/v1/appointments']?.['get']?.parameters ?? [];
    expect(list.filter((parameter) => parameter.required).map((parameter) => parameter.name)).toEqual(['companyId']);
    expect(list.length).toBe(15);
  });

  test('has every endpoint of the contract, and nothing else', async () => {
    const { document } = await description();
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(
      Object.values({ ...endpoints, ...extensions })
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
  });

  test('marks what is beyond the document, and tells of keys of creates and of what a query finds', async () => {
    const { document } = await description();
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
    );
    const names = (wanted: (operation: (typeof operations)[number]) => boolean) =>
      operations
        .filter(wanted)
        .map(({ name }) => name)
        .sort();
    const added = Object.values(extensions).map(({ method, path }) => `${method} ${path}`);
    expect(names((operation) => operation['x-frontdesk-addition'] === true)).toEqual(added.sort());
    expect(names(({ tags }) => tags.includes(extensionTag))).toEqual(added);
    const creates = ['POST /v1/appointments', 'POST /v1/clients', 'POST /v1/pets'];
    const key = { name: 'Idempotency-Key', in: 'header', required: false };
    expect(names(({ parameters }) => parameters.some((parameter) => parameter.in === 'header'))).toEqual(creates);
    for (const { parameters } of operations.filter(({ name }) => creates.includes(name))) {
      expect(parameters).toMatchObject([key]);
    }
    const found = { name: 'query', 'x-frontdesk-query': ['name', 'phone', 'email'] };
    expect(names(({ parameters }) => parameters.some((parameter) => 'x-frontdesk-query' in parameter))).toEqual([
      'GET /v1/clients',
      'GET /v1/pets',
    ]);
    expect(document.paths['/v1/pets']?.['get']?.parameters).toEqual(
      expect.arrayContaining([expect.objectContaining(found)]),
    );
  });

  test('the page for people is whole, from here alone', async () => {
    const { app } = suite().service;
    const page = await app.request('/docs');
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    const html = await page.text();
    const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(parts.length).toBe(4);
    for (const part of parts.filter((url) => !url.startsWith('data:'))) {
      expect((await app.request(`/${part}`)).status).toBe(200);
    }
    expect(html).not.toMatch(/<script>|https?:/);
  });
});
