import { resolve } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { declareClassPlugin, declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { createVitest } from 'vitest/node';

/**
 * What the thread is asked for. `mutant`: the one to activate; undefined to note which the tests reach. `hitLimit`: how often it may
 * be reached before it counts as one that never ends. `testTimeout`: how long each test may take, in milliseconds. `files`: those of the tests, with the names of the tests to run; without
 * names all.
 * @typedef {{ mutant: string | undefined, hitLimit: number | undefined, testTimeout: number,
 *   files: readonly { path: string, names?: readonly string[] }[] }} Asked
 */

/**
 * `isStuck`: whether the test that failed fails without the mutant, too.
 * @typedef {{ tests: { path: string, name: string, milliseconds: number, failure: string | null }[], hits: number,
 *   coverage: unknown, isStuck: boolean }} Answered
 */

const files = (process.env['MUTATION_TESTS'] ?? '').split(' ');

/**
 * Runs tests in one thread that stays. A thread for each mutant, which Stryker's own runner for Vitest starts, takes ten times as
 * long.
 */
class OneThread {
  /** @type {import('vitest/node').Vitest | undefined} */
  #vitest;
  #channel = new BroadcastChannel('mutants');

  capabilities() {
    // The tests' modules are evaluated anew each time.
    return { reloadEnvironment: true };
  }

  /** @returns {Promise<{ isReady?: true, answered: Answered }>} */
  #next() {
    return new Promise((resolve) => {
      this.#channel.onmessage = (message) => resolve(/** @type {any} */ (message).data);
    });
  }

  /** @param {Asked} asked */
  async #ask(asked) {
    const next = this.#next();
    this.#channel.postMessage({ asked });
    const { answered } = await next;
    const tests = answered.tests.map(({ path, name, milliseconds, failure }) => {
      const common = { id: `${path}#${name}`, name, timeSpentMs: milliseconds, fileName: path };
      return failure === null
        ? { ...common, status: /** @type {const} */ (TestStatus.Success) }
        : { ...common, status: /** @type {const} */ (TestStatus.Failed), failureMessage: failure };
    });
    return { ...answered, result: { status: /** @type {const} */ (DryRunStatus.Complete), tests } };
  }

  async init() {
    this.#vitest = await createVitest('test', {
      config: 'src/testing/mutation/vitest.config.ts',
      watch: false,
      reporters: [{}],
    });
    const next = this.#next();
    void this.#vitest.start();
    await next;
  }

  async dryRun() {
    const { result, coverage } = await this.#ask({
      mutant: undefined,
      hitLimit: undefined,
      testTimeout: 60_000,
      files: files.map((path) => ({ path: resolve(path) })),
    });
    return { ...result, mutantCoverage: /** @type {any} */ (coverage) };
  }

  /** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
  async mutantRun({ activeMutant, testFilter, hitLimit, timeout }) {
    /** @type {Map<string, string[]>} */
    const names = new Map();
    for (const id of testFilter ?? []) {
      const at = id.indexOf('#');
      names.set(id.slice(0, at), [...(names.get(id.slice(0, at)) ?? []), id.slice(at + 1)]);
    }
    const { result, hits, isStuck } = await this.#ask({
      mutant: activeMutant.id,
      hitLimit,
      // Before Stryker ends the process, which takes seconds to begin anew.
      testTimeout: timeout / 3,
      files: testFilter
        ? [...names].map(([path, names]) => ({ path, names }))
        : files.map((path) => ({ path: resolve(path) })),
    });
    // Thrown, it makes Stryker begin anew with another process.
    if (isStuck) throw new Error(`Mutant ${activeMutant.id} left something behind that makes a test fail without it.`);
    if (result.tests.length === 0) throw new Error(`No test of mutant ${activeMutant.id} ran.`);
    return toMutantRunResult(determineHitLimitReached(hits, hitLimit) ?? result);
  }

  async dispose() {
    this.#channel.postMessage({ asked: null });
    this.#channel.close();
    await this.#vitest?.close();
  }
}

/** @type {import('@stryker-mutator/api/ignore').Ignorer} */
const texts = {
  shouldIgnore(path) {
    const { node } = /** @type {{ node: { type: string, callee?: { name?: string }, tag?: { name?: string } } }} */ (
      path
    );
    const isText =
      (node.type === 'CallExpression' && macros.has(node.callee?.name ?? '')) ||
      (node.type === 'TaggedTemplateExpression' && macros.has(node.tag?.name ?? ''));
    return isText ? 'The macros of texts take plain arguments only.' : undefined;
  },
};
const macros = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal']);

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'one-thread', OneThread),
  declareValuePlugin(PluginKind.Ignore, 'texts', texts),
];
