import { asksToWait } from '#app/api/api-error.ts';
import { waitOf } from '#app/api/failures.tsx';
import { sleep } from '#app/browser/sleep.ts';
import type { ImportRecords } from '#contract/practice-import.ts';
import type { ReceivedImportedRecords } from '#contract/received-practice.ts';

export type Send = (part: ImportRecords, signal: AbortSignal) => Promise<ReceivedImportedRecords>;

/** How far the sending of records is, and what holds it up. */
export interface SendingState {
  /** `waiting` goes on by itself; `stopping` ends with the part under way; `stopped` and `failed` go on when told to. */
  phase: 'going' | 'waiting' | 'stopping' | 'stopped' | 'failed';
  /** Why it waits or failed. */
  error: unknown;
  done: number;
  all: number;
  /** As it went so far; null while that tells nothing. */
  secondsLeft: number | null;
}

/** What it waits where the practice system does not say how long, in seconds. */
const USUAL_WAIT = 5;
/** Before this time nothing is said of the time left, in milliseconds. */
const TELLING_MS = 1500;

interface SendingOptions {
  /** How a part is sent now: the screen that it is sent from may be another after a pause. */
  send: () => Send;
  all: number;
  signal: AbortSignal;
  onChange: (state: SendingState) => void;
}

/**
 * Sends the parts of an import one after the other. A part whose sending failed is sent again when a person says so, or by itself
 * after a wait that the practice system asks for.
 */
export function createSending({ send, all, signal, onChange }: SendingOptions) {
  let state: SendingState = { phase: 'going', error: null, done: 0, all, secondsLeft: null };
  /** The time that parts took, without pauses. */
  let spent = 0;
  let goOn: (() => void) | null = null;
  let endWait: (() => void) | null = null;

  function set(next: Partial<SendingState>): void {
    state = { ...state, ...next };
    onChange(state);
  }

  async function pause(next: Partial<SendingState>): Promise<void> {
    set(next);
    await new Promise<void>((resolve, reject) => {
      goOn = resolve;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    goOn = null;
    set({ phase: 'going', error: null });
  }

  async function wait(seconds: number): Promise<void> {
    const over = new AbortController();
    endWait = () => over.abort();
    await sleep(seconds * 1000, AbortSignal.any([signal, over.signal]));
    endWait = null;
  }

  async function sendPart(part: ImportRecords): Promise<ReceivedImportedRecords> {
    for (;;) {
      signal.throwIfAborted();
      if (state.phase === 'stopping') await pause({ phase: 'stopped' });
      const begun = performance.now();
      try {
        const answer = await send()(part, signal);
        spent += performance.now() - begun;
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!asksToWait(error)) await pause({ phase: 'failed', error });
        else {
          if (state.phase !== 'stopping') set({ phase: 'waiting', error });
          await wait(waitOf(error) ?? USUAL_WAIT);
          if (state.phase === 'waiting') set({ phase: 'going', error: null });
        }
      }
    }
  }

  return {
    send: sendPart,
    progress(done: number): void {
      const left = done > 0 && spent > TELLING_MS ? ((spent / done) * (all - done)) / 1000 : null;
      set({ done, secondsLeft: left });
    },
    /** Ends after the part that is under way. */
    stop(): void {
      if (state.phase === 'going' || state.phase === 'waiting') set({ phase: 'stopping', error: null });
      endWait?.();
    },
    goOn: () => goOn?.(),
  };
}
export type Sending = ReturnType<typeof createSending>;
