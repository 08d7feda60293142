import { useEffect, useEffectEvent, useState } from 'react';
import { draftOf, received, settledValue } from './draft.ts';

interface DraftInput {
  value: string;
  /** What the text stands for; null while it stands for nothing that could be sent. */
  settle: (text: string) => string | null;
  /** How long typing rests before the text is sent by itself; null where it waits for `commit`. */
  pauseMs: number | null;
  onCommit: (value: string) => void;
}

/** The text of a field whose value lives elsewhere: typed at any speed, sent at a pause or by `commit`. */
export function useDraft({ value, settle, pauseMs, onCommit }: DraftInput) {
  const [kept, setKept] = useState(() => draftOf(value));
  const draft = received(kept, value);
  if (draft !== kept) setKept(draft);

  /** Sends a text, that of the field unless another takes its place. */
  function commit(text = draft.text) {
    const next = settle(text);
    const isNew = next !== null && next !== settledValue(draft);
    setKept({ ...draft, text, sent: isNew ? [...draft.sent, next] : draft.sent });
    if (isNew) onCommit(next);
  }
  const commitAtPause = useEffectEvent(() => commit());
  const { text } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew.
  useEffect(() => {
    if (pauseMs === null) return;
    const timer = setTimeout(() => commitAtPause(), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);

  return {
    text,
    onType: (typed: string) => setKept({ ...draft, text: typed }),
    commit,
    /** Takes back what is typed. */
    reset: () => setKept({ ...draft, text: settledValue(draft) }),
  };
}
