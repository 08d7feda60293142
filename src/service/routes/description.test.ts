import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addAppointments, appointmentIn } from '#testing/practice.ts';
import { describeService } from '#testing/suite.ts';

const documentSchema = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })).default([]),
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
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '429', '500']));
    }
    const list = document.paths['/v1/appointments']?.['get']?.parameters ?? [];
    expect(list.filter((parameter) => parameter.required).map((parameter) => parameter.name)).toEqual(['companyId']);
    expect(list.length).toBe(15);
  });

  test('an independent validator finds that real answers and requests are as described', async () => {
    const { client, practice, database } = suite();
    const { text } = await description();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...JSON.parse(text), $id: 'description' });
    const at = (...path: string[]): ValidateFunction =>
      ajv.compile({
        $ref: `description#/${path
          .map((part) => part.replaceAll('/', '~1'))
          .map(encodeURIComponent)
          .join('/')}`,
      });
    const answered = (method: string, path: string, status: number) =>
      at('paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema');
    function expectValid(validate: ValidateFunction, value: unknown) {
      expect(validate(value), JSON.stringify([validate.errors, value])).toBe(true);
    }

    const { companyId } = practice;
    await addAppointments(database, practice, [
      appointmentIn(practice, { employeeIds: [practice.vet, practice.near], checkedInAt: '2026-03-02T09:00:00Z' }),
      appointmentIn(practice, { status: 'odd' }),
    ]);
    for (const path of [
      '/ping',
      '/v1/appointments',
      '/v1/companies',
      '/v1/clients',
      '/v1/pets',
      '/v1/employees',
      '/v1/appointment-types',
      '/v1/enums',
    ]) {
      const answer = await client.get(path, { companyId });
      expect(answer.status).toBe(200);
      expectValid(answered('get', path, 200), answer.body);
      expectValid(answered('get', path, 400), (await client.get(path, { companyId: 'x', limit: 'x' })).body);
    }
    expectValid(
      answered('get', '/v1/enums/{enumName}', 200),
      (await client.get('/v1/enums/APPOINTMENT_STATUS', { companyId })).body,
    );
    expectValid(answered('get', '/v1/enums/{enumName}', 404), (await client.get('/v1/enums/x', { companyId })).body);
    const search = {
      companyId,
      query: 're',
      filter: {
        start: { between: ['2026-01-01T00:00Z', '2027-01-01T00:00+01:00'] },
        or: [{ petId: { in: [practice.pet] } }],
      },
    };
    expectValid(at('components', 'schemas', 'AppointmentSearch'), search);
    const found = await client.post('/v1/appointments/search', search);
    expect(found.body).toMatchObject({ totalCount: 2 });
    expectValid(answered('post', '/v1/appointments/search', 200), found.body);
    const create = {
      companyId,
      storeIds: [practice.stores[0]],
      petId: practice.pet,
      visitTypeId: practice.visitType,
      start: '2026-03-02T09:00Z',
      end: '2026-03-02T10:00Z',
    };
    const requested = at('components', 'schemas', 'CreateAppointment');
    expectValid(requested, create);
    expect(requested({ ...create, title: 'x' })).toBe(false);
    const created = await client.post('/v1/appointments', create);
    expect(created.status).toBe(200);
    expectValid(answered('post', '/v1/appointments', 200), created.body);
    expectValid(answered('post', '/v1/appointments', 400), (await client.post('/v1/appointments', {})).body);
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
