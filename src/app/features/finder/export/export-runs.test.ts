import { describe, expect, test } from 'vitest';
import { createExportRuns, type ExportJob } from './export-runs.ts';
import type { ExportResult } from './run-export.ts';

describe('the exports of a window', () => {
  const result: ExportResult = { parts: ['x'], done: 1, unresolved: 0, missing: 0 };
  function harness() {
    const told: string[] = [];
    const runs = createExportRuns({
      save: (parts, as) => told.push(`saved ${as} ${parts.join('')}`),
      onSaved: (_result, { owner }) => told.push(`told ${owner}`),
      onUnseenFailure: (_error, { owner }) => told.push(`failed ${owner}`),
    });
    const job = (owner: string, run: ExportJob['run']): ExportJob => ({
      ...{ as: 'csv', owner, total: 3, withoutNames: false, afresh: false, run },
      request: { kind: 'list', query: { q: owner } },
    });
    return { told, runs, job };
  }

  test('go on while nobody looks, and tell their end', async () => {
    const { told, runs, job } = harness();
    const leave = runs.subscribe(() => {});
    let finish: (ended: ExportResult) => void = () => {};
    const ended = new Promise<ExportResult>((resolve) => {
      finish = resolve;
    });
    const running = runs.start(job('a', () => ended));
    expect(runs.state()).toMatchObject({ kind: 'running', done: 0, total: 3 });
    leave();
    await runs.start(job('b', async () => result));
    finish(result);
    await running;
    expect(told).toEqual(['saved csv x', 'told a']);
    expect(runs.state()).toEqual({ kind: 'idle' });
  });

  test('are tried again as they were asked for', async () => {
    const { told, runs, job } = harness();
    let tries = 0;
    await runs.start(
      job('a', async ({ request }) => {
        tries += 1;
        if (tries === 1) throw new Error('gone');
        expect(request).toEqual({ kind: 'list', query: { q: 'a' } });
        return result;
      }),
    );
    expect(told).toEqual(['failed a']);
    const failed = runs.state();
    if (failed.kind !== 'failed') throw new Error('it did not fail');
    await runs.start(failed.job);
    expect(told).toEqual(['failed a', 'saved csv x', 'told a']);
  });

  test('that are called off save nothing and say nothing more', async () => {
    const { told, runs, job } = harness();
    const running = runs.start(
      job('a', async (_job, onProgress, signal) => {
        runs.cancel();
        onProgress({ done: 1, total: 3 });
        expect(signal.aborted).toBe(true);
        return result;
      }),
    );
    await running;
    expect(told).toEqual([]);
    expect(runs.state()).toEqual({ kind: 'idle' });
  });
});
