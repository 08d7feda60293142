import { Client } from 'undici';

/** Asks over one kept connection and resolves with the body. Rejects when the status is not 200. */
export type HttpClient = (
  path: string,
  options?: { method?: 'PATCH'; body?: unknown; headers?: Record<string, string> },
) => Promise<string>;

/** A client with a single kept connection: what it costs is in every figure alike. */
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

/** One way to ask one thing; `nth` grows with every call, so that no two ask for the same rows in a row. */
export type Ask = (nth: number) => Promise<void>;

export interface Measured {
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

/** Of numbers in any order, the one that such a share of them does not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Measures several ways side by side, at one request at a time: they take turns in short rounds, so that what else the machine
 * does meets all of them alike. The first round warms up and is not counted.
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

/** Lays out rows as a Markdown table, the first row as its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head ?? []), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join(
    '\n',
  );
}
