import { get } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { z } from 'zod';
import { deskChangedSchema, deskEventNames } from '#contract/desk-events.ts';
import type { HttpClient } from '../api/measure.ts';
import type { Desk } from './companies.ts';

/** Signs desks in to a gateway; the cookie of each, in their order. */
export async function signIn(desks: readonly Desk[], port: number): Promise<string[]> {
  const cookies: string[] = [];
  for (const { key } of desks) {
    const response = await fetch(`http://127.0.0.1:${port}/desk/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: key }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`signing in was answered with ${response.status}`);
    cookies.push(response.headers.get('set-cookie')?.split(';')[0] ?? '');
  }
  return cookies;
}

/** What a desk has of an appointment from now on (epoch milliseconds). */
export interface Told {
  desk: number;
  id: string;
  at: number;
}

const stateSchema = z.object({ live: z.boolean() });

/** A desk that only listens, as the page of a browser does; resolves once it is told that the practice API tells of changes. */
export function listen(
  { port, cookie, companyId }: { port: number; cookie: string; companyId: string },
  onTold: (id: string) => void = () => undefined,
): Promise<{ close(): void }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, accept: 'text/event-stream' };
    const request = get(
      { host: '127.0.0.1', port, path: `/desk/events?companyId=${companyId}`, headers, agent: false },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`/desk/events answered ${response.statusCode}`));
        const { feed } = createParser({ onEvent: take });
        response.setEncoding('utf8').on('data', feed);
        response.on('error', () => undefined);
      },
    );
    request.on('error', reject);
    const close = () => void request.destroy();
    function take({ event, data }: EventSourceMessage) {
      if (event === deskEventNames.state && stateSchema.parse(JSON.parse(data)).live) resolve({ close });
      if (event !== deskEventNames.changed) return;
      for (const { id } of deskChangedSchema.parse(JSON.parse(data)).records ?? []) onTold(id);
    }
  });
}

const visitSchema = z.object({ id: z.string(), updatedAt: z.string(), status: z.string() });
export type Visit = z.infer<typeof visitSchema>;
export const visitsSchema = z.object({ data: z.array(visitSchema) });

const headersOf = ({ key }: Desk) => ({ authorization: `Bearer ${key}` });

/** Looks for visits of the store of a desk. */
export async function findVisits(client: HttpClient, desk: Desk, wanted: object): Promise<Visit[]> {
  const body = { companyId: desk.companyId, storeIds: [desk.storeId], ...wanted };
  const found = await client('/v1/appointments/search', { body, headers: headersOf(desk) });
  return visitsSchema.parse(JSON.parse(found)).data;
}

/** Changes the status of a visit, to and fro; the visit as it is then. */
export async function changeVisit(client: HttpClient, desk: Desk, seen: Visit): Promise<Visit> {
  const status = seen.status === 'confirmed' ? 'checked_in' : 'confirmed';
  const body = { companyId: desk.companyId, expectedUpdatedAt: seen.updatedAt, status };
  const path = `/v1/appointments/${seen.id}`;
  return visitSchema.parse(JSON.parse(await client(path, { method: 'PATCH', body, headers: headersOf(desk) })));
}
