import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { importLimits } from '#contract/practice-import.ts';
import { CommandError, type CommandOutput } from './messages.ts';

const addressSchema = z.object({ url: z.url(), token: z.string() });
/** The maximum size of a command's options in bytes; the options with a part of an import are the longest. */
const MAX_OPTIONS = importLimits.bytes + 64 * 1024;
const addressFilePath = (dataDir: string) => join(dataDir, 'control.json');

const lineSchema = z.union([
  z.strictObject({ print: z.string() }),
  z.strictObject({ log: z.string() }),
  z.strictObject({ failed: z.string(), exitCode: z.int().optional() }),
  z.strictObject({ done: z.literal(true) }),
]);
type OutputLine = z.infer<typeof lineSchema>;

/**
 * Lets the `frontdesk` command work while this process has the database open. PGlite must never be opened twice, so the
 * command runs in this process, and its output is streamed back as lines of JSON. The channel listens on loopback on a
 * free port; the address and a token are in a file of the data folder that only the user can read.
 */
export async function openControlChannel(options: {
  dataDir: string;
  run(command: string, commandOptions: unknown, output: CommandOutput): Promise<void>;
}): Promise<{ close(): void }> {
  const token = randomBytes(32).toString('base64url');
  const app = new Hono();
  app.use(bearerAuth({ token }), bodyLimit({ maxSize: MAX_OPTIONS }));
  app.get('/', (context) => context.body(null, 204));
  app.post('/commands/:name', async (context) => {
    const commandOptions: unknown = await context.req.json();
    return stream(context, async (out) => {
      const write = (line: OutputLine) => void out.write(`${JSON.stringify(line)}\n`);
      try {
        await options.run(context.req.param('name'), commandOptions, {
          print: (text) => write({ print: text }),
          log: (text) => write({ log: text }),
        });
        await out.write(`${JSON.stringify({ done: true })}\n`);
      } catch (error) {
        const failed = error instanceof Error ? error.message : String(error);
        const exitCode = error instanceof CommandError ? error.exitCode : undefined;
        await out.write(`${JSON.stringify({ failed, exitCode } satisfies OutputLine)}\n`);
      }
    });
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const starting = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => resolve(starting));
    starting.once('error', reject);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  const file = addressFilePath(options.dataDir);
  writeFileSync(`${file}.new`, JSON.stringify({ url: `http://127.0.0.1:${port}/`, token }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return {
    close() {
      rmSync(file, { force: true });
      server.close();
    },
  };
}

/** The control channel of another process. */
export interface ControlChannel {
  run(command: string, commandOptions: unknown, output: CommandOutput): Promise<void>;
}

/** Finds the control channel of the process that uses a data folder; null if none responds. */
export async function findControlChannel(dataDir: string): Promise<ControlChannel | null> {
  let address: z.infer<typeof addressSchema>;
  try {
    address = addressSchema.parse(JSON.parse(readFileSync(addressFilePath(dataDir), 'utf8')));
    const authorization = `Bearer ${address.token}`;
    const response = await fetch(address.url, { headers: { authorization }, signal: AbortSignal.timeout(5_000) });
    if (response.status !== 204) return null;
  } catch {
    return null;
  }
  return {
    async run(command, commandOptions, output) {
      let response: Response;
      try {
        response = await fetch(new URL(`commands/${encodeURIComponent(command)}`, address.url), {
          method: 'POST',
          headers: { authorization: `Bearer ${address.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(commandOptions),
        });
      } catch {
        throw connectionLostError();
      }
      if (!response.ok || response.body === null)
        throw new CommandError(`the running Frontdesk answered ${response.status}`);
      for await (const text of readLines(response.body)) {
        const line = lineSchema.parse(JSON.parse(text));
        if ('print' in line) output.print(line.print);
        else if ('log' in line) output.log(line.log);
        else if ('failed' in line) throw new CommandError(line.failed, line.exitCode);
        else return;
      }
      throw connectionLostError();
    },
  };
}

function connectionLostError(): CommandError {
  return new CommandError(
    'the running Frontdesk stopped before the command was done, perhaps unexpectedly. Everything done so far is kept: start Frontdesk again, check that it runs, and run the command again',
  );
}

async function* readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let pending = '';
  try {
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const lines = (pending + text).split('\n');
      pending = lines.pop() ?? '';
      yield* lines;
    }
  } catch {
    // A killed process breaks the connection in the middle of the body.
    throw connectionLostError();
  }
}
