import { t } from '@lingui/core/macro';
import { ApiError, asApiError, isTransient } from '#app/api/api-error.ts';
import type { AppointmentPage } from '#app/api/appointments.ts';
import { walkPages } from '#app/api/pages.ts';
import { pageRate } from '#app/features/finder/page-rate.ts';

export type ExportKind = 'csv' | 'ics';

/** The name of the file that an export is saved as. */
export function fileName(as: ExportKind): string {
  const name = t({ message: 'appointments', comment: 'The name of a saved file, without spaces.' });
  return `${name}.${as}`;
}

/** A page of the result; `excludedAtBounds` records count in the service's total but are left out here. */
type ExportPage = AppointmentPage & { readonly excludedAtBounds?: number };

/** A file format: how pages become parts of the file. */
export interface ExportFormat {
  head: string;
  page: (page: AppointmentPage) => string;
  foot: string;
}

export interface ExportProgress {
  /** Records written, unresolved ones included. */
  done: number;
  /** All matches, null where the service does not count. */
  total: number | null;
}

export interface ExportResult {
  /** The file in parts. */
  parts: string[];
  /** Records written, unresolved ones included. */
  done: number;
  /** Records that the service could not read. */
  unresolved: number;
  /** Matches that were counted but not received. */
  missing: number;
}

interface ExportOptions {
  format: ExportFormat;
  /** Pages that the screen has loaded already, from the first on. */
  known: readonly ExportPage[];
  loadPage: (cursor: string | null) => Promise<ExportPage>;
  onProgress: (progress: ExportProgress) => void;
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

const TRIES = 8;
const MAX_WAIT_MS = 60_000;

/**
 * Writes the whole result page by page into parts of a file. It starts with the loaded pages, keeps within the request
 * budget, and retries failures that may pass; no page is skipped.
 *
 * @throws what `loadPage` throws once retrying has not helped, an ApiError for a cursor that repeats an earlier one,
 * and the signal's reason when it is cancelled
 */
export async function writeExport(options: ExportOptions): Promise<ExportResult> {
  const { format, known, onProgress, sleep, signal } = options;
  const parts = [format.head];
  let done = 0;
  let unresolved = 0;
  // The total may change while the pages are read: bookings made meanwhile are not counted as missing.
  let counted = Number.POSITIVE_INFINITY;
  let excluded = 0;
  let loaded = 0;
  const loadPage = async (cursor: string | null) => {
    if (loaded >= pageRate.burst) await sleep(pageRate.refillMs, signal);
    signal.throwIfAborted();
    loaded += 1;
    return await loadWithRetries(options, cursor);
  };
  let last: ExportPage | null = null;
  for await (const page of walkPages(loadPage, { read: known })) {
    signal.throwIfAborted();
    parts.push(format.page(page));
    done += page.records.length + page.unresolvedIds.length;
    unresolved += page.unresolvedIds.length;
    counted = Math.min(counted, page.totalCount ?? 0);
    onProgress({ done, total: page.totalCount });
    excluded += page.excludedAtBounds ?? 0;
    last = page;
  }
  // A list whose cursors repeat never ends.
  if (last && last.nextCursor !== null) throw new ApiError({ kind: 'invalid', status: 200 });
  parts.push(format.foot);
  return { parts, done, unresolved, missing: Math.max(0, counted - excluded - done) };
}

async function loadWithRetries({ loadPage, sleep, signal }: ExportOptions, cursor: string | null): Promise<ExportPage> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await loadPage(cursor);
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error) || failures >= TRIES) throw error;
      const retryAfterMs = (asApiError(error)?.retryAfterSeconds ?? 0) * 1000;
      await sleep(Math.max(retryAfterMs, Math.min(1000 * 2 ** failures, MAX_WAIT_MS)), signal);
      signal.throwIfAborted();
    }
  }
}
