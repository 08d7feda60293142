import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { parseUrl } from '#contract/parse-url.ts';
import { isTimeZone } from '#contract/practice-setup.ts';
import { isLoopback } from '#gateway/access/addresses.ts';
import { SESSION_LENGTH_MS } from '#gateway/access/session-cookie.ts';
import { upstreamTimeouts } from '#gateway/upstream/connection.ts';
import { specifiedLimit } from '#gateway/upstream/request-budget.ts';
import { splitHosts } from '#service/db/postgres-socket.ts';
import { isDeliverable } from '#service/sending/email.ts';
import { parseWebhookKey } from '#service/sending/sms.ts';
import { UsageError } from './messages.ts';

/**
 * Describes the problem with a value, worded to follow the variable's name. It repeats the value, so it is not used for
 * values that may be secret.
 */
const mustBe = (expected: string) => (issue: { input: unknown }) => `is "${issue.input}", but must be ${expected}`;

function urlSchema(expected: string, ...protocols: string[]) {
  return z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), `must be ${expected}`);
}

const webAddressSchema = () => urlSchema('an address that begins with http:// or https://', 'http:', 'https:');

/**
 * The address at which clients open the public door. Without TLS, only an address of this machine is accepted, for
 * trials.
 */
const publicUrlSchema = () =>
  z
    .string()
    .refine(isPublicUrl, 'must be an address that begins with https://, without ? and #')
    .transform((text) => text.replace(/\/+$/, ''));

function isPublicUrl(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, hostname, search, hash } = url;
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && search === '' && hash === '';
}

const portNumberSchema = () =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) <= 65_535, {
      error: mustBe('a whole number from 0 to 65535 (0 chooses a free port)'),
    })
    .transform(Number);

const mailServerSchema = () =>
  z
    .string()
    .refine(
      (text) => /^smtps?:$/.test(parseUrl(text)?.protocol ?? '') && parseUrl(text)?.hostname !== '',
      'must be an address such as smtps://user:password@mail.example.com',
    )
    .refine(
      (text) => [...(parseUrl(text)?.searchParams.keys() ?? [])].every((name) => MAIL_OPTION.test(name)),
      'may only have the options requireTLS, name, authMethod and tls.… after the question mark',
    );

/**
 * Nodemailer's options that a mail server may need. Other options are refused, since some of them write addresses to
 * the log or share connections.
 */
const MAIL_OPTION = /^(?:requireTLS|name|authMethod|tls\.[A-Za-z]+)$/;

/** Parses `Practice Berg <desk@practice.example>`, or an address alone, for which the name is empty. */
function parseMailSender(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

const databaseAddressSchema = () =>
  z
    .string()
    .refine(
      isDatabaseAddress,
      'must be an address such as postgres://user:password@host:5432/name, or with several hosts host1:5432,host2:5432',
    );

function isDatabaseAddress(text: string): boolean {
  try {
    return splitHosts(text).every(({ protocol }) => /^postgres(?:ql)?:$/.test(protocol));
  } catch {
    return false;
  }
}

const HOUR_MS = 3_600_000;

/** Converts a number of hours or days such as `12h` or `7d` to milliseconds; NaN for anything else. */
export function parseDuration(text: string): number {
  const [, number, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? [];
  return Number(number) * (unit === 'd' ? 24 * HOUR_MS : HOUR_MS);
}

/**
 * The end of a duration such as `90d` from now, or of a day such as `2027-01-31` in the time zone, in epoch
 * milliseconds; NaN for anything else.
 */
export function parseExpiry(text: string, { now, timeZone }: { now: number; timeZone: string }): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return now + parseDuration(text);
  try {
    return Temporal.PlainDate.from(text).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return Number.NaN;
  }
}

const sessionLengthSchema = () =>
  z
    .string()
    .refine((text) => parseDuration(text) >= HOUR_MS && parseDuration(text) <= 90 * 24 * HOUR_MS, {
      error: mustBe('a number of hours or days such as 12h or 7d, from 1h to 90d'),
    })
    .transform(parseDuration);

function wholeNumberSchema(from: number, to: number, unit: string) {
  const error = mustBe(`a whole number of ${unit} from ${from} to ${to}`);
  return z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to, { error })
    .transform(Number);
}

/**
 * The maximum of a configured timeout, in seconds: shorter than the thirty seconds after which load balancers and service
 * managers give up.
 */
