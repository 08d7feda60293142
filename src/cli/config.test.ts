import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseExpiry, readConfig } from './config.ts';

describe('readConfig', () => {
  test('an empty environment uses the embedded database on loopback', () => {
    expect(readConfig({})).toMatchObject({
      port: 4100,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseCacheMb: 256,
      databaseUrl: null,
      practiceApiUrl: null,
      gatewayDatabaseUrl: null,
      sessionLifetimeMs: 7 * 24 * 3_600_000,
      timeouts: { readMs: 10_000, writeMs: 20_000 },
      limit: { requests: 100, windowMs: 60_000 },
    });
  });

  test.each([
    [{}, 'sign_in'],
    [{ DATABASE_URL: 'postgres://a/practice' }, 'sign_in'],
    [{ PRACTICE_API_URL: 'https://vendor.example' }, 'sign_in'],
    [{ PRACTICE_API_URL: 'https://vendor.example', PRACTICE_API_KEY: 'key' }, 'shared'],
    [{ ACCESS: 'shared' }, 'shared'],
    [{ ACCESS: 'sign_in' }, 'sign_in'],
  ])('%o sets the access to %s', (environment, access) => {
    expect(readConfig(environment).access).toBe(access);
  });

  test('gateways share the PostgreSQL of the practice API unless they have their own', () => {
    const [practice, gateways] = ['postgres://a/practice', 'postgres://b/gateways'];
    expect(readConfig({ DATABASE_URL: practice }).gatewayDatabaseUrl).toBe(practice);
    expect(readConfig({ DATABASE_URL: practice, GATEWAY_DATABASE_URL: gateways })).toMatchObject({
      databaseUrl: practice,
      gatewayDatabaseUrl: gateways,
    });
  });

  test('changes are received at the address of the database, or at a separate address that bypasses a pooler', () => {
    const [pooler, direct] = ['postgres://pooler/practice', 'postgres://a,b/practice'];
    expect(readConfig({ DATABASE_URL: direct }).databaseListenUrl).toBeNull();
    expect(readConfig({ DATABASE_URL: pooler, DATABASE_LISTEN_URL: direct })).toMatchObject({
      databaseUrl: pooler,
      databaseListenUrl: direct,
    });
    expect(() => readConfig({ DATABASE_LISTEN_URL: 'http://a' })).toThrow(/DATABASE_LISTEN_URL must be/);
  });

  test('PostgreSQL may have several hosts, and none may be empty', () => {
    const url = 'postgresql://me:a%40b@one:5432,two:5433/desk?sslmode=verify-full';
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    expect(() => readConfig({ DATABASE_URL: 'postgres://me@one:5432,:5433/desk' })).toThrow('DATABASE_URL must be');
    expect(() => readConfig({ DATABASE_URL: 'postgres://me@one:x,two/desk' })).toThrow('DATABASE_URL must be');
  });

  test('durations, timeouts and limits are numbers with a unit', () => {
    const environment = {
      SESSION_LENGTH: '12h',
      PRACTICE_API_READ_TIMEOUT: '5',
      PRACTICE_API_WRITE_TIMEOUT: '25',
      PRACTICE_API_RATE_LIMIT: '600',
      DATABASE_CACHE_MB: '64',
    };
    expect(readConfig(environment)).toMatchObject({
      sessionLifetimeMs: 12 * 3_600_000,
      timeouts: { readMs: 5_000, writeMs: 25_000 },
      limit: { requests: 600, windowMs: 60_000 },
      databaseCacheMb: 64,
    });
  });

  test('desks see each other unless presence is off', () => {
    expect([{}, { PRESENCE: 'off' }].map((given) => readConfig(given).presence)).toEqual([true, false]);
  });

  test('the public door is closed unless it has a port, and its address needs no slash', () => {
    expect(readConfig({})).toMatchObject({ publicPort: null, publicHost: '127.0.0.1', publicUrl: null });
    const environment = { PUBLIC_PORT: '0', PUBLIC_HOST: '::1', PUBLIC_URL: 'https://vets.example/clients/' };
    expect(readConfig(environment)).toMatchObject({
      publicPort: 0,
      publicHost: '::1',
      publicUrl: 'https://vets.example/clients',
    });
    expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:4101' }).publicUrl).toBe('http://127.0.0.1:4101');
  });

  test('messages leave by a mail server, and by a webhook with its secret', () => {
    const key = Buffer.alloc(32, 'key');
    const environment = {
      SMTP_URL: 'smtps://practice:p%40ss@mail.example?tls.rejectUnauthorized=false&name=vets',
      MAIL_FROM: '"Berg, Vets" <desk@practice.example>',
      SMS_WEBHOOK_URL: 'http://sms:8080/send',
      SMS_WEBHOOK_SECRET: `whsec_${key.toString('base64')}`,
    };
    expect(readConfig(environment)).toMatchObject({
      email: { url: environment.SMTP_URL, from: { name: 'Berg, Vets', address: 'desk@practice.example' } },
      sms: { url: environment.SMS_WEBHOOK_URL, key },
    });
    expect(readConfig({ ...environment, MAIL_FROM: 'desk@practice.example' }).email?.from).toEqual({
      name: '',
      address: 'desk@practice.example',
    });
    expect(readConfig({})).toMatchObject({ email: null, sms: null });
  });

  test('an empty variable counts as absent', () => {
    expect(readConfig({ PRACTICE_API_KEY: '', PORT: '' })).toMatchObject({ practiceApiKey: null, port: 4100 });
  });

  test('every error is reported at the same time', () => {
    const faulty = {
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      PRACTICE_API_URL: 'vendor.example',
      PRACTICE_SYSTEM_URL: 'javascript:alert(1)',
      TIME_ZONE: 'Mars/Base',
      SESSION_SECRET: 'short',
    };
    const read = () => readConfig(faulty);
    for (const name of Object.keys(faulty)) expect(read).toThrow(name);
  });

  test.each([
    [{ PORT: 'x' }, 'PORT is "x", but must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT is "70000", but must be a whole number from 0 to 65535'],
    [{ PUBLIC_PORT: '-1' }, 'PUBLIC_PORT is "-1", but must be a whole number from 0 to 65535'],
    [{ PUBLIC_URL: 'http://vets.example' }, 'PUBLIC_URL must be an address that begins with https://'],
    [{ PUBLIC_URL: 'https://vets.example/?a' }, 'PUBLIC_URL must be an address that begins with https://'],
    [{ PUBLIC_PORT: '1', PRACTICE_API_URL: 'http://x', PRACTICE_API_KEY: 'hidden' }, 'remove one of the two'],
    [{ ACCESS: 'open' }, 'ACCESS is "open", but must be shared (one key for all desks'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud", but must be one of fatal, error, warn, info, debug, trace, silent'],
    [{ TIME_ZONE: 'Mars/Base' }, 'TIME_ZONE is "Mars/Base", but must be the name of a time zone such as Europe/Paris'],
    [
      { SESSION_LENGTH: 'a week' },
      'SESSION_LENGTH is "a week", but must be a number of hours or days such as 12h or 7d',
    ],
    [{ PRESENCE: 'no' }, 'PRESENCE is "no", but must be on'],
    [{ SESSION_LENGTH: '100d' }, 'SESSION_LENGTH is "100d", but must be'],
    [{ SESSION_LENGTH: '0h' }, 'SESSION_LENGTH is "0h", but must be'],
    [
      { PRACTICE_API_READ_TIMEOUT: '0' },
      'PRACTICE_API_READ_TIMEOUT is "0", but must be a whole number of seconds from 1 to 25',
    ],
    [
      { PRACTICE_API_WRITE_TIMEOUT: '2.5' },
      'PRACTICE_API_WRITE_TIMEOUT is "2.5", but must be a whole number of seconds',
    ],
    [
      { PRACTICE_API_RATE_LIMIT: '100/s' },
      'PRACTICE_API_RATE_LIMIT is "100/s", but must be a whole number of requests a minute',
    ],
    [{ DATABASE_CACHE_MB: '8' }, 'DATABASE_CACHE_MB is "8", but must be a whole number of MB from 16 to 2048'],
    [{ PRACTICE_API_URL: 'vendor' }, 'PRACTICE_API_URL must be an address that begins with http:// or https://'],
    [{ DATABASE_URL: 'mysql://me:hidden@x' }, 'DATABASE_URL must be an address such as postgres://'],
    [{ ACCESS: 'sign_in', PRACTICE_API_URL: 'http://x', PRACTICE_API_KEY: 'hidden' }, 'remove one of the two'],
    [{ ACCESS: 'shared', PRACTICE_API_URL: 'http://x' }, 'set it in PRACTICE_API_KEY'],
    [{ SMTP_URL: 'https://me:hidden@x', MAIL_FROM: 'a@b.c' }, 'SMTP_URL must be an address such as smtps://'],
    [{ SMTP_URL: 'smtp:///hidden', MAIL_FROM: 'a@b.c' }, 'SMTP_URL must be an address such as smtps://'],
    [{ SMTP_URL: 'smtp://x?logger=true', MAIL_FROM: 'a@b.c' }, 'SMTP_URL may only have the options requireTLS,'],
    [{ SMTP_URL: 'smtp://me:hidden@x' }, 'SMTP_URL is set without MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.c' }, 'MAIL_FROM is set without SMTP_URL'],
    [{ SMTP_URL: 'smtp://x', MAIL_FROM: 'practice' }, 'MAIL_FROM must be an e-mail address such as'],
    [{ SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.c, d@e.f' }, 'MAIL_FROM must be an e-mail address such as'],
    [{ SMS_WEBHOOK_URL: 'http://x/hidden' }, 'SMS_WEBHOOK_URL is set without SMS_WEBHOOK_SECRET'],
    [{ SMS_WEBHOOK_URL: 'ftp://x', SMS_WEBHOOK_SECRET: 'a'.repeat(44) }, 'SMS_WEBHOOK_URL must be an address'],
    [{ SMS_WEBHOOK_URL: 'http://x', SMS_WEBHOOK_SECRET: 'hidden!' }, 'SMS_WEBHOOK_SECRET must be whsec_'],
    [{ PRACTICE_API_KEY: 'hidden' }, 'set PRACTICE_API_URL, or remove the key'],
  ])('%o is reported in plain words', (environment, words) => {
    expect(() => readConfig(environment)).toThrow(words);
    expect(() => readConfig(environment)).not.toThrow(/hidden|expected|invalid/i);
  });
});

test.each([
  ['90d', 'Europe/Paris', '2026-06-25T12:00:00.000Z'],
  ['12h', 'Europe/Paris', '2026-03-28T00:00:00.000Z'],
  // The last day ends when the clocks go forward in the time zone.
  ['2026-03-28', 'Europe/Paris', '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Paris', '2026-03-29T22:00:00.000Z'],
  ['2026-12-31', 'America/New_York', '2027-01-01T05:00:00.000Z'],
])('"%s" (in %s) ends at %s', (text, timeZone, end) => {
  const now = Date.parse('2026-03-27T12:00:00Z');
  expect(new Date(parseExpiry(text, { now, timeZone })).toISOString()).toBe(end);
});

test.each(['', 'soon', '90', '90 days', '2026-02-30', '2026-13-01', '2026-3-1'])('"%s" has no valid end', (text) => {
  expect(parseExpiry(text, { now: 0, timeZone: 'UTC' })).toBeNaN();
});
