// The embedded PostgreSQL in a thread of its own. Plain JavaScript, since Node runs it as it is: from the sources in
// development and tests, and beside the bundle after a build. It speaks the PostgreSQL wire protocol over the message port.
import { closeSync, fdatasyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';

/** Requests of the start-up phase, which have a code in place of a type byte; both ask for encryption and are refused. */
const ENCRYPTION_REQUESTS = [80877103, 80877104];
const REFUSED = Uint8Array.of(0x4e);
const TERMINATE = 0x58;
const COMMAND_COMPLETE = 0x43;
const READY_FOR_QUERY = 0x5a;
const IDLE = 0x49;
const CHANGES = /^(?:COMMIT|INSERT|UPDATE|DELETE|MERGE)\b/;

if (parentPort === null) throw new Error('pglite-worker runs as a worker thread only');
const port = parentPort;
/** @type {{ dataDir: string, archive: Uint8Array<ArrayBuffer> | null }} */
const { dataDir, archive } = workerData;
const onDisk = !dataDir.startsWith('memory://');
if (onDisk) mkdirSync(dirname(dataDir), { recursive: true, mode: 0o700 });

const database = await PGlite.create({
  dataDir,
  extensions: { btree_gin },
  ...(archive === null ? {} : { loadDataDir: new Blob([archive]) }),
  // Twice the usual buffers: a practice of some years then fits, rows with their records and all.
  startParams: [...PGlite.defaultStartParams, '-c', 'timezone=UTC', '-c', 'jit=off', '-c', 'shared_buffers=256MB'],
});

const walSync = onDisk ? createWalSync(dataDir) : null;
let started = false;
/** @type {Buffer} */
let received = Buffer.alloc(0);

/** The next whole message that was received, null when there is none yet. @returns {Buffer | null} */
function takeMessage() {
  const head = started ? 1 : 0;
  if (received.length < head + 4) return null;
  const length = head + received.readInt32BE(head);
  if (received.length < length) return null;
  const message = received.subarray(0, length);
  received = received.subarray(length);
  return message;
}

/** @param {Buffer} message @returns {Uint8Array} */
function execute(message) {
  if (!started) {
    if (ENCRYPTION_REQUESTS.includes(message.readInt32BE(4))) return REFUSED;
    started = true;
  } else if (message[0] === TERMINATE) {
    started = false;
    return new Uint8Array();
  }
  return database.execProtocolRawSync(message);
}

/** Runs every whole message received so far and answers them together. @param {Uint8Array} data */
function receive(data) {
  received = received.length === 0 ? Buffer.from(data) : Buffer.concat([received, data]);
  const replies = [];
  for (let message = takeMessage(); message !== null; message = takeMessage()) {
    // The reply lies in memory that the next message overwrites.
    replies.push(Uint8Array.from(execute(message)));
  }
  const reply = Buffer.concat(replies);
  walSync?.observe(reply);
  if (reply.length > 0) port.postMessage({ kind: 'data', data: reply });
}

port.on('message', async (/** @type {{ kind: string, data?: Uint8Array }} */ message) => {
  switch (message.kind) {
    case 'data':
      if (message.data !== undefined) receive(message.data);
      break;
    case 'archive': {
      const file = await database.dumpDataDir('gzip');
      port.postMessage({ kind: 'archive', data: new Uint8Array(await file.arrayBuffer()) });
      break;
    }
    case 'close':
      await database.close();
      port.postMessage({ kind: 'closed' });
      port.close();
  }
});
port.postMessage({ kind: 'open' });

/**
 * Makes commits outlast a power cut: the embedded PostgreSQL writes its log through files that it cannot flush itself.
 * `observe` is shown every reply before it goes out, and flushes the log when one ends a change.
 *
 * @param {string} dataDir
 * @returns {{ observe(reply: Buffer): void }}
 */
function createWalSync(dataDir) {
  const folder = join(dataDir, 'pg_wal');
  let changed = false;
  let flushedAt = 0;

  function flush() {
    const since = flushedAt - 1_000;
    flushedAt = Date.now();
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      const state = statSync(file);
      if (!state.isFile() || state.mtimeMs < since) continue;
      const descriptor = openSync(file, 'r+');
      fdatasyncSync(descriptor);
      closeSync(descriptor);
    }
  }

  return {
    observe(reply) {
      for (let at = 0; at + 5 <= reply.length; at += 1 + reply.readInt32BE(at + 1)) {
        const type = reply[at];
        if (type === COMMAND_COMPLETE) {
          changed ||= CHANGES.test(reply.toString('latin1', at + 5, at + 14));
        } else if (type === READY_FOR_QUERY && reply[at + 5] === IDLE && changed) {
          changed = false;
          flush();
        }
      }
    },
  };
}
