import { get } from 'node:http';
import { z } from 'zod';
import { deskChangedSchema, deskEventNames } from '#contract/desk-events.ts';
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
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          const events = (text + chunk).split('\n\n');
          text = events.pop() ?? '';
          for (const event of events) take(event);
        });
        response.on('error', () => undefined);
      },
    );
    request.on('error', reject);
    const close = () => void request.destroy();
    function take(event: string) {
      const name = /^event: ?(.*)$/m.exec(event)?.[1];
      const data: unknown = JSON.parse(/^data: ?(.*)$/m.exec(event)?.[1] ?? 'null');
      if (name === deskEventNames.state && stateSchema.parse(data).live) resolve({ close });
      if (name !== deskEventNames.changed) return;
      for (const { id } of deskChangedSchema.parse(data).records ?? []) onTold(id);
    }
  });
}

/** Of numbers in any order, the one that such a share of them does not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
