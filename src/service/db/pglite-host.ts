import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';

type WorkerMessage = { kind: 'open' | 'closed' } | { kind: 'data' | 'archive'; data: Uint8Array };

/** The embedded PostgreSQL, running in a worker thread so that no query ever blocks this one. */
export interface PgliteHost {
  /** A connection in the wire protocol, for a driver that takes a socket. One at a time. */
  connect(): Duplex;
  /** The whole data folder as a compressed archive. */
  archive(): Promise<Uint8Array>;
  /** Shuts the database down cleanly and ends the thread. */
  close(): Promise<void>;
}

/**
 * Opens (creates) the embedded database in `dataDir`, or in memory for `memory://`; `archive` fills an empty folder.
 * The caller holds the data folder's lock: two openings of one folder destroy it.
 */
export async function startPglite(options: { dataDir: string; archive?: Uint8Array }): Promise<PgliteHost> {
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), {
    workerData: { dataDir: options.dataDir, archive: options.archive ?? null },
  });
  let failure: Error | null = null;
  let socket: Duplex | null = null;
  const waiting = new Map<WorkerMessage['kind'], { resolve(data: Uint8Array): void; reject(error: Error): void }>();

  function fail(error: Error) {
    failure ??= error;
    socket?.destroy(failure);
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  }
  worker.on('error', (error) => fail(new Error('the embedded database stopped', { cause: error })));
  worker.on('exit', () => fail(new Error('the embedded database is closed')));
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'data') {
      const { buffer, byteOffset, byteLength } = message.data;
      socket?.push(Buffer.from(buffer, byteOffset, byteLength));
      return;
    }
    waiting.get(message.kind)?.resolve(message.kind === 'archive' ? message.data : new Uint8Array());
    waiting.delete(message.kind);
  });

  function reply(kind: WorkerMessage['kind']): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (failure === null) waiting.set(kind, { resolve, reject });
      else reject(failure);
    });
  }

  await reply('open');
  return {
    connect() {
      const connection = new Duplex({
        read() {},
        write(data: Buffer, _encoding, done) {
          worker.postMessage({ kind: 'data', data });
          done(failure);
        },
        final(done) {
          done();
          connection.destroy();
        },
      });
      socket = connection;
      // The driver asks this of a socket before it says goodbye.
      return Object.assign(connection, { readyState: 'open' });
    },
    archive() {
      const data = reply('archive');
      worker.postMessage({ kind: 'archive' });
      return data;
    },
    async close() {
      if (failure !== null) return;
      const closed = reply('closed');
      worker.postMessage({ kind: 'close' });
      await closed;
      await new Promise((resolve) => worker.once('exit', resolve));
    },
  };
}
