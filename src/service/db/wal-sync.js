import { closeSync, fdatasyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const COMMAND_COMPLETE = 0x43;
const READY_FOR_QUERY = 0x5a;
const IDLE = 0x49;
const CHANGES = /^(?:COMMIT|INSERT|UPDATE|DELETE|MERGE)\b/;

/**
 * Makes commits outlast a power cut: the embedded PostgreSQL writes its log through files that it cannot flush itself.
 * `observe` is shown every reply before it goes out, and flushes the log when one ends a change.
 *
 * @param {string} dataDir
 * @returns {{ observe(reply: Buffer): void }}
 */
export function createWalSync(dataDir) {
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
