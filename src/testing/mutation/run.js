import { readdirSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

const gatewayTests = ['boards', 'extensions', 'faults', 'gateway', 'request-log'].map(
  (name) => `src/gateway/${name}.test.ts`,
);

/** @type {Record<string, { mutate: string[], tests: string[] }>} */
const areas = {
  domain: { mutate: ['src/service/domain/*.ts'], tests: ['src/service/domain'] },
  booking: {
    mutate: ['src/app/features/booking/create/submit-booking.ts'],
    tests: ['src/app/features/booking/create'],
  },
  upstream: {
    mutate: ['src/gateway/upstream/*.ts'],
    tests: ['src/gateway/upstream', 'src/gateway/events', 'src/gateway/presence', ...gatewayTests],
  },
  changes: {
    mutate: ['src/app/features/change/{changes,field-changes}.ts', 'src/app/features/change/together/*.ts'],
    tests: ['src/app/features/change'],
  },
  scheduling: {
    mutate: ['src/app/scheduling/*.ts'],
    tests: ['src/app/scheduling', 'src/app/api', 'src/app/desk', 'src/app/features', 'src/app/typed'],
  },
  contract: {
    mutate: ['src/contract/*.ts'],
    // With those of the code that asks it: what it describes is shown by what is read and refused.
    tests: [
      'src/contract',
      'src/app/scheduling',
      'src/service/domain',
      'src/app/api',
      ...['booking', 'change', 'duty', 'live', 'plan', 'practice'].map((feature) => `src/app/features/${feature}`),
      ...['vocabulary', 'plan-import', 'plan-shifts', 'plan-visits'].map((name) => `src/import/${name}.test.ts`),
      'src/testing/practice-in-memory.test.ts',
      'src/gateway/access/session.test.ts',
      'src/gateway/access/setup.test.ts',
      'src/gateway/events',
      'src/gateway/presence',
      'src/gateway/upstream/capabilities.test.ts',
      ...gatewayTests,
    ],
  },
};

/** @param {string[]} places files and folders */
const testsIn = (places) =>
  places.flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(place, { recursive: true, encoding: 'utf8' })
          .filter((path) => /(?<!\.(?:browser|long))\.test\.ts$/.test(path))
          .map((path) => join(place, path))
          .sort(),
  );

const reports = 'node_modules/.cache/mutation';
setPriority(15);
const wanted = process.argv.slice(2);
for (const name of wanted.length === 0 ? Object.keys(areas) : wanted) {
  const area = areas[name];
  if (area === undefined) throw new Error(`The areas are ${Object.keys(areas).join(', ')}.`);
  process.env['MUTATION_TESTS'] = testsIn(area.tests).join(' ');
  await new Stryker({
    mutate: [...area.mutate, '!**/*.test.ts'],
    testRunner: 'one-thread',
    ignorers: ['texts'],
    plugins: [join(process.cwd(), 'src/testing/mutation/test-runner.js')],
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    incremental: true,
    incrementalFile: join(reports, `${name}.incremental.json`),
    reporters: ['clear-text', 'json', 'html'],
    jsonReporter: { fileName: join(reports, `${name}.json`) },
    htmlReporter: { fileName: join(reports, `${name}.html`) },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
    ignorePatterns: ['.ci', 'bench', 'data', 'deploy', 'dist', 'docs', 'public', 'test-results'],
    tempDirName: join(tmpdir(), 'frontdesk-mutation'),
    // Stryker would read it with an interface that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    concurrency: 1,
    timeoutMS: 3000,
    timeoutFactor: 6,
  }).runMutationTest();
}
