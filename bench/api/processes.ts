import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { cpus } from 'node:os';

const pinner = 'taskset';

/** Goes before a command, to run it on the core of what is measured; the load has the last one, see bench/run.js. */
export const measuredCorePrefix: readonly string[] =
  process.env['BENCH_PINNED'] === undefined ? [] : [pinner, '-c', '0'];

/** Gives this process all cores again, for what is measured inside of it. */
export function releaseCore(): void {
  if (measuredCorePrefix.length === 0) return;
  spawnSync(pinner, ['-a', '-c', '-p', `0-${cpus().length - 1}`, String(process.pid)]);
}

/** A port of the loopback that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(address)));
    });
  });
}

export interface StartedProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a node program on the measured core and resolves when it answers at `readyUrl` with any status. */
export async function startNode(
  args: readonly string[],
  options: { env: Record<string, string>; cwd?: string; readyUrl: string; patienceMs?: number },
): Promise<StartedProcess> {
  const [command = process.execPath, ...rest] = [...measuredCorePrefix, process.execPath, ...args];
  const child: ChildProcess = spawn(command, rest, {
    env: { ...process.env, NODE_ENV: 'production', ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + (options.patienceMs ?? 120_000);
  for (;;) {
    const answered = await fetch(options.readyUrl).then(
      async (response) => {
        await response.arrayBuffer();
        return true;
      },
      () => false,
    );
    if (answered) break;
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Error(`${args.join(' ')} did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', end);
      child.kill();
      await ended;
    },
  };
}
