import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface HttpClient {
  /** One request over the one connection. Rejects when the status is not 200. */
  ask(path: string, options?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
  close(): void;
}

/** A client with a single kept connection, as light as Node allows: what it costs is in every figure alike. */
export function createHttpClient(port: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: (path, { method, body, headers = {} } = {}) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const outgoing = request(
          {
            agent,
            port,
            host: '127.0.0.1',
            path,
            method: method ?? (text === undefined ? 'GET' : 'POST'),
            headers:
              text === undefined
                ? headers
                : { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
          },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.on('error', reject);
            incoming.on('end', () => {
              const answer = { status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
              if (answer.status === 200) resolve(answer);
              else reject(new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 500)}`));
            });
          },
        );
        outgoing.on('error', reject);
        outgoing.end(text);
      }),
    close: () => agent.destroy(),
  };
}
