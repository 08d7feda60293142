import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);

/** Serves in a separate process with one pending request, sends it signals, and returns how it ended. */
async function stop(
  where: 'request' | 'close' | 'nowhere',
  signals: readonly NodeJS.Signals[],
  stopLimitMs: number,
  host = '127.0.0.1',
) {
  const program = require.resolve('#testing/serve-and-hang.js');
  const child = spawn(process.execPath, [program, where, String(stopLimitMs), host], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const stderr = text(child.stderr);
  const lines = createInterface({ input: child.stdout });
  const [ready] = await once(lines, 'line');
  const underWay = (async () => {
    for await (const [line] of on(lines, 'line')) if (line === 'asked') return;
  })();
  const pending = fetch(String(ready).replace(/^.* /, ''));
  await underWay;
  // The pending request fails when the process exits.
  if (where === 'request') pending.catch(() => undefined);
  else await pending;
  const from = performance.now();
  for (const signal of signals) child.kill(signal);
  const [code] = await exited;
  return { code, output: await stderr, afterMs: performance.now() - from };
}

test.each(['request', 'close'] as const)('when stopping hangs in a %s, the process exits in time', async (where) => {
  const { code, output, afterMs } = await stop(where, ['SIGTERM'], 700);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('stopping took too long') });
  expect(afterMs).toBeGreaterThan(600);
});

test('stops silently if nothing hangs', async () => {
  expect(await stop('nowhere', ['SIGTERM'], 60_000)).toMatchObject({ code: 0, output: '' });
});

test('a server that the network can reach warns that keys are sent unencrypted', async () => {
  const { code, output } = await stop('nowhere', ['SIGTERM'], 60_000, '0.0.0.0');
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^Keys [^\n]+ unencrypted[^\n]+docs\/deploy\.md\.\n$/),
  });
});

test('a second signal stops the process immediately', async () => {
  expect(await stop('close', ['SIGTERM', 'SIGINT'], 60_000)).toMatchObject({ code: 1, output: '' });
});
