import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  test('an empty environment is the embedded default on loopback', () => {
    expect(readConfig({})).toMatchObject({
      port: 4100,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: null,
      practiceApiUrl: null,
    });
  });

  test('an empty variable is an absent one', () => {
    expect(readConfig({ PRACTICE_API_KEY: '', PORT: '' })).toMatchObject({ practiceApiKey: null, port: 4100 });
  });

  test('every fault is named at once', () => {
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
    [{ ACCESS: 'open' }, 'ACCESS is "open", but must be shared (one key for all desks'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud", but must be one of fatal, error, warn, info, debug, trace, silent'],
    [{ TIME_ZONE: 'Mars/Base' }, 'TIME_ZONE is "Mars/Base", but must be the name of a time zone such as Europe/Paris'],
    [{ PRACTICE_API_URL: 'vendor' }, 'PRACTICE_API_URL must be an address that begins with http:// or https://'],
    [{ DATABASE_URL: 'mysql://me:hidden@x' }, 'DATABASE_URL must be an address such as postgres://'],
    [{ ACCESS: 'sign_in', PRACTICE_API_URL: 'http://x', PRACTICE_API_KEY: 'hidden' }, 'remove one of the two'],
    [{ ACCESS: 'shared', PRACTICE_API_URL: 'http://x' }, 'set it in PRACTICE_API_KEY'],
  ])('%o is told in plain words', (environment, words) => {
    expect(() => readConfig(environment)).toThrow(words);
    expect(() => readConfig(environment)).not.toThrow(/hidden|expected|invalid/i);
  });
});
