import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { findBrowser } from '../../e2e/find-browser.js';

// Chromium over a pipe of the DevTools protocol, with nothing switched on. Playwright enables the domains Runtime and
// Network in every page: then V8 takes a stack trace for each request and parses the first files a second time, which
// nobody without open DevTools pays.

type Params = Record<string, unknown>;
interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
}

export interface DevTools {
  /** Sends a command to the browser, or to the page of a session, and returns its result. */
  send(method: string, params?: Params, sessionId?: string): Promise<Params>;
  /** Calls back for each event of this name. Returns a function that unsubscribes. */
  on(method: string, listener: (params: Params) => void): () => void;
  /** Ends the browser and waits until its profile is written. */
  close(): Promise<void>;
}

/** Starts a headless Chromium with a profile in this folder, so that a second start finds what the first one cached. */
export async function startBrowser(profile: string): Promise<DevTools> {
  const child = spawn(
    findBrowser(),
    [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, '--window-size=1280,800'],
      ...['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const commands = child.stdio[3] as Writable;
  const messages = child.stdio[4] as Readable;
  const pending = new Map<number, (message: Message) => void>();
  const listeners = new Map<string, Set<(params: Params) => void>>();
  let last = 0;
  let unread = '';
  messages.setEncoding('utf8').on('data', (chunk: string) => {
    const texts = (unread + chunk).split('\0');
    unread = texts.pop() ?? '';
    for (const text of texts) {
      const message: Message = JSON.parse(text);
      if (message.id !== undefined) pending.get(message.id)?.(message);
      else for (const listener of listeners.get(message.method ?? '') ?? []) listener(message.params ?? {});
    }
  });

  function send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    last += 1;
    const id = last;
    commands.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    return new Promise((resolve, reject) => {
      pending.set(id, ({ result, error }) => {
        pending.delete(id);
        if (error === undefined) resolve(result ?? {});
        else reject(new Error(`${method}: ${error.message}`));
      });
    });
  }

  return {
    send,
    on(method, listener) {
      const all = listeners.get(method) ?? new Set();
      listeners.set(method, all.add(listener));
      return () => void all.delete(listener);
    },
    async close() {
      send('Browser.close').catch(() => undefined);
      await exited;
    },
  };
}

/** Deletes a profile. */
export const deleteProfile = (profile: string) => rm(profile, { recursive: true, force: true, maxRetries: 5 });
