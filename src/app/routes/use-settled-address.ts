import { useEffect } from 'react';
import { sessionStore } from '#app/browser/storage.ts';
import { unknownIn } from '#app/features/board/link-names.ts';
import { boardApi } from '#app/routes/board-api.ts';
import type { BoardChoice } from '#app/routes/board-choice.ts';
import { type BoardSearch, storeIdsIn } from '#app/routes/board-search.ts';
import { type Preferences, settleTab } from '#app/routes/preferences.ts';
import { useDesk } from '#app/routes/use-desk.ts';

interface SettledAddressInput {
  choice: BoardChoice;
  preferences: Preferences;
  /** Replaces the address. The same function as long as the company is the same. */
  onSettle: (shown: Partial<BoardSearch>) => void;
}

/**
 * Puts company and stores, and the view that was last chosen, into an address that lacks them, so that a reload and a
 * copied link give the same screen. What the link names that does not exist stays there, and is told, until it is
 * dismissed.
 */
export function useSettledAddress({ choice, preferences, onSettle }: SettledAddressInput) {
  const { company } = useDesk();
  const search = boardApi.useSearch();
  const shown = { company, stores: choice.stores, view: choice.view };
  const unknown = {
    ...unknownIn({ company: search.company, stores: storeIdsIn(search) }, shown),
    ...choice.unknown,
  };
  const isKnown = !(unknown.company || unknown.stores > 0 || unknown.date || unknown.view);
  const isWhole = search.company && search.store?.length && (search.view || preferences.view === null);
  const settles = isKnown && !isWhole;

  function settle() {
    onSettle({
      store: choice.storeChoice,
      ...(search.view === undefined || unknown.view ? { view: preferences.view ?? undefined } : {}),
      ...(unknown.date ? { date: undefined } : {}),
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is settled once for each company and address.
  useEffect(() => {
    settleTab(sessionStore, { companyId: company.id, storeIds: choice.storeChoice });
    if (settles) settle();
  }, [company.id, settles, onSettle]);
  return { isKnown, unknown, shown, onDismiss: settle };
}
