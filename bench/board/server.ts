import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import type { Appointment } from '#contract/appointment.ts';
import { appointmentSearchSchema } from '#contract/appointment-search.ts';
import { documentOnly } from '#contract/desk.ts';
import type { BenchPractice } from './practice.ts';

export interface BenchServer {
  url: string;
  /** Answers the next polls with these as changed. */
  change(appointments: Appointment[]): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const SESSION = {
  access: 'shared',
  signedIn: true,
  person: null,
  canWrite: true,
  timeZone: null,
  practiceSystemUrl: null,
  calendarLicenseKey: 'AGPL-My-Frontend-And-Backend-Are-Open-Source',
  demo: false,
};

function page(data: readonly unknown[], offset = 0, limit = 500) {
  const next = offset + limit < data.length ? String(offset + limit) : null;
  return {
    data: data.slice(offset, offset + limit),
    nextCursor: next,
    hasMore: next !== null,
    totalCount: data.length,
  };
}

/**
 * Serves the built app at `/` and other pages at `/pages/`, all over the same practice held in memory, on loopback; with its plan of
 * duty and blocks where that is wanted.
 */
export async function startBenchServer(
  practice: BenchPractice,
  { app, pages, withPlan }: { app: string; pages: string; withPlan: boolean },
): Promise<BenchServer> {
  const session = withPlan
    ? { ...SESSION, capabilities: { ...documentOnly, availability: ['listAvailability'] } }
    : SESSION;
  let changed: Appointment[] = [];
  const days = new Map(practice.dates.map((date) => [date, practice.day(date)]));

  function search(body: unknown) {
    const { cursor, filter, limit } = appointmentSearchSchema.parse(body);
    const from = filter?.or?.[0]?.start?.gte ?? filter?.start?.gte ?? '';
    return page(days.get(from.slice(0, 10)) ?? [], Number(cursor ?? 0), limit);
  }

  function answer(path: string, body: unknown): unknown {
    if (path === '/desk/session') return session;
    if (path === '/api/v1/companies') return page([practice.company]);
    if (path === '/api/v1/enums') return practice.enums;
    if (path === '/api/v1/employees') return page(practice.employees);
    if (path === '/api/v1/appointment-types') return page(practice.types);
    if (path === '/api/v1/pets') return page(practice.pets);
    if (path === '/api/v1/appointments/search') return search(body);
    if (path === '/api/v1/appointments') return page(changed);
    if (path === '/api/v1/availability') return page(practice.plan, 0, practice.plan.length);
    if (path === '/bench/days') return Object.fromEntries(days);
    return page([]);
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (/^\/(api|desk|bench)\//.test(pathname)) {
        const text = Buffer.concat(parts).toString();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(answer(pathname, text === '' ? null : JSON.parse(text))));
        return;
      }
      const inPages = pathname.startsWith('/pages/');
      const folder = inPages ? pages : app;
      const name = inPages ? pathname.slice('/pages'.length) : pathname;
      const file = extname(name) === '' ? join(folder, 'index.html') : join(folder, name);
      readFile(file).then(
        (content) => {
          response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
          response.end(content);
        },
        () => {
          response.statusCode = 404;
          response.end();
        },
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bench server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    change: (appointments) => {
      changed = appointments;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
