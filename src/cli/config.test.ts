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
});
