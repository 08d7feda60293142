import { createContext, use } from 'react';
import type { Outbox } from './outbox.ts';

/** Set by `ChangesProvider` (features/change). */
export const OutboxContext = createContext<Outbox | null>(null);

/** The outbox of the person in this tab. */
export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('useOutbox is used outside ChangesProvider');
  return outbox;
}
