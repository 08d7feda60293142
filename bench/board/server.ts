import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PracticeInMemory } from '#testing/practice-in-memory.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves on loopback: the built app at `/`, the page of the plain calendar at `/pages/`, and the requests of both from a
 * practice in memory.
 */
export async function startBenchServer(
  practice: PracticeInMemory,
  { app, pages }: { app: string; pages: string },
): Promise<{ url: string; close(): Promise<void> }> {
  async function answer(request: IncomingMessage, url: URL): Promise<{ type: string; content: string | Buffer }> {
    if (url.pathname === '/bench/appointments')
      return { type: 'application/json', content: JSON.stringify(practice.appointments) };
    if (/^\/(api|desk)\//.test(url.pathname)) {
      const { method = 'GET' } = request;
      const body = method === 'GET' ? {} : { body: await text(request) };
      const response = await practice.fetch(url, { method, ...body });
      return { type: 'application/json', content: await response.text() };
    }
    const inPages = url.pathname.startsWith('/pages/');
    const name = inPages ? url.pathname.slice('/pages'.length) : url.pathname;
    const file = join(inPages ? pages : app, extname(name) === '' ? 'index.html' : name);
    return { type: TYPES[extname(file)] ?? 'application/octet-stream', content: await readFile(file) };
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench.test');
    // As the gateway serves the app: files that are named by their content are cached.
    const caching = url.pathname.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    answer(request, url).then(
      ({ type, content }) => response.setHeader('content-type', type).setHeader('cache-control', caching).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bench server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
