/**
 * The key's request limit as reported by a response, in milliseconds from its arrival; null where it is not reported.
 */
export interface RateLimit {
  readonly remaining: number | null;
  readonly resetMs: number | null;
  readonly retryAfterMs: number | null;
}

/** Longer times are treated as errors of the practice API. */
const MAX_RESET_MS = 10 * 60_000;
/** Larger values are epoch seconds, as some APIs send in `X-RateLimit-Reset`. */
const EPOCH_SECONDS = 1_000_000_000;

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3: seconds or a date), the `RateLimit` field of the IETF draft in its
 * structured form (`"default";r=50;t=30`) and its older one (`limit=100, remaining=50, reset=30`), and the separate
 * `RateLimit-*` and `X-RateLimit-*` fields. What cannot be read says nothing. `now` is in epoch milliseconds.
 */
export function readRateLimit(header: (name: string) => string | null, now: number): RateLimit {
  const field = longestPolicy(header('ratelimit') ?? '');
  const remaining =
    parameter(field, 'r') ??
    parameter(field, 'remaining') ??
    numberOf(header('ratelimit-remaining') ?? header('x-ratelimit-remaining'));
  const reset =
    parameter(field, 't') ??
    parameter(field, 'reset') ??
    numberOf(header('ratelimit-reset') ?? header('x-ratelimit-reset'));
  const retryAfterMs = readRetryAfter(header('retry-after'), header('date'), now);
  return { remaining, resetMs: msFromSeconds(reset, now), retryAfterMs };
}

/** Of several policies in the structured form, such as one a second and one a minute, that of the longest window. */
function longestPolicy(field: string): string {
  if (!field.includes(';')) return field;
  const policies = field.split(',');
  return policies.reduce((a, b) => ((parameter(b, 't') ?? -1) > (parameter(a, 't') ?? -1) ? b : a));
}

function readRetryAfter(text: string | null, date: string | null, now: number): number | null {
  if (text === null) return null;
  const after = numberOf(text);
  if (after !== null) return msFromSeconds(after, now);
  const until = /\bGMT$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return null;
  // A date is in the practice API's clock, which its own Date header shows.
  const sent = Date.parse(date ?? '');
  return clamp(until - (Number.isNaN(sent) ? now : sent));
}

function parameter(field: string, name: string): number | null {
  const match = new RegExp(`(?:^|[;,\\s])${name}=(\\d+)`).exec(field);
  return match === null ? null : Number(match[1]);
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text)) : null;
}

function msFromSeconds(value: number | null, now: number): number | null {
  if (value === null) return null;
  return clamp(value > EPOCH_SECONDS ? value * 1_000 - now : value * 1_000);
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, 0), MAX_RESET_MS);
}
