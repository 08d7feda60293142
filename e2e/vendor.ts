import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface VendorRecord {
  id: string;
  companyId: string;
  storeId: string | null;
  start: string;
  [property: string]: unknown;
}

/**
 * Another vendor's practice API: it follows the specification where it is explicit, and differs from our API everywhere
 * else. It accepts every booking.
 */
export interface Vendor {
  readonly url: string;
  readonly companies: { one: string; other: string };
  readonly appointments: VendorRecord[];
  close(): Promise<void>;
}

/** A UUID that contains a kind and a number. */
export function vendorId(kind: number, number: number): string {
  return `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function page(data: readonly unknown[]) {
  return { data, nextCursor: null, hasMore: false, totalCount: data.length };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

/**
 * Starts the vendor on a free loopback port. Its first company lists no stores and no rooms, its enums are plain
 * strings, its staff have a single name, its lists ignore `query` and begin with a row that is only an id, its searches
 * ignore the stores, and its records have additional fields.
 */
export async function startVendor(): Promise<Vendor> {
  const companies = { one: vendorId(1, 1), other: vendorId(1, 2) };
  const appointments: VendorRecord[] = [];

  const unresolved = { id: 'only-an-id' };
  const rooms = [unresolved, { id: vendorId(3, 9), name: 'Blue' }];
  const stores = [unresolved, { id: vendorId(2, 9), name: 'Listed', timeZone: 'Asia/Kolkata', rooms }];
  const lists: Readonly<Record<string, unknown>> = {
    '/v1/companies': page([
      unresolved,
      { id: companies.one, name: 'Without stores', plan: 'gold' },
      { id: companies.other, name: 'With a store', stores },
    ]),
    '/v1/enums': { APPOINTMENT_STATUS: ['requested', 'confirmed', 'on_the_way'], SPECIES: ['dog'] },
    '/v1/employees': page([unresolved, { id: vendorId(6, 1), name: 'Dr. Mono Nym', role: 'vet' }]),
    '/v1/pets': page([
      unresolved,
      { id: vendorId(4, 1), name: 'Pixel', clientName: 'Ada Client', clientId: vendorId(5, 1) },
    ]),
    '/v1/clients': page([
      { id: vendorId(5, 2), name: 'Bo Other', phone: '+1 902 555 0199' },
      { id: vendorId(5, 1), name: 'Ada Client', phone: '+1 902 555 0100', email: null },
      unresolved,
    ]),
    '/v1/appointment-types': page([
      unresolved,
      { id: vendorId(7, 1), name: 'Check', category: 'consult', durationMinutes: 30 },
    ]),
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vendor');
    const text = await bodyOf(request);
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    const ofCompany = (companyId: unknown) => appointments.filter((record) => record.companyId === companyId);
    if (pathname === '/v1/appointments' && request.method === 'GET') {
      answer(200, page(ofCompany(searchParams.get('companyId'))));
    } else if (pathname === '/v1/appointments' && request.method === 'POST') {
      const { storeIds, ...booked } = JSON.parse(text);
      const id = vendorId(9, appointments.length);
      appointments.push({ ...booked, id, storeId: storeIds[0], title: 'Booked', updatedAt: new Date().toISOString() });
      answer(200, id);
    } else if (pathname === '/v1/appointments/search') answer(200, page(ofCompany(JSON.parse(text).companyId)));
    else if (pathname in lists) answer(200, lists[pathname]);
    else answer(request.method === 'POST' ? 400 : 404, { error: 'no' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    companies,
    appointments,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
