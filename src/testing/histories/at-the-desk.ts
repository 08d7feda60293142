import { setTimeout as pause } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { appointmentPageSchema, appointmentSchema } from '#contract/appointment.ts';
import { deskChangedSchema, deskEventNames, deskEventTimes, deskStateSchema } from '#contract/desk-events.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { gatewayOrigin } from '#testing/gateway-harness.ts';
import { pagesOf } from '#testing/service.ts';
import type { SignedIn } from './rounds.ts';

const RETRY_MS = 200;
const ANSWER_MS = 5_000;

/** Follows the appointments of a practice through the events of gateways, like an open calendar. */
export function followEvents(options: { url: () => string; sessions: readonly SignedIn[]; companyId: string }) {
  const { url, sessions, companyId } = options;
  /** The `updatedAt` of each appointment as it was last read. */
  const versions = new Map<string, string>();
  /** When this desk first had each appointment. */
  const seenAt = new Map<string, number>();
  let isOver = false;
  let leave = new AbortController();
  let count = 0;

  function store({ id, updatedAt }: { id: string; updatedAt: string }): void {
    versions.set(id, updatedAt);
    if (!seenAt.has(id)) seenAt.set(id, performance.now());
  }

  async function read(path: string): Promise<unknown> {
    count += 1;
    const headers = { ...sessions[count % sessions.length], 'x-frontdesk-purpose': 'recheck' };
    const response = await fetch(`${url()}/api${path}`, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return response.json();
  }
  async function readAll(): Promise<void> {
    const page = async (cursor: string) =>
      appointmentPageSchema.parse(
        await read(`/v1/appointments?${new URLSearchParams({ companyId, limit: '500', cursor })}`),
      );
    for await (const { data } of pagesOf(page)) for (const record of data) store(appointmentSchema.parse(record));
  }
  const readOne = async (id: string) =>
    store(appointmentSchema.parse(await read(`/v1/appointments/${id}?companyId=${companyId}`)));

  async function follow(): Promise<void> {
    leave = new AbortController();
    const path = `/desk/events?companyId=${companyId}`;
    const { body } = await fetch(`${url()}${path}`, { headers: { ...sessions[0] }, signal: leave.signal });
    if (body === null) throw new Error('a stream of events has a body');
    let silence = setTimeout(() => leave.abort(), deskEventTimes.silenceMs);
    let isLive = false;
    try {
      for await (const { event, data } of body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())) {
        clearTimeout(silence);
        silence = setTimeout(() => leave.abort(), deskEventTimes.silenceMs);
        const content: unknown = JSON.parse(data);
        const wasLive = isLive;
        if (event === deskEventNames.state) isLive = deskStateSchema.parse(content).live;
        // Without events the calendar polls.
        if (event === deskEventNames.reset || (event === deskEventNames.state && !(wasLive && isLive))) await readAll();
        if (event === deskEventNames.changed) {
          await Promise.all((deskChangedSchema.parse(content).appointments ?? []).map(readOne));
        }
      }
    } finally {
      clearTimeout(silence);
      leave.abort();
    }
  }

  const following = (async () => {
    while (!isOver) {
      await follow().catch(() => undefined);
      await pause(RETRY_MS);
    }
  })();
  return {
    versions,
    seenAt,
    async stop() {
      isOver = true;
      leave.abort();
      await following;
    },
  };
}

/** Signs in at a desk by PIN again and again. Records when each sign-in began and ended, and the responses that refused one. */
export async function signInByPin(options: { url: () => string; apiKey: string }) {
  const { url, apiKey } = options;
  const signIns: { call: number; return: number }[] = [];
  const refused: string[] = [];
  let isOver = false;
  const pin = '482915';
  const browser = browserAt({
    request(address, init) {
      const at = url();
      const headers = { ...Object.fromEntries(new Headers(init.headers)), origin: at, host: new URL(at).host };
      return fetch(address.replace(gatewayOrigin, at), { ...init, headers, signal: AbortSignal.timeout(ANSWER_MS) });
    },
  });
  await browser.request('POST', '/desk/session', { apiKey });
  const answer = await browser.request('POST', '/desk/pin', { pin, by: { apiKey }, name: 'Kim' });
  const [{ person }] = holdersSchema.parse(await answer.json()).pins;

  /** Whether the browser is signed in afterwards. */
  async function signIn(): Promise<boolean> {
    const signedIn = await browser.request('POST', '/desk/session/pin', { person, pin });
    const asked = signedIn.ok ? await browser.request('GET', '/desk/session') : signedIn;
    const text = await asked.text();
    if (asked.ok && text.includes('"signedIn":true')) return true;
    // 409: the previous attempt is still being checked.
    if (asked.status < 500 && asked.status !== 409) refused.push(`${asked.status} ${text}`);
    return false;
  }
  const signingIn = (async () => {
    while (!isOver) {
      const call = performance.now();
      while (!(await signIn().catch(() => false)) && refused.length === 0) await pause(RETRY_MS);
      signIns.push({ call, return: performance.now() });
      if (refused.length > 0) return;
      await pause(1_000);
    }
  })();
  return {
    signIns,
    refused,
    async stop() {
      isOver = true;
      await signingIn;
    },
  };
}

const holdersSchema = z.object({ pins: z.tuple([z.object({ person: z.string() })]) });
