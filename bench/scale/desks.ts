import { get } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { z } from 'zod';
import { deskHeaders } from '#contract/desk.ts';
import { deskChangedSchema, deskEventNames } from '#contract/desk-events.ts';
import type { HttpClient } from '../api/measure.ts';
import type { Desk } from './companies.ts';

const personSchema = z.object({ person: z.string() });

/** Signs desks in to a gateway; returns the headers for the requests of each, in the same order. */
export async function signIn(desks: readonly Desk[], port: number): Promise<Record<string, string>[]> {
  const sessions: Record<string, string>[] = [];
  for (const { key } of desks) {
    const response = await fetch(`http://127.0.0.1:${port}/desk/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: key }),
    });
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`signing in was answered with ${response.status}`);
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    sessions.push({ cookie, [deskHeaders.person]: personSchema.parse(body).person });
  }
  return sessions;
}

const stateSchema = z.object({ live: z.boolean() });

/** A desk that only listens, like the page of a browser; resolves once it is notified that the practice API reports changes. */
export function listen(
  { port, session, companyId }: { port: number; session: Record<string, string> | undefined; companyId: string },
  onChanged: (id: string) => void = () => undefined,
): Promise<{ close(): void }> {
  return new Promise((resolve, reject) => {
    const headers = { ...session, accept: 'text/event-stream' };
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
      for (const id of deskChangedSchema.parse(JSON.parse(data)).appointments ?? []) onChanged(id);
    }
  });
}

const visitSchema = z.object({ id: z.string(), updatedAt: z.string(), status: z.string() });
export type Visit = z.infer<typeof visitSchema>;
const visitsSchema = z.object({ data: z.array(visitSchema) });

const headersOf = ({ key }: Desk) => ({ authorization: `Bearer ${key}` });

/** Finds appointments of a desk's store. */
export async function findVisits(client: HttpClient, desk: Desk, filter: object): Promise<Visit[]> {
  const body = { companyId: desk.companyId, storeIds: [desk.storeId], ...filter };
  const found = await client('/v1/appointments/search', { body, headers: headersOf(desk) });
  return visitsSchema.parse(JSON.parse(found)).data;
}

/** Changes the status of an appointment back and forth; returns the result. */
export async function changeVisit(client: HttpClient, desk: Desk, seen: Visit): Promise<Visit> {
  const status = seen.status === 'confirmed' ? 'checked_in' : 'confirmed';
  const body = { companyId: desk.companyId, expectedUpdatedAt: seen.updatedAt, status };
  const path = `/v1/appointments/${seen.id}`;
  return visitSchema.parse(JSON.parse(await client(path, { method: 'PATCH', body, headers: headersOf(desk) })));
}
