import { createServer } from 'node:http';

const uuid = (nth: number) => `6f9619ff-8b86-4d01-b42d-${nth.toString(16).padStart(12, '0')}`;

function appointment(nth: number) {
  return {
    id: uuid(nth),
    petId: uuid(nth + 1),
    clientId: uuid(nth + 2),
    storeId: uuid(nth + 3),
    companyId: uuid(nth + 4),
    storeInvoiceId: null,
    billingContextId: null,
    title: 'Biscuit – Annual check-up',
    start: '2026-03-29T07:30:00.000Z',
    end: '2026-03-29T08:00:00.000Z',
    notes: 'Prefers the quiet room. Bring the earlier pictures.',
    bookingNotes: null,
    clientNotes: null,
    status: 'confirmed',
    location: null,
    roomId: uuid(nth + 5),
    checkedInAt: null,
    createdFrom: 'app',
    visitTypeId: uuid(nth + 6),
    visitTypeName: 'Annual check-up',
    visitTypeCategory: 'consult',
    createdAt: '2026-03-01T07:30:00.000Z',
    updatedAt: '2026-03-01T07:30:00.000Z',
    employees: [{ id: uuid(nth + 7), isMainEmployee: true }],
  };
}

/** A practice API that answers from memory, after `delayMs` where it is to take as long as one with a database. */
export async function startPractice(delayMs: number): Promise<{ url: string; close(): void }> {
  const data = Array.from({ length: 100 }, (_, nth) => appointment(nth * 10));
  const page = Buffer.from(JSON.stringify({ data, nextCursor: null, hasMore: false, totalCount: 100 }));
  const few = Buffer.from(JSON.stringify({ data: data.slice(0, 2), nextCursor: null, hasMore: false, totalCount: 2 }));
  const created = Buffer.from(JSON.stringify(uuid(1)));
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => {
      const create = incoming.method === 'POST' && incoming.url === '/v1/appointments';
      const body = create ? created : incoming.url?.startsWith('/v1/pets') ? few : page;
      const answer = () =>
        outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
      if (delayMs === 0) answer();
      else setTimeout(answer, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
