import { createContext, type ReactNode } from 'react';
import { useRecordsById } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import { useDesk, useReference } from './use-desk.ts';

const ReferenceContext = createContext<ReturnType<typeof useReference> | null>(null);

/** The reference data, with the names of all pets that are cached. It is for the parts that appear on every page. */
export const useCachedReference = () => useRequiredContext(ReferenceContext, 'CachedReference');

/** No pets are loaded here: only cached pets have names. */
const NO_IDS: ReadonlySet<string> = new Set();

/** Reads the cached reference data once for everything inside. */
export function CachedReference({ children }: { children: ReactNode }) {
  const { company } = useDesk();
  const reference = useReference(useRecordsById(petQueries, company.id, NO_IDS).found);
  return <ReferenceContext value={reference}>{children}</ReferenceContext>;
}