const MAX_TIMEOUT_S = 25;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const environmentSchema = z.object({
  PORT: portNumberSchema().default(4100),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_CACHE_MB: wholeNumberSchema(16, 2_048, 'MB').default(256),
  DATABASE_URL: databaseAddressSchema().optional(),
  DATABASE_LISTEN_URL: databaseAddressSchema().optional(),
  GATEWAY_DATABASE_URL: databaseAddressSchema().optional(),
  PRACTICE_API_URL: webAddressSchema().optional(),
  PRACTICE_API_KEY: z.string().optional(),
  PRACTICE_SYSTEM_URL: webAddressSchema().optional(),
  CALENDAR_LICENSE_KEY: z.string().optional(),
  ACCESS: z
    .enum(['shared', 'sign_in'], {
      error: mustBe('shared (one key for all desks, without signing in) or sign_in (each receptionist has a key)'),
    })
    .optional(),
  SESSION_SECRET: z.string().min(32, 'is too short; it must have at least 32 characters').optional(),
  SESSION_LENGTH: sessionLengthSchema().default(SESSION_LENGTH_MS),
  PRACTICE_API_READ_TIMEOUT: wholeNumberSchema(1, MAX_TIMEOUT_S, 'seconds').default(upstreamTimeouts.readMs / 1_000),
  PRACTICE_API_WRITE_TIMEOUT: wholeNumberSchema(1, MAX_TIMEOUT_S, 'seconds').default(upstreamTimeouts.writeMs / 1_000),
  PRACTICE_API_RATE_LIMIT: wholeNumberSchema(1, 100_000, 'requests a minute').default(specifiedLimit.requests),
  PUBLIC_ORIGIN: webAddressSchema().optional(),
  PUBLIC_PORT: portNumberSchema().optional(),
  PUBLIC_HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: publicUrlSchema().optional(),
  SMTP_URL: mailServerSchema().optional(),
  MAIL_FROM: z
    .string()
    .transform(parseMailSender)
    .refine(({ address }) => isDeliverable(address), {
      error:
        'must be an e-mail address such as desk@practice.example, or one with a name: Practice <desk@practice.example>',
    })
    .optional(),
  SMS_WEBHOOK_URL: webAddressSchema().optional(),
  SMS_WEBHOOK_SECRET: z
    .string()
    .refine(
      (text) => parseWebhookKey(text) !== null,
      'must be whsec_ followed by at least 16 bytes in base64, such as `openssl rand -base64 32` prints',
    )
    .transform(parseWebhookKey)
    .optional(),
  HOSTS: z.string().default(''),
  METRICS_TOKEN: z.string().optional(),
  PRESENCE: z
    .enum(['on', 'off'], { error: mustBe('on (desks see who else is booking or changing a visit) or off') })
    .default('on'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, { error: mustBe('the name of a time zone such as Europe/Paris') })
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: mustBe(`one of ${LOG_LEVELS.join(', ')}`) }).default('info'),
});

