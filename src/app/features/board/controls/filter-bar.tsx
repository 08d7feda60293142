import { t } from '@lingui/core/macro';
import { Printer, SlidersHorizontal, X } from 'lucide-react';
import type { BoardFilters } from '#app/addresses/board-search.ts';
import { COVERING, useMedia } from '#app/browser/use-media.ts';
import { FilterCombobox } from '#app/components/filter-combobox.tsx';
import { Popover } from '#app/components/popover.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { NO_FILTERS } from '#app/features/board/model/board-filters.ts';
import { type PrintActions, PrintMenu } from '#app/features/board/print/print-menu.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { words } from '#app/text/shared-texts.ts';
import { StatusChips } from './status-chips.tsx';
import { VIEWS_FIT, ViewChoice } from './view-choice.tsx';

interface FilterBarProps {
  /** Whether the statuses are still loading. */
  statusesPending: boolean;
  print: PrintActions;
}

/** The number of active filters. */
function countSet({ statuses, vets, types, rooms, text, now }: BoardFilters): number {
  const lists = [statuses, vets, types, rooms].flat();
  return lists.length + (text.trim() === '' ? 0 : 1) + (now === null ? 0 : 1);
}

/** The filters, which apply immediately to the loaded day, and other actions. On a phone they are in a sheet. */
export function FilterBar({ statusesPending, print }: FilterBarProps) {
  const { board, choice, facets, filteredOut, day, onChange } = useBoard();
  const { filters } = choice;
  const onFilters = (changed: Partial<BoardFilters>) => onChange({ filters: changed });
  const isPhone = useMedia(COVERING);
  const set = countSet(filters);
  const isCounted = !day.pending && day.fault?.loaded !== 'none';
  const all = board.appointments.length;
  const viewsFit = useMedia(VIEWS_FIT);
  const filterControls = (
    <>
      <StatusChips isLoaded={!statusesPending} isCounted={isCounted} />
      <FilterCombobox
        label={t`Vet`}
        className="w-full md:w-22 2xl:w-36"
        options={facets.vets}
        chosen={filters.vets}
        onChange={(vets) => onFilters({ vets })}
      />
      <FilterCombobox
        label={t`Category`}
        className="w-full md:w-30 2xl:w-36"
        options={facets.types}
        chosen={filters.types}
        onChange={(types) => onFilters({ types })}
      />
      {filters.text.trim() === '' ? null : <TextChip text={filters.text} onRemove={() => onFilters({ text: '' })} />}
    </>
  );
  return (
    <search
      aria-label={t`Filters`}
      className="flex h-10 shrink-0 items-center gap-2 border-y border-line bg-surface px-2 text-xs sm:px-3"
    >
      {isPhone ? (
        <Popover
          label={set > 0 ? `${t`Filters`} ${set.toLocaleString(shownLocale)}` : t`Filters`}
          panelLabel={t`Filters`}
          buttonClass={`${controlClass} border border-line-strong px-2 font-medium`}
          panelClass="w-[calc(100vw-1rem)]"
          button={
            <>
              <SlidersHorizontal aria-hidden="true" size={14} />
              {t`Filters`}
              {set > 0 ? (
                <span className="min-w-4 rounded-full bg-accent px-1 text-on-accent tabular-nums">
                  {set.toLocaleString(shownLocale)}
                </span>
              ) : null}
            </>
          }
        >
          <div className="flex flex-wrap gap-3 p-1.5 text-xs">{filterControls}</div>
        </Popover>
      ) : null}
      {viewsFit ? null : <ViewChoice />}
      {isPhone ? null : filterControls}
      {/* Wide enough for everything that appears while a filter is active, so that nothing moves. */}
      <div className="ms-auto flex shrink-0 items-center justify-end gap-2 xl:min-w-70">
        <p aria-live="polite" className="font-medium whitespace-nowrap text-muted tabular-nums">
          {set > 0 && isCounted ? shownText(all - filteredOut.size, all) : null}
        </p>
        {set > 0 ? (
          <>
            <button
              type="button"
              title={words.clearFilters}
              onClick={() => onFilters(NO_FILTERS)}
              className={`${controlClass} px-1 text-accent`}
            >
              <X aria-hidden="true" size={14} className="lg:hidden" />
              <span className="underline max-lg:sr-only">{words.clearFilters}</span>
            </button>
          </>
        ) : null}
        <PrintMenu {...print} className={`${controlClass} px-1.5 text-muted`}>
          <Printer aria-hidden="true" size={15} />
          <span className={wordClass(set > 0)}>{words.print}</span>
        </PrintMenu>
      </div>
    </search>
  );
}

const controlClass =
  'flex h-7 min-w-7 shrink-0 items-center justify-center gap-1.5 rounded-md whitespace-nowrap hover:bg-sunken';

/** The classes of button labels, which disappear early to make room for the result of the filters. */
const wordClass = (isFiltered: boolean) => (isFiltered ? 'max-2xl:hidden' : 'max-xl:hidden');

function shownText(shown: number, all: number): string {
  const [shownCount, totalCount] = [shown.toLocaleString(shownLocale), all.toLocaleString(shownLocale)];
  return t({ message: `${shownCount} of ${totalCount}`, comment: 'so many of the appointments of a day are shown' });
}

/** The text that appointments must contain, with a button that removes it. */
function TextChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={t({ message: `Remove the filter “${text}”`, comment: 'words that the shown appointments contain' })}
      onClick={onRemove}
      className="flex h-7 max-w-40 shrink-0 items-center gap-1 rounded-full border border-accent bg-accent-soft px-2 font-medium"
    >
      <bdi className="truncate">{t({ message: `“${text}”`, comment: 'quoted words' })}</bdi>
      <X aria-hidden="true" size={13} className="shrink-0" />
    </button>
  );
}
