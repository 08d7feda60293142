import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { extensionTag } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { listEvents } from '#contract/events.ts';
import { extensionOperations, operations } from '#contract/operations.ts';
import { describeService } from '#testing/suite.ts';

const documentSchema = z.object({
  info: z.object({ version: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
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

  test('is valid OpenAPI 3.1 with the specification’s version, paths and security scheme', async () => {
    const { text, document } = await description();
    const validator = new Validator();
    const verdict = await validator.validate(JSON.parse(text));
    expect(verdict.errors ?? []).toEqual([]);
    expect([verdict.valid, validator.version]).toEqual([true, '3.1']);
    expect(document.info.version).toBe('1.0.0');
    expect(Object.keys(document.components.securitySchemes)).toEqual(['Authorization']);
    const isOfSpecification = (path: string) => Object.values(endpoints).some((endpoint) => endpoint.path === path);
    expect(Object.keys(document.paths).filter(isOfSpecification).sort()).toEqual([
      '/ping',
      '/v1/appointment-types',
      '/v1/appointments',
      '/v1/appointments/search',
      '/v1/clients',
      '/v1/companies',
      '/v1/employees',
      '/v1/enums',
      '/v1/enums/{enumName}',
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

  test('has patterns that mean the same in every language', async () => {
    const { text } = await description();
    const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern = '']) =>
      JSON.parse(pattern),
    );
    expect(patterns.length).toBeGreaterThan(100);
    // Other languages match the digits, letters and spaces of every script.
    expect(patterns.filter((pattern) => /\\[dswbDSWB]/.test(pattern))).toEqual([]);
  });

  test('names each operation as the contract does, and describes its tags', async () => {
    const { document } = await description();
    const named = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
    );
    const expected = Object.entries(operations).map(([name, { method, path }]) => [name, `${method} ${path}`]);
    expect(named.sort()).toEqual(expected.sort());
    const tags = Object.values(document.paths).flatMap((item) => Object.values(item).flatMap((one) => one.tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...new Set(tags)].sort());
  });

  test('marks extensions of the specification, idempotency keys of creates, and what a query searches', async () => {
    const { document } = await description();
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
    );
    const names = (matches: (operation: (typeof described)[number]) => boolean) =>
      described
        .filter(matches)
        .map(({ name }) => name)
        .sort();
    const added = Object.values(extensionOperations).map(({ method, path }) => `${method} ${path}`);
    expect(names((operation) => operation['x-frontdesk-addition'] === true)).toEqual(added.sort());
    expect(names(({ tags }) => tags.includes(extensionTag))).toEqual(added);
    const creates = [
      'POST /v1/appointment-types',
      'POST /v1/appointments',
      'POST /v1/appointments/series',
      'POST /v1/clients',
      'POST /v1/employees',
      'POST /v1/employees/{id}/keys',
      'POST /v1/feeds',
      'POST /v1/messages',
      'POST /v1/online-requests/{id}/book',
      'POST /v1/pets',
      'POST /v1/recalls',
      'POST /v1/recalls/{id}/attempts',
      'POST /v1/rooms',
      'POST /v1/stores',
      'POST /v1/waiting-list',
    ];
    const key = { name: 'Idempotency-Key', in: 'header', required: false };
    const named = ({ name, in: place }: { name: string; in: string }) => place === 'header' && name === key.name;
    expect(names(({ parameters }) => parameters.some(named))).toEqual(creates);
    for (const { parameters } of described.filter(({ name }) => creates.includes(name))) {
      expect(parameters.filter((parameter) => parameter.in !== 'path')).toMatchObject([key]);
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

  test('describes the parameters of a DELETE, and when a request is answered with 409', async () => {
    const { document } = await description();
    const removal = document.paths['/v1/rooms/{id}']?.['delete'];
    expect(removal?.requestBody).toBeUndefined();
    expect(removal?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['id', 'path', true],
      ['companyId', 'query', true],
    ]);
    expect(removal?.responses).not.toHaveProperty('413');
    const conflicts = Object.fromEntries(
      Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item).flatMap(([method, { responses }]) =>
          Object.hasOwn(responses, '409') ? [[`${method} ${path}`, responses['409']]] : [],
        ),
      ),
    );
    const descriptionOf = (name: string) => z.object({ description: z.string() }).parse(conflicts[name]).description;
    expect(descriptionOf('delete /v1/rooms/{id}')).toMatch(/^in_use/);
    expect(descriptionOf('patch /v1/employees/{id}')).toMatch(/^last_manager/);
    expect(descriptionOf('post /v1/employees/{id}/keys')).toMatch(/Idempotency-Key is under way; already_issued/);
    expect(descriptionOf('post /v1/rooms')).toBe('A request with this Idempotency-Key is under way');
    expect(conflicts).not.toHaveProperty('delete /v1/keys/{id}');
  });

  test('has a 404 for each path or body that refers to something that may not exist', async () => {
    const { paths } = (await description()).document;
    const statuses = (path: string) => Object.keys(paths[path]?.['post']?.responses ?? {});
    for (const path of ['/v1/availability/changes', '/v1/practice/import', '/v1/rooms', '/v1/employees/{id}/keys'])
      expect(statuses(path)).toContain('404');
    expect(statuses('/v1/clients')).not.toContain('404');
  });

  test('describes the events as a stream', async () => {
    const { document } = await description();
    const events = document.paths[listEvents.path]?.['get'];
    expect(events?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['companyId', 'query', true],
      ['storeIds', 'query', false],
      ['Last-Event-ID', 'header', false],
    ]);
    expect(events?.responses).toMatchObject({ 200: { content: { 'text/event-stream': {} } }, 404: {}, 503: {} });
  });

  test('the page for people is complete and loads nothing from elsewhere', async () => {
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
