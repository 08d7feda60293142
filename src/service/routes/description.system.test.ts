import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { operations } from '#contract/operations.ts';
import { addDescriptionRoutes } from './openapi.ts';

const run = promisify(execFile);

test('Redocly’s recommended rules find nothing in the description', async () => {
  const app = new Hono();
  addDescriptionRoutes(app, operations);
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-description-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, await (await app.request('/openapi.json')).text());
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const args = [redocly, 'lint', '--extends', 'recommended', '--format', 'json', file];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  // It exits with 1 if it finds errors.
  const { stdout } = await run(process.execPath, args, { env }).catch((error: { stdout: string }) => error);
  const verdict = z.object({ totals: z.unknown(), problems: z.array(z.unknown()) }).parse(JSON.parse(stdout));
  expect(verdict.problems).toEqual([]);
  expect(verdict.totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});
