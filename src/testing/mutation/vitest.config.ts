import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { languages } from '../../app/language/languages.build.ts';

/** One file that runs the tests of one mutant after the other, for as long as it is asked to. */
export default defineConfig({
  plugins: [react(), ...languages()],
  test: {
    include: ['src/testing/mutation/tests-of-mutants.ts'],
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 0,
  },
});
