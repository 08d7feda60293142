import { t } from '@lingui/core/macro';
import { ChevronDown, Printer, SlidersHorizontal, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BoardFilters } from '#app/addresses/board-search.ts';
import { PANEL_COVERS_BOARD, useMedia } from '#app/browser/use-media.ts';
import { FilterCombobox } from '#app/components/filter-combobox.tsx';
import { Popover } from '#app/components/popover.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { NO_FILTERS } from '#app/features/board/model/board-filters.ts';
import { type PrintActions, PrintMenu } from '#app/features/board/print/print-menu.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { texts } from '#app/text/shared-texts.ts';
import { StatusChips } from './status-chips.tsx';
import { VIEWS_FIT_QUERY, ViewSwitcher } from './view-switcher.tsx';

interface BoardFilterBarProps {
  /** Whether the statuses are still loading. */
  statusesPending: boolean;
  print: PrintActions;
}

function countActiveFilters({ statuses, vets, types, rooms, text, now }: BoardFilters): number {
  const lists = [statuses, vets, types, rooms].flat();
  return lists.length + (text.trim() === '' ? 0 : 1) + (now === null ? 0 : 1);
}

/** The filters, which apply immediately to the loaded day, and Print. On a phone the filters are behind a button. */
export function BoardFilterBar({ statusesPending, print }: BoardFilterBarProps) {
  const { board, choice, facets, filteredOut, day, onChange } = useBoard();
  const { filters } = choice;
  const onFilters = (changed: Partial<BoardFilters>) => onChange({ filters: changed });
  const isPhone = useMedia(PANEL_COVERS_BOARD);
  const activeCount = countActiveFilters(filters);
  const isCounted = !day.pending && day.problem?.loaded !== 'none';
  const all = board.appointments.length;
  const viewsFit = useMedia(VIEWS_FIT_QUERY);
  const chips = <StatusChips isLoaded={!statusesPending} isCounted={isCounted} />;
  const vet = (
    <FilterCombobox
      label={t`Vet`}
      className="w-full md:w-22 2xl:w-36"
      options={facets.vets}
      chosen={filters.vets}
      onChange={(vets) => onFilters({ vets })}
    />
  );
  const category = (
    <FilterCombobox
      label={t`Category`}
      className="w-full md:w-56"
      options={facets.types}
      chosen={filters.types}
      onChange={(types) => onFilters({ types })}
    />
  );
  const text =
    filters.text.trim() === '' ? null : <TextChip text={filters.text} onRemove={() => onFilters({ text: '' })} />;
  return (
    <search
      aria-label={t`Filters`}
      className="flex h-10 shrink-0 items-center gap-2 border-y border-line bg-surface px-2 text-xs sm:px-3"
    >
      {isPhone ? (
        <MoreFilters label={t`Filters`} count={activeCount} panelClass="w-[calc(100vw-1rem)]">
          <div className="flex flex-wrap gap-3 p-1.5 text-xs">
            {chips}
            {vet}
            {category}
            {text}
          </div>
        </MoreFilters>
      ) : null}
      {viewsFit ? null : <ViewSwitcher />}
      {isPhone ? null : (
        <>
          {chips}
          {vet}
          <MoreFilters label={t`More filters`} count={filters.types.length}>
            {category}
          </MoreFilters>
          {text}
        </>
      )}
      <div className="ms-auto flex shrink-0 items-center gap-2">
        <p aria-live="polite" className="font-medium whitespace-nowrap text-muted tabular-nums empty:hidden">
          {activeCount > 0 && isCounted ? countText(all - filteredOut.size, all) : null}
        </p>
        {activeCount > 0 ? (
          <button
            type="button"
            title={texts.clearFilters}
            onClick={() => onFilters(NO_FILTERS)}
            className={`${controlClass} px-1 text-accent`}
          >
            <X aria-hidden="true" size={14} className="lg:hidden" />
            <span className="underline max-lg:sr-only">{texts.clearFilters}</span>
          </button>
        ) : null}
        <PrintMenu {...print} className={`${controlClass} px-1.5 text-muted`}>
          <Printer aria-hidden="true" size={15} />
          <span className="max-xl:hidden">{texts.print}</span>
        </PrintMenu>
      </div>
    </search>
  );
}

const controlClass =
  'flex h-7 min-w-7 shrink-0 items-center justify-center gap-1.5 rounded-md whitespace-nowrap hover:bg-sunken';

function countText(included: number, all: number): string {
  const [includedCount, totalCount] = [included.toLocaleString(shownLocale), all.toLocaleString(shownLocale)];
  return t({ message: `${includedCount} of ${totalCount}`, comment: 'so many of the appointments of a day are shown' });
}

interface MoreFiltersProps {
  label: string;
  /** The number of active filters behind the button. */
  count: number;
  panelClass?: string;
  children: ReactNode;
}

/** A button that opens the filters that do not fit into the row. It shows how many of them are active. */
function MoreFilters({ label, count, panelClass = '', children }: MoreFiltersProps) {
  const countLabel = count > 0 ? count.toLocaleString(shownLocale) : '';
  return (
    <Popover
      label={`${label} ${countLabel}`.trim()}
      panelLabel={label}
      buttonClass={`${controlClass} border bg-surface ps-2 pe-1.5 ${count > 0 ? 'border-accent font-medium' : 'border-line-strong text-muted'}`}
      panelClass={panelClass}
      button={
        <>
          <SlidersHorizontal aria-hidden="true" size={14} />
          <span className="md:max-xl:hidden">{label}</span>
          {countLabel === '' ? (
            <ChevronDown aria-hidden="true" size={13} />
          ) : (
            <span className="min-w-4 rounded-full bg-accent px-1 text-on-accent tabular-nums">{countLabel}</span>
          )}
        </>
      }
    >
      {children}
    </Popover>
  );
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
