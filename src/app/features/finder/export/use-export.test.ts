import { describe, expect, test } from 'vitest';
import { createExportJobs, type ExportJob } from './use-export.ts';
import type { ExportResult } from './write-export.ts';

describe('the exports of a window', () => {
  const result: ExportResult = { parts: ['x'], done: 1, unresolved: 0, missing: 0 };
  function harness() {
    const events: string[] = [];
    const jobs = createExportJobs({
      save: (parts, as) => events.push(`saved ${as} ${parts.join('')}`),
      onSaved: (_result, { owner }) => events.push(`events ${owner}`),
      onUnseenFailure: (_error, { owner }) => events.push(`failed ${owner}`),
    });
    const job = (owner: string, run: ExportJob['run']): ExportJob => ({
      ...{ as: 'csv', owner, total: 3, withoutNames: false, reload: false, run },
      request: { kind: 'list', query: { companyId: owner } },
    });
    return { events, jobs, job };
  }

  test('go on while no screen shows them, and report their end', async () => {
    const { events, jobs, job } = harness();
    const leave = jobs.subscribe(() => {});
    let finish: (ended: ExportResult) => void = () => {};
    const ended = new Promise<ExportResult>((resolve) => {
      finish = resolve;
    });
    const running = jobs.start(job('a', () => ended));
    expect(jobs.state()).toMatchObject({ kind: 'running', done: 0, total: 3 });
    leave();
    await jobs.start(job('b', async () => result));
    finish(result);
    await running;
    expect(events).toEqual(['saved csv x', 'events a']);
    expect(jobs.state()).toEqual({ kind: 'idle' });
  });

  test('are tried again as they were requested', async () => {
    const { events, jobs, job } = harness();
    let tries = 0;
    await jobs.start(
      job('a', async ({ request }) => {
        tries += 1;
        if (tries === 1) throw new Error('gone');
        expect(request).toEqual({ kind: 'list', query: { companyId: 'a' } });
        return result;
      }),
    );
    expect(events).toEqual(['failed a']);
    const failed = jobs.state();
    if (failed.kind !== 'failed') throw new Error('it did not fail');
    await jobs.start(failed.job);
    expect(events).toEqual(['failed a', 'saved csv x', 'events a']);
  });

  test('that are cancelled save nothing and say nothing more', async () => {
    const { events, jobs, job } = harness();
    const running = jobs.start(
      job('a', async (_job, onProgress, signal) => {
        jobs.cancel();
        onProgress({ done: 1, total: 3 });
        expect(signal.aborted).toBe(true);
        return result;
      }),
    );
    await running;
    expect(events).toEqual([]);
    expect(jobs.state()).toEqual({ kind: 'idle' });
  });
});
