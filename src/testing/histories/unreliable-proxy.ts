import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '#service/demo/random.ts';

/** The outcome of a request; `late`: the sender has given up when it arrives. */
type Outcome = 'answered' | 'slow' | 'never sent' | 'answer lost' | 'late';

const outcomes: readonly (readonly [Outcome, number])[] = [
  ['answered', 80],
  ['slow', 8],
  ['answer lost', 6],
  ['late', 3],
  ['never sent', 3],
];

/**
 * A network in front of several servers that alternates between them, and loses, delays and drops messages depending on the
 * seed.
 */
export interface UnreliableProxy {
  readonly url: string;
  /** Whether faults are active; otherwise it passes everything on. */
  isUnreliable: boolean;
  close(): Promise<void>;
}

export async function createUnreliableProxy(targets: readonly string[], random: Random): Promise<UnreliableProxy> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const underWay = new Set<Promise<void>>();

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const outcome = proxy.isUnreliable ? random.weighted(outcomes) : 'answered';
    const delay = random.integer(20, outcome === 'late' ? 1_500 : 500);
    turn += 1;
    const target = targets[turn % targets.length] ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    if (outcome === 'never sent' || outcome === 'late') outgoing.destroy();
    if (outcome === 'never sent') return;
    if (outcome === 'late') await pause(delay);
    const answer = await forward(target, incoming, Buffer.concat(chunks));
    if (outcome === 'slow') await pause(delay);
    if (answer === null || outcome === 'answer lost') outgoing.destroy();
    if (answer === null || outgoing.destroyed) return;
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.end(answer.body);
  }

  async function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
    try {
      const sent = request(new URL(url ?? '/', target), { method, headers, agent });
      sent.end(body);
      const [answer]: IncomingMessage[] = await once(sent, 'response');
      if (answer === undefined) return null;
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      return { status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(chunks) };
    } catch {
      return null;
    }
  }

  const server = createServer((incoming, outgoing) => {
    // The sender has disconnected in the meantime.
    const passed = pass(incoming, outgoing).catch(() => void outgoing.destroy());
    underWay.add(passed);
    void passed.then(() => underWay.delete(passed));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const proxy: UnreliableProxy = {
    url: `http://127.0.0.1:${address.port}`,
    isUnreliable: false,
    async close() {
      await Promise.all(underWay);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
  return proxy;
}
