import { useEffect, useEffectEvent, useState } from 'react';

/** What stands in a field whose value lives elsewhere, such as in the address, and comes back from there after a while. */
export interface BufferedText {
  text: string;
  /** The value as it last came from elsewhere. */
  value: string;
  /** What was sent and has not come back yet, the oldest first. */
  sent: readonly string[];
}

/** A field that shows a value, and nothing typed. */
export function bufferOf(value: string): BufferedText {
  return { text: value, value, sent: [] };
}

/**
 * The field once a value arrives. What this field sent itself leaves the text alone, since typing has gone on meanwhile; what
 * anybody else set replaces it.
 */
export function withValue(buffer: BufferedText, value: string): BufferedText {
  if (value === buffer.value) return buffer;
  const at = buffer.sent.indexOf(value);
  // A value may be overtaken by the next one and then never arrive.
  return at < 0 ? bufferOf(value) : { ...buffer, value, sent: buffer.sent.slice(at + 1) };
}

/** What the place of the value holds already, or will once everything sent has arrived. */
export function lastValue({ value, sent }: BufferedText): string {
  return sent.at(-1) ?? value;
}

interface BufferedTextInput {
  value: string;
  /** What the text stands for; null while it cannot be sent. */
  settle: (text: string) => string | null;
  /** How long typing rests before the text is sent by itself; null where it waits for `commit`. */
  pauseMs: number | null;
  onCommit: (value: string) => void;
}

/** The text of a field whose value lives elsewhere: typed at any speed, sent at a pause or by `commit`. */
export function useBufferedText({ value, settle, pauseMs, onCommit }: BufferedTextInput) {
  const [stored, setStored] = useState(() => bufferOf(value));
  const buffer = withValue(stored, value);
  if (buffer !== stored) setStored(buffer);

  /** Sends a text, that of the field unless another takes its place. */
  function commit(text = buffer.text) {
    const next = settle(text);
    const isNew = next !== null && next !== lastValue(buffer);
    setStored({ ...buffer, text, sent: isNew ? [...buffer.sent, next] : buffer.sent });
    if (isNew) onCommit(next);
  }
  const commitAtPause = useEffectEvent(() => commit());
  const { text } = buffer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the pause.
  useEffect(() => {
    if (pauseMs === null) return;
    const timer = setTimeout(() => commitAtPause(), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);

  return {
    text,
    onType: (typed: string) => setStored({ ...buffer, text: typed }),
    commit,
    /** Takes back what is typed. */
    reset: () => setStored({ ...buffer, text: lastValue(buffer) }),
  };
}
