// The embedded PostgreSQL in a worker thread. It speaks the PostgreSQL wire protocol over the message port. This file is plain
// JavaScript because Node runs it unchanged: from the sources in development and tests, and beside the bundle after a build.
import { closeSync, constants, cpSync, fdatasyncSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';

/** Requests of the start-up phase, which have a code instead of a type byte. Both ask for encryption and are refused. */
const ENCRYPTION_REQUESTS = [80877103, 80877104];
const REFUSAL = Uint8Array.of(0x4e);
const TERMINATE = 0x58;
const COMMAND_COMPLETE = 0x43;
const READY_FOR_QUERY = 0x5a;
const ERROR_RESPONSE = 0x45;
const QUERY = 0x51;
const SYNC = 0x53;
const COPY_RESPONSES = [0x47, 0x48, 0x57];
const IDLE = 0x49;
const CHANGE_COMMANDS = /^(?:COMMIT|INSERT|UPDATE|DELETE|MERGE)\b/;

if (parentPort === null) throw new Error('pglite-worker runs as a worker thread only');
const port = parentPort;
/**
 * `archive` is the file from which a database in memory is loaded; null for none.
 * @type {{ dataDir: string, archive: string | null, cacheMb: number }}
 */
const { dataDir, archive, cacheMb } = workerData;
const onDisk = !dataDir.startsWith('memory://');

const database = await PGlite.create({
  dataDir,
  extensions: { btree_gin },
  ...(archive === null ? {} : { loadDataDir: new Blob([readFileSync(archive)]) }),
  startParams: [
    ...PGlite.defaultStartParams,
    ...['-c', 'timezone=UTC', '-c', 'jit=off', '-c', `shared_buffers=${cacheMb}MB`],
  ],
});

const walSync = onDisk ? createWalSync(dataDir) : null;
let isStarted = false;
/** @type {Buffer} */
let receivedBytes = Buffer.alloc(0);

/** The next complete message; null if none has arrived yet. @returns {Buffer | null} */
function takeMessage() {
  const head = isStarted ? 1 : 0;
  if (receivedBytes.length < head + 4) return null;
  const length = head + receivedBytes.readInt32BE(head);
  if (receivedBytes.length < length) return null;
  const message = receivedBytes.subarray(0, length);
  receivedBytes = receivedBytes.subarray(length);
  return message;
}

/** @param {Buffer} message @returns {Uint8Array} */
function execute(message) {
  if (!isStarted) {
    if (ENCRYPTION_REQUESTS.includes(message.readInt32BE(4))) return REFUSAL;
    isStarted = true;
    return database.execProtocolRawSync(message);
  }
  if (message[0] === TERMINATE) {
    isStarted = false;
    return new Uint8Array();
  }
  // `onRawData` takes the replies, because PGlite would otherwise parse them all and store them as long as it runs. All
  // replies are available when the call returns: its promise only reports a failure, which ends this thread.
  /** @type {Buffer[]} */
  const replies = [];
  void database.execProtocolRawStream(message, {
    syncToFs: false,
    onRawData: (reply) => void replies.push(Buffer.from(reply)),
  });
  return Buffer.concat(replies);
}

/**
 * Throws unless the server is ready for the next query after this reply. A server that met a fatal error, such as no space
 * for its log, continues in this thread as if nothing had happened, so the thread must end. @param {Buffer} reply
 */
function checkAlive(reply) {
  let last = 0;
  let problem = 'it met a failure that it cannot survive';
  for (let at = 0; at + 5 <= reply.length; at += 1 + reply.readInt32BE(at + 1)) {
    last = reply[at] ?? 0;
    if (last !== ERROR_RESPONSE) continue;
    const fields = reply.toString('utf8', at + 5, at + 1 + reply.readInt32BE(at + 1)).split('\0');
    problem = fields.find((field) => field.startsWith('M'))?.slice(1) ?? problem;
  }
  if (last === READY_FOR_QUERY || COPY_RESPONSES.includes(last)) return;
  const code = /no space left/i.test(problem) ? 'ENOSPC' : /i\/o error/i.test(problem) ? 'EIO' : 'PANIC';
  throw Object.assign(new Error(problem), { code });
}

/** Executes every complete message received so far and answers them together. @param {Uint8Array} data */
function executeReceived(data) {
  receivedBytes = receivedBytes.length === 0 ? Buffer.from(data) : Buffer.concat([receivedBytes, data]);
  const replies = [];
  for (let message = takeMessage(); message !== null; message = takeMessage()) {
    const reply = Buffer.from(execute(message));
    if (message[0] === QUERY || message[0] === SYNC) checkAlive(reply);
    replies.push(reply);
  }
  const reply = Buffer.concat(replies);
  walSync?.observe(reply);
  port.postMessage({ kind: 'done', data: reply });
}

port.on('message', async (/** @type {{ kind: string, data?: Uint8Array, to?: string }} */ message) => {
  switch (message.kind) {
    case 'data':
      if (message.data !== undefined) executeReceived(message.data);
      break;
    case 'copy': {
      // Nothing is written during the copy, so its files are as they would be after a crash at this moment. A database
      // recovers from them as it does after a crash.
      const options = { recursive: true, mode: constants.COPYFILE_FICLONE };
      let problem = null;
      try {
        if (message.to !== undefined) cpSync(dataDir, message.to, options);
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      port.postMessage({ kind: 'copied', problem });
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
 * Makes commits survive a power failure: the embedded PostgreSQL writes its log through files that it cannot flush itself.
 * `observe` receives every reply before it is sent, and flushes the log if the reply confirms a change.
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
          changed ||= CHANGE_COMMANDS.test(reply.toString('latin1', at + 5, at + 14));
        } else if (type === READY_FOR_QUERY && reply[at + 5] === IDLE && changed) {
          changed = false;
          flush();
        }
      }
    },
  };
}
