import { spawnSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';
import everyday from '../../vite.config.ts';

const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0;
if (!hasPgbouncer)
  process.stdout.write('PgBouncer is not installed here: left out is src/service/db/pgbouncer.long.test.ts\n');

/**
 * `npm run test:long`: the unit and service tests, whose heavy proofs run many rounds (`src/testing/rounds.ts`), and the files
 * `*.long.test.ts`, which `npm test` does not run.
 */
const { test } = everyday;
export default defineConfig({
  ...everyday,
  test: {
    ...test,
    env: { FRONTDESK_TEST_LONG: '1' },
    testTimeout: 600_000,
    exclude: ['src/**/*.browser.test.tsx', ...(hasPgbouncer ? [] : ['src/**/pgbouncer.long.test.ts'])],
  },
});
