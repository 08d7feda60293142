import { useEffect, useEffectEvent, useState } from 'react';

/** The state of a field whose value is stored outside the component, for example in the URL, and comes back with a delay. */
interface BufferedText {
  text: string;
  /** The value as last received. */
  value: string;
  /** Values that were sent and have not come back yet, oldest first. */
  sent: readonly string[];
}

/** Creates the state of a field that shows a received value. */
export function createBufferedText(value: string): BufferedText {
  return { text: value, value, sent: [] };
}

/**
 * The state after receiving a value. A value that the field itself sent does not change the text, since the user may
 * have typed more in the meantime; any other value replaces it.
 */
export function receiveValue(buffer: BufferedText, value: string): BufferedText {
  if (value === buffer.value) return buffer;
  const at = buffer.sent.indexOf(value);
  // The values that were sent before this one are dropped, too: a value that is superseded may never come back.
  return at < 0 ? createBufferedText(value) : { ...buffer, value, sent: buffer.sent.slice(at + 1) };
}

/** The value that will be stored once everything that was sent has been received. */
export function lastSentValue({ value, sent }: BufferedText): string {
  return sent.at(-1) ?? value;
}

interface BufferedTextInput {
  value: string;
  /** Converts the text to a value; null if it is not valid. */
  parse: (text: string) => string | null;
  /** How long, in milliseconds, typing must pause before the text is sent; null to wait for `commit`. */
  pauseMs: number | null;
  onCommit: (value: string) => void;
}

/** The text of a field whose value is stored outside the component. It is sent when typing pauses, or by `commit`. */
export function useBufferedText({ value, parse, pauseMs, onCommit }: BufferedTextInput) {
  const [stored, setStored] = useState(() => createBufferedText(value));
  const buffer = receiveValue(stored, value);
  if (buffer !== stored) setStored(buffer);

  /** Sends a text, by default the field's current text. */
  function commit(typed?: string) {
    const text = typed ?? buffer.text;
    const next = parse(text);
    const isNew = next !== null && next !== lastSentValue(buffer);
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
  };
}
