import { createContext } from 'react';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import type { Outbox } from './outbox.ts';

/** The outbox of the person in this tab, provided by `ChangesProvider` (features/change). */
export const OutboxContext = createContext<Outbox | null>(null);
export const useOutbox = () => useRequiredContext(OutboxContext, 'ChangesProvider');
