import { createContext, use, useLayoutEffect, useState } from 'react';
import type { Outbox } from './outbox.ts';

/** Set by `ChangesProvider` (features/change). */
export const OutboxContext = createContext<Outbox | null>(null);

/** The outbox of the person in this tab. */
export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('useOutbox is used outside ChangesProvider');
  return outbox;
}

/** State that belongs to outboxes, such as a log of each, and the last rendered value. */
export type PartsOfOutboxes<Latest, Part> = WeakMap<Outbox, { latest: { current: Latest }; part: Part }>;

/**
 * A part of an outbox, which is created once and persists while somebody else is signed in.
 *
 * @param latest the values of the current render that the part needs
 */
export function usePartOf<Latest, Part>(
  outbox: Outbox,
  parts: PartsOfOutboxes<Latest, Part>,
  latest: Latest,
  create: (latest: () => Latest) => Part,
): Part {
  const [own] = useState(() => {
    const existing = parts.get(outbox);
    if (existing !== undefined) return existing;
    const current = { current: latest };
    const created = { latest: current, part: create(() => current.current) };
    parts.set(outbox, created);
    return created;
  });
  useLayoutEffect(() => {
    own.latest.current = latest;
  });
  return own.part;
}
