import { t } from '@lingui/core/macro';
import { ChevronDown, Store } from 'lucide-react';

import { Checkbox } from '#app/components/checkbox.tsx';
import { Popover } from '#app/components/popover.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { listText } from '#app/text/list-text.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { ALL_STORES, type StoreChoice } from '#scheduling/board-day.ts';

const allStoresText = () => t`All stores`;

/** The names of the chosen stores; only “All stores” if all of several stores are chosen, or if none is. */
export function storeNames(stores: readonly ReceivedStore[], storeIds: readonly string[]): string[] {
  const names = stores.filter((store) => storeIds.includes(store.id)).map((store) => store.name);
  return names.length === 0 || (names.length === stores.length && names.length > 1) ? [allStoresText()] : names;
}

interface StoreMenuProps {
  stores: readonly ReceivedStore[];
  storeIds: readonly string[];
  onStores: (stores: StoreChoice) => void;
}

/** Chooses stores: several by their checkboxes, a single one by its name. */
export function StoreMenu({ stores, storeIds, onStores }: StoreMenuProps) {
  if (stores.length < 2) return null;
  const names = storeNames(stores, storeIds);
  const [first = allStoresText(), ...others] = names;
  const all = stores.map(({ id }) => id);
  const chosenStores = listText(names);
  return (
    <Popover
      label={t({ message: `Store: ${chosenStores}`, comment: 'a location of the practice' })}
      panelLabel={t({ message: 'Store', comment: 'a location of the practice' })}
      title={chosenStores}
      buttonClass="h-8 rounded-md border border-line-strong bg-surface text-sm hover:bg-sunken flex min-w-20 items-center gap-1.5 px-2 max-lg:size-8 max-lg:min-w-8 max-lg:justify-center"
      button={
        <>
          <Store aria-hidden="true" size={15} className="shrink-0 text-muted" />
          <bdi className="min-w-0 truncate max-lg:hidden">{first}</bdi>
          {others.length > 0 ? (
            <span className="shrink-0 font-semibold max-lg:hidden">+{others.length.toLocaleString(shownLocale)}</span>
          ) : null}
          <ChevronDown aria-hidden="true" size={14} className="ms-auto shrink-0 text-muted max-lg:hidden" />
        </>
      }
    >
      {(close) => {
        const choose = (choice: StoreChoice) => {
          close();
          onStores(choice);
        };
        function toggle(id: string, chosen: boolean) {
          const ids = all.filter((other) => (other === id ? !chosen : storeIds.includes(other)));
          onStores(ids.length === all.length ? ALL_STORES : ids);
        }
        return (
          <div className="flex min-w-52 flex-col text-sm">
            {stores.map(({ id, name }) => {
              const chosen = storeIds.includes(id);
              return (
                <div key={id} className="flex items-center rounded hover:bg-accent-soft">
                  <label className="grid size-8 shrink-0 place-items-center">
                    <Checkbox
                      aria-label={name}
                      checked={chosen}
                      // At least one store stays chosen: a board without stores shows nothing.
                      disabled={chosen && storeIds.length === 1}
                      onChange={() => toggle(id, chosen)}
                    />
                  </label>
                  <button
                    type="button"
                    aria-current={chosen && storeIds.length === 1 ? 'true' : undefined}
                    className="min-h-8 grow pe-3 text-start aria-[current]:font-semibold"
                    onClick={() => choose([id])}
                  >
                    <bdi>{name}</bdi>
                  </button>
                </div>
              );
            })}
            <button
              type="button"
              className="mt-1 min-h-8 rounded border-t border-line ps-8 text-start hover:bg-accent-soft"
              onClick={() => choose(ALL_STORES)}
            >
              {allStoresText()}
            </button>
          </div>
        );
      }}
    </Popover>
  );
}
