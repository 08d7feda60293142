import { setTimeout as pause } from 'node:timers/promises';
import { type ControlChannel, findControlChannel } from './control-channel.ts';
import { type DataDirLock, dataDirHolder, lockDataDir } from './data-dir-lock.ts';
import { CommandFailure } from './failure.ts';

/** How long a holder that answers on no control channel (one that starts, stops, or runs one command) is waited for. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

export type Claim = { lock: DataDirLock; running?: never } | { running: ControlChannel; lock?: never };

/**
 * Takes a data folder for this process, or finds the running product that has it.
 * Throws a {@link CommandFailure} when another process keeps it without answering.
 */
export async function claimDataDir(dataDir: string): Promise<Claim> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const lock = lockDataDir(dataDir);
    if (lock !== null) return { lock };
    const running = await findControlChannel(dataDir);
    if (running !== null) return { running };
    if (waited >= PATIENCE_MS) throw inUse(dataDir);
    await pause(PAUSE_MS);
  }
}

/** The refusal to open a data folder that another process has open. */
export function inUse(dataDir: string): CommandFailure {
  const holder = dataDirHolder(dataDir);
  const who = holder === null ? 'Another Frontdesk' : `Another Frontdesk (process ${holder})`;
  return new CommandFailure(`${who} is using ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`);
}
