import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Lists at the end of a run the tests that failed first and passed on a retry, which happens only in CI. */
export class RetriedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = modules.flatMap((module) => [...module.children.allTests()]).filter(isFlaky);
    if (retried.length === 0) return;
    const lines = retried.map((test) => `  ${test.module.relativeModuleId} > ${test.fullName}`);
    process.stdout.write(`\nFailed first, passed when retried (mend or drop them):\n${lines.join('\n')}\n`);
  }
}

const isFlaky = (test: TestCase) => test.diagnostic()?.flaky === true;
