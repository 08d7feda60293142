import { describe, expect, it } from 'vitest';
import { requestKind } from './upstream-request.ts';

describe('requestKind', () => {
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
  ])('lets %s %s pass', (method, path, kind) => {
    expect(requestKind(method, path)).toBe(kind);
  });

  it.each([
    ['HEAD', '/ping'],
    ['POST', '/ping'],
    ['DELETE', '/v1/appointments'],
    ['PUT', '/v1/appointments'],
    ['GET', '/v1/appointments/search'],
    ['GET', '/v1/appointments/'],
    ['GET', '/v1/enums/'],
    ['GET', '/v1/enums/a%2Fb'],
    ['GET', '/v1/enums/A/B'],
    ['GET', '/v1/invoices'],
    ['GET', '/V1/pets'],
    ['GET', '/openapi.json'],
    ['GET', '/'],
  ])('stops %s %s', (method, path) => {
    expect(requestKind(method, path)).toBeNull();
  });
});
