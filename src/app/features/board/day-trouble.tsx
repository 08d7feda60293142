import { TriangleAlert } from 'lucide-react';
import { asApiError } from '#app/api/api-error.ts';

interface DayTroubleProps {
  error: unknown;
  /** Whether a part of the day is there. */
  partly: boolean;
  /** How many appointments are known to be missing; 0 where nobody can say. */
  missing: number;
  busy: boolean;
  onRetry: () => void;
}

/** Says in human words why something could not be loaded. */
export function reasonOf(error: unknown): string {
  const api = asApiError(error);
  if (!api) return 'Something unexpected went wrong.';
  if (api.kind === 'network') return 'The desk cannot be reached: no network, or the program is not running.';
  if (api.kind === 'invalid') return 'The answer made no sense.';
  return api.suggestion ?? `The service answered with status ${api.status}.`;
}

/** Said in place when the day, or some pages of it, could not be loaded: what is not there is unknown, not free. */
export function DayTrouble({ error, partly, missing, busy, onRetry }: DayTroubleProps) {
  const id = asApiError(error)?.errorInstanceId;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warn-soft px-3 py-2 text-sm text-ink">
      <TriangleAlert aria-hidden="true" size={16} className="shrink-0 text-warn" />
      <p className="min-w-0 grow">
        <strong className="font-semibold">
          {partly
            ? `Part of the day could not be loaded: don’t book from this screen. ${missing > 0 ? `${missing} appointments are missing; hatched` : 'Hatched'} time may be taken.`
            : 'This day could not be loaded: don’t book from this screen.'}
        </strong>{' '}
        {reasonOf(error)}
        {id ? <span className="text-muted"> Error id {id}</span> : null}
      </p>
      <button
        type="button"
        disabled={busy}
        onClick={onRetry}
        className="h-7 rounded-md border border-line-strong bg-surface px-2.5 text-xs font-medium hover:bg-sunken disabled:opacity-60"
      >
        Try again
      </button>
    </div>
  );
}
