import { mergeConfig } from 'vitest/config';
import everyday from './vite.config.ts';

/** `npm run test:long`: the unit and service tests, whose heavy proofs run many rounds (`src/testing/rounds.ts`). */
export default mergeConfig(everyday, { test: { env: { FRONTDESK_TEST_LONG: '1' }, testTimeout: 600_000 } });
