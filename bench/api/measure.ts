import { Client } from 'undici';

/** Sends a request over one persistent connection and resolves with the body. Rejects if the status is not 200. */
export type HttpClient = (
  path: string,
  options?: { method?: 'PATCH'; body?: unknown; headers?: Record<string, string> },
) => Promise<string>;

/** A client with a single persistent connection, whose cost is the same in every measurement. */
export function createHttpClient(port: number): HttpClient {
  const client = new Client(`http://127.0.0.1:${port}`, { headersTimeout: 0, bodyTimeout: 0 });
  return async (path, { method, body, headers = {} } = {}) => {
    const answer = await client.request({
      path,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      ...(body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`);
    return text;
  };
}

/** Sends one request; `nth` grows with every call, so that consecutive calls request different rows. */
export type Ask = (nth: number) => Promise<void>;

export interface Measured {
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

/** The quantile of unsorted numbers for a share. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Measures several candidates side by side with one request at a time: they take turns in short rounds, so that other
 * load on the machine affects all of them equally. The first round is a warm-up and not counted.
 */
export async function measureInTurns(
  ways: ReadonlyMap<string, Ask>,
  { rounds, each }: { rounds: number; each: number },
): Promise<Map<string, Measured>> {
  const latencies = new Map([...ways.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, ask] of ways) {
      for (let nth = 0; nth < each; nth += 1) {
        const startedAt = performance.now();
        await ask(round * each + nth);
        if (round > 0) latencies.get(name)?.push(performance.now() - startedAt);
      }
    }
  }
  return new Map([...latencies].map(([name, list]) => [name, { p50: quantile(list, 0.5), p95: quantile(list, 0.95) }]));
}

/** Formats rows as a Markdown table, with the first row as its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head ?? []), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join(
    '\n',
  );
}