/**
 * Reads the configuration from environment variables. An empty variable counts as absent. Throws a single {@link
 * UsageError} that names every problem.
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const presentVariables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(presentVariables);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new UsageError(`${problems.join('; ')}. Correct or remove it where you set environment variables.`);
  }
  const { data } = parsed;
  if (data.PRACTICE_API_KEY !== undefined && data.PRACTICE_API_URL === undefined) {
    throw new UsageError(
      'PRACTICE_API_KEY is set without the address that it is for; set PRACTICE_API_URL, or remove the key to use the practice API that comes with Frontdesk',
    );
  }
  const hasSharedKey = data.PRACTICE_API_URL === undefined || data.PRACTICE_API_KEY !== undefined;
  const access = data.ACCESS ?? (data.PRACTICE_API_KEY === undefined ? 'sign_in' : 'shared');
  if (access === 'sign_in' && data.PRACTICE_API_KEY !== undefined) {
    throw new UsageError(
      'ACCESS=sign_in lets each receptionist use their own key, but PRACTICE_API_KEY is set, which all would share; remove one of the two',
    );
  }
  if (access === 'shared' && !hasSharedKey) {
    throw new UsageError('ACCESS=shared with PRACTICE_API_URL needs the shared key; set it in PRACTICE_API_KEY');
  }
  if (data.PUBLIC_PORT !== undefined && data.PRACTICE_API_URL !== undefined) {
    throw new UsageError(
      'PUBLIC_PORT opens the pages for clients, which are part of the practice API that comes with Frontdesk, but PRACTICE_API_URL names another one; remove one of the two',
    );
  }
  requireBothOrNeither(data, 'SMTP_URL', 'MAIL_FROM');
  requireBothOrNeither(data, 'SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET');
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, SMS_WEBHOOK_URL: webhookUrl, SMS_WEBHOOK_SECRET: key } = data;
  return {
    /** 0 means any free port. */
    port: data.PORT,
    host: data.HOST,
    /** The absolute path of the folder that contains all state. */
    dataDir: resolve(data.DATA_DIR),
    /** The page cache of the embedded database in MB. The default is enough for several years of a practice's data. */
    databaseCacheMb: data.DATABASE_CACHE_MB,
    /** The address of PostgreSQL, which replaces the embedded database; null for the embedded one. */
    databaseUrl: data.DATABASE_URL ?? null,
    /**
     * The address of the same PostgreSQL without the pooler, for the one session that listens to changes; null if
     * `databaseUrl` supports such sessions.
     */
    databaseListenUrl: data.DATABASE_LISTEN_URL ?? null,
    /** The PostgreSQL for the sessions that gateways share; null for a single gateway. */
    gatewayDatabaseUrl: data.GATEWAY_DATABASE_URL ?? data.DATABASE_URL ?? null,
    /**
     * The address of another implementation of the practice API, which replaces the embedded service; null if none
     * does.
     */
    practiceApiUrl: data.PRACTICE_API_URL ?? null,
    practiceApiKey: data.PRACTICE_API_KEY ?? null,
    /**
     * The page of the practice system where people can change what the practice API cannot change. `{id}` stands for
     * the id of an appointment.
     */
    practiceSystemUrl: data.PRACTICE_SYSTEM_URL ?? null,
    calendarLicenseKey: data.CALENDAR_LICENSE_KEY,
    /** The way in which people get access: with one key for all desks, or with keys of their own. */
    access,
    /** Whether the demo opens without signing in, provided that only this machine has access (`access.ts`). */
    opensDemo: data.ACCESS === undefined && data.PRACTICE_API_URL === undefined,
    /** Whether the configuration explicitly says that all desks share one key, rather than only providing one. */
    sharedOnPurpose: data.ACCESS === 'shared',
    sessionSecret: data.SESSION_SECRET ?? null,
    /** The time for which a person stays signed in, in milliseconds. */
    sessionLifetimeMs: data.SESSION_LENGTH,
    /** The time limits of one read and of one write at the practice API, in milliseconds. */
    timeouts: { readMs: data.PRACTICE_API_READ_TIMEOUT * 1_000, writeMs: data.PRACTICE_API_WRITE_TIMEOUT * 1_000 },
    /** The practice API's rate limit per key. */
    limit: { ...specifiedLimit, requests: data.PRACTICE_API_RATE_LIMIT },
    /** The address that browsers use if there is a reverse proxy; null if there is none. */
    publicOrigin: data.PUBLIC_ORIGIN ?? null,
    /** The port of the public door, which serves the pages for clients; 0 for any free port, null for no door. */
    publicPort: data.PUBLIC_PORT ?? null,
    publicHost: data.PUBLIC_HOST,
    /**
     * The address at which clients reach the public door, without a trailing slash; null if it is not set, so that
     * messages contain no links.
     */
    publicUrl: data.PUBLIC_URL ?? null,
    /** The mail server for messages to clients, and their sender; null if e-mail is not set up. */
    email: smtpUrl === undefined || from === undefined ? null : { url: smtpUrl, from },
    /** The webhook that sends SMS to clients, and the key of its signature; null if SMS is not set up. */
    sms: webhookUrl === undefined || key === undefined || key === null ? null : { url: webhookUrl, key },
    /** Additional host names for this machine. */
    hosts: data.HOSTS.split(/[\s,]+/).filter((name) => name !== ''),
    /** The token with which a monitor on another machine can read the metrics; null if none is set. */
    metricsToken: data.METRICS_TOKEN ?? null,
    /** Whether desks see what others are booking or changing. */
    presence: data.PRESENCE === 'on',
    /** The time zone of stores for which none is set. */
    timeZone: data.TIME_ZONE ?? null,
    logLevel: data.LOG_LEVEL,
  };
}

/** Throws if two variables need each other and only one of them is set. */
function requireBothOrNeither<Name extends string>(data: Partial<Record<Name, unknown>>, one: Name, other: Name): void {
  const [present, absent] = data[one] === undefined ? [other, one] : [one, other];
  if (data[present] !== undefined && data[absent] === undefined)
    throw new UsageError(`${present} is set without ${absent}; set both, or remove it`);
}

export type Config = ReturnType<typeof readConfig>;

/** Reads the configuration. The `port` option takes precedence if given. */
export type LoadConfig = (chosen?: { port?: number }) => Config;

/** The time zone in which dates that a person types are read. */
export const defaultTimeZone = ({ timeZone }: Config) => timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Parses the value of an option; throws commander's `InvalidArgumentError` if it is not a whole number. */
export function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
