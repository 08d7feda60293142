import { BroadcastChannel } from 'node:worker_threads';
import { startTests, type VitestRunner, type VitestRunnerConfig } from '@vitest/runner';
import fc from 'fast-check';
import { test, vi } from 'vitest';
import '#testing/in-english.ts';
import type { Answered, Asked } from './test-runner.js';

type Task = Parameters<NonNullable<VitestRunner['onBeforeRunTask']>>[0];
interface Mutants {
  activeMutant?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: unknown;
}
interface ModuleNode {
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
}
declare const __vitest_worker__: {
  config: VitestRunnerConfig;
  evaluatedModules: { idToModuleMap: Map<string, ModuleNode> };
};

const mutants: Mutants = {};
Reflect.set(globalThis, '__stryker__', mutants);

// A mutant is killed by the same examples each time, and by the first: no smaller one is looked for.
fc.configureGlobal({ seed: 1, endOnFailure: true });

/** What is loaded before any test stays; the rest is evaluated anew for each mutant. */
const stays = new Set(__vitest_worker__.evaluatedModules.idToModuleMap.keys());

const nameOf = (task: Task): string => {
  const names = [task.name];
  for (let { suite } = task; suite; suite = suite.suite) names.unshift(suite.name);
  return names.join(' ').trim();
};

async function run({ mutant, hitLimit, testTimeout, files }: Asked): Promise<Omit<Answered, 'isStuck'>> {
  for (const [id, node] of __vitest_worker__.evaluatedModules.idToModuleMap)
    if (!stays.has(id)) Object.assign(node, { promise: undefined, exports: undefined, evaluated: false });
  Object.assign(mutants, { activeMutant: mutant, hitCount: mutant === undefined ? undefined : 0, hitLimit });
  const tests: Answered['tests'] = [];
  const wanted = new Map(files.map(({ path, names }) => [path, names && new Set(names)]));
  const hasFailed = () => mutant !== undefined && tests.some(({ failure }) => failure !== null);
  const runner: VitestRunner = {
    config: { ...__vitest_worker__.config, setupFiles: [], testTimeout, hookTimeout: testTimeout },
    importFile: (path) => import(/* @vite-ignore */ path),
    onBeforeRunTask(task) {
      const names = wanted.get(task.file.filepath);
      if (hasFailed() || (names && !names.has(nameOf(task)))) task.mode = 'skip';
      else if (mutant === undefined) mutants.currentTestId = `${task.file.filepath}#${nameOf(task)}`;
    },
    onBeforeTryTask: () => void vi.restoreAllMocks(),
    onAfterRunTask({ file: { filepath: path }, ...task }) {
      mutants.currentTestId = undefined;
      if (task.result?.state !== 'pass' && task.result?.state !== 'fail') return;
      const failure = task.result.state === 'pass' ? null : (task.result.errors?.[0]?.message ?? 'failed');
      tests.push({
        path,
        name: nameOf({ ...task, file: { filepath: path } } as Task),
        milliseconds: task.result.duration ?? 0,
        failure,
      });
    },
  };
  for (const { path } of files) {
    if (hasFailed()) break;
    const [file] = await startTests([path], runner);
    const error = file?.result?.errors?.[0];
    // A file that cannot be loaded, or a hook that fails.
    if (file?.result?.state === 'fail' && !tests.some((one) => one.path === path && one.failure !== null))
      tests.push({
        path,
        name: wanted.get(path)?.values().next().value ?? '',
        milliseconds: 0,
        failure: error?.message ?? 'failed',
      });
  }
  return { tests, hits: mutants.hitCount ?? 0, coverage: mutants.mutantCoverage };
}

// Not in a test: there Vitest lets no others be named.
const channel = new BroadcastChannel('mutants');
await new Promise<void>((resolve) => {
  channel.onmessage = async (message) => {
    const { data } = message as { data: { asked: Asked | null } };
    if (data.asked === null) return resolve();
    const answered = await run(data.asked);
    const failed = answered.tests.find(({ failure }) => failure !== null);
    const again =
      failed && data.asked.mutant !== undefined
        ? await run({
            ...data.asked,
            mutant: 'none',
            hitLimit: undefined,
            files: [{ path: failed.path, names: [failed.name] }],
          })
        : null;
    const isStuck = again?.tests.some(({ failure }) => failure !== null) ?? false;
    channel.postMessage({ answered: { ...answered, isStuck } });
  };
  channel.postMessage({ isReady: true });
});
channel.close();
test('all mutants are through', () => undefined);
