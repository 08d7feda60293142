import { describe, expect, it } from 'vitest';
import { findOperation } from './api-routes.ts';

describe('findOperation', () => {
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
    ['DELETE', '/v1/appointments/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'change'],
    ['POST', '/v1/appointments/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/reason', 'change'],
    ['GET', '/v1/appointments/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/series', 'appointments'],
    ['POST', '/v1/appointments/series', 'create'],
    ['GET', '/v1/appointment-history', 'appointments'],
    ['GET', '/v1/waiting-list', 'appointments'],
    ['POST', '/v1/waiting-list', 'create'],
    ['PATCH', '/v1/waiting-list/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'change'],
    ['POST', '/v1/clients', 'create'],
    ['POST', '/v1/pets', 'create'],
    ['PATCH', '/v1/companies/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'manage'],
    ['POST', '/v1/employees/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/keys', 'manage'],
    ['GET', '/v1/employees/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/keys', 'management'],
    ['GET', '/v1/employees/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'management'],
    ['GET', '/v1/practice/history', 'management'],
    ['POST', '/v1/practice/import', 'manage'],
    ['DELETE', '/v1/keys/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'manage'],
    ['DELETE', '/v1/rooms/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'manage'],
  ])('accepts %s %s', (method, path, kind) => {
    expect(findOperation(method, path)?.kind).toBe(kind);
  });

  it.each([
    ['HEAD', '/ping'],
    ['POST', '/ping'],
    ['DELETE', '/v1/appointments'],
    ['PUT', '/v1/appointments'],
    ['PATCH', '/v1/appointments'],
    ['PATCH', '/v1/appointments/a%2Fb'],
    ['GET', '/v1/appointments/'],
    ['GET', '/v1/enums/'],
    ['GET', '/v1/enums/a%2Fb'],
    ['GET', '/v1/enums/A/B'],
    ['GET', '/v1/invoices'],
    ['GET', '/V1/pets'],
    ['DELETE', '/v1/stores/6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
    ['GET', '/v1/keys/6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
    ['DELETE', '/v1/waiting-list/6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
    ['GET', '/v1/events'],
    ['GET', '/openapi.json'],
    ['GET', '/'],
  ])('rejects %s %s', (method, path) => {
    expect(findOperation(method, path)).toBeNull();
  });
});
