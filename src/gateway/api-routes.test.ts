import { describe, expect, it } from 'vitest';
import { documentOnly } from '#contract/desk.ts';
import { endpoints, extensions } from '#contract/endpoints.ts';
import { isOffered, operationOf } from './api-routes.ts';

describe('operationOf', () => {
  it.each([
    ['GET', '/ping', 'probe'],
    ['GET', '/v1/appointments', 'appointments'],
    ['POST', '/v1/appointments', 'create'],
    ['POST', '/v1/appointments/search', 'appointments'],
    ['GET', '/v1/companies', 'reference'],
    ['GET', '/v1/enums', 'reference'],
    ['GET', '/v1/enums/APPOINTMENT_STATUS', 'reference'],
    ['GET', '/v1/employees', 'reference'],
    ['GET', '/v1/appointment-types', 'reference'],
    ['GET', '/v1/pets', 'lookup'],
    ['GET', '/v1/clients', 'lookup'],
    ['GET', '/v1/appointments/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'appointments'],
    ['GET', '/v1/appointments/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/history', 'appointments'],
    ['PATCH', '/v1/appointments/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'change'],
    ['POST', '/v1/clients', 'create'],
    ['POST', '/v1/pets', 'create'],
  ])('knows %s %s', (method, path, kind) => {
    expect(operationOf(method, path)?.kind).toBe(kind);
  });

  it.each([
    ['HEAD', '/ping'],
    ['POST', '/ping'],
    ['DELETE', '/v1/appointments'],
    ['PUT', '/v1/appointments'],
    ['PATCH', '/v1/appointments'],
    ['PATCH', '/v1/appointments/a%2Fb'],
    ['DELETE', '/v1/appointments/6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
    ['GET', '/v1/appointments/'],
    ['GET', '/v1/enums/'],
    ['GET', '/v1/enums/a%2Fb'],
    ['GET', '/v1/enums/A/B'],
    ['GET', '/v1/invoices'],
    ['GET', '/V1/pets'],
    ['GET', '/openapi.json'],
    ['GET', '/'],
  ])('stops %s %s', (method, path) => {
    expect(operationOf(method, path)).toBeNull();
  });
});

describe('isOffered', () => {
  it('is true of the document, and of nothing else that is not described', () => {
    const offered = Object.keys({ ...endpoints, ...extensions }).filter((name) =>
      isOffered(name as keyof typeof endpoints | keyof typeof extensions, documentOnly),
    );
    expect(offered).toEqual(Object.keys(endpoints));
  });
});
