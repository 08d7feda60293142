import type { AnswerLimits } from '#gateway/upstream/answer.ts';

/** What an answer announces about the key's request limit, in milliseconds from now; null where it says nothing. */
export interface AnnouncedLimits {
  readonly remaining: number | null;
  readonly resetMs: number | null;
  readonly retryAfterMs: number | null;
}

/** Longer announcements are taken for a mistake of the upstream. */
const LONGEST_MS = 10 * 60_000;
/** Seconds above this are a moment since 1970, as some APIs send in `X-RateLimit-Reset`. */
const EPOCH_SECONDS = 1_000_000_000;

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3: seconds or a date), the `RateLimit` field of the IETF draft in its
 * structured form (`"default";r=50;t=30`) and its older one (`limit=100, remaining=50, reset=30`), and the separate
 * `RateLimit-*` and `X-RateLimit-*` fields. What cannot be read says nothing. `now` is in epoch milliseconds.
 */
export function announcedLimits(limits: AnswerLimits, now: number): AnnouncedLimits {
  const field = longestPolicy(limits.rateLimit ?? '');
  const remaining = parameter(field, 'r') ?? parameter(field, 'remaining') ?? count(limits.rateLimitRemaining);
  const reset = parameter(field, 't') ?? parameter(field, 'reset') ?? count(limits.rateLimitReset);
  return { remaining, resetMs: seconds(reset, now), retryAfterMs: retryAfter(limits, now) };
}

/** Of several policies in the structured form, such as one a second and one a minute, that of the longest window. */
function longestPolicy(field: string): string {
  if (!field.includes(';')) return field;
  const policies = field.split(',');
  return policies.reduce((a, b) => ((parameter(b, 't') ?? -1) > (parameter(a, 't') ?? -1) ? b : a));
}

function retryAfter({ retryAfter: text, date }: AnswerLimits, now: number): number | null {
  if (text === null) return null;
  const after = count(text);
  if (after !== null) return seconds(after, now);
  const until = /\bGMT$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return null;
  // A date is in the upstream's clock, which its own Date header shows.
  const sent = Date.parse(date ?? '');
  return bounded(until - (Number.isNaN(sent) ? now : sent));
}

function parameter(field: string, name: string): number | null {
  const match = new RegExp(`(?:^|[;,\\s])${name}=(\\d+)`).exec(field);
  return match === null ? null : Number(match[1]);
}

function count(text: string | null): number | null {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text)) : null;
}

function seconds(value: number | null, now: number): number | null {
  if (value === null) return null;
  return bounded(value > EPOCH_SECONDS ? value * 1_000 - now : value * 1_000);
}

function bounded(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_MS);
}
