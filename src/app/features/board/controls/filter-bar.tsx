import { plural, select, t } from '@lingui/core/macro';
import { Printer, Rows3, Search, SlidersHorizontal, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EnumDisplay } from '#app/appearance/enum-display.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { Checkbox } from '#app/components/checkbox.tsx';
import { FilterCombobox, type FilterOption } from '#app/components/filter-combobox.tsx';
import { Popover } from '#app/components/popover.tsx';
import { ScrollRow } from '#app/components/scroll-row.tsx';
import { useBufferedText } from '#app/components/use-buffered-text.ts';
import { StatusIcon } from '#app/features/board/status-icon.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import type { BoardFilters } from '#app/session/board-search.ts';
import { type BoardDensity, boardDensities, densityLabels } from '#app/session/board-search.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { ROW_FITS } from './board-header.tsx';

/** Where a word before the counts fits, and a name beside a checkbox. */
const WORDS_FIT = '(min-width: 1280px)';
/** The pause after the last letter before the text is applied. */
const DEBOUNCE_MS = 100;

interface FilterBarProps {
  filters: BoardFilters;
  hide: boolean;
  density: BoardDensity;
  /** Null while they load. */
  statuses: readonly { display: EnumDisplay; count: number }[] | null;
  vets: readonly FilterOption[];
  types: readonly FilterOption[];
  /** Unknown where no page of the day could be loaded. */
  counts: { shown: number; received: number; searchedOnly: number } | 'loading' | 'unknown';
  narrowed: boolean;
  searchRef: RefObject<HTMLInputElement | null>;
  onFilters: (filters: Partial<BoardFilters>) => void;
  onHide: (hide: boolean) => void;
  onPrint: () => void;
  onDensity: (density: BoardDensity) => void;
  onClear: () => void;
}

/** The filters, which apply at once to the loaded day, and the line with their result. */
export function FilterBar(props: FilterBarProps) {
  const { filters, statuses, counts, narrowed, onFilters } = props;
  const rowFits = useMedia(ROW_FITS);
  // Text that is typed but not applied yet is cleared with the filters.
  const [cleared, setCleared] = useState(0);
  const filtersWord = t`Filters`;
  const clear = () => {
    setCleared((before) => before + 1);
    props.onClear();
  };
  return (
    <search
      aria-label={filtersWord}
      className="relative flex h-[40px] shrink-0 items-center gap-2 border-y border-line bg-surface px-2 text-xs sm:px-3"
    >
      {rowFits ? null : (
        <Popover
          label={filtersWord}
          buttonClass="flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line-strong px-2 font-medium hover:bg-sunken"
          button={
            <>
              <SlidersHorizontal aria-hidden="true" size={14} />
              {filtersWord}
              {filters.vets.length + filters.types.length > 0 || filters.text !== '' || props.hide ? (
                <span className="size-1.5 rounded-full bg-accent" />
              ) : null}
            </>
          }
        >
          <div className="flex w-64 flex-col gap-2.5 p-1.5">
            <SearchField key={`search ${cleared}`} {...props} className="w-full" />
            <PeopleAndVisits key={`people ${cleared}`} {...props} className="w-full" />
            <HideOthers {...props} />
            <div className="flex items-center gap-2 border-t border-line pt-2">
              <Density {...props} named />
              <PrintButton named onPrint={props.onPrint} />
            </div>
          </div>
        </Popover>
      )}
      <StatusChips
        statuses={statuses}
        counted={typeof counts === 'object'}
        chosen={filters.statuses}
        onChosen={(chosen) => onFilters({ statuses: chosen })}
      />
      {rowFits ? (
        <>
          <PeopleAndVisits key={`people ${cleared}`} {...props} className="w-28 2xl:w-34" />
          <SearchField key={`search ${cleared}`} {...props} className="w-42 min-w-24" />
        </>
      ) : null}
      <Counts counts={counts} narrowed={narrowed} rowFits={rowFits} onClear={clear} />
      {rowFits ? (
        <>
          <HideOthers {...props} />
          <div className="flex shrink-0">
            <PrintButton onPrint={props.onPrint} />
            <Density {...props} />
          </div>
        </>
      ) : null}
      {typeof counts === 'object' && counts.searchedOnly > counts.shown ? (
        <SearchHint {...props} more={counts.searchedOnly - counts.shown} />
      ) : null}
    </search>
  );
}

interface StatusChipsProps {
  statuses: FilterBarProps['statuses'];
  /** Whether the counts are known. */
  counted: boolean;
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
}

const chipClass = 'flex h-7 items-center gap-1 rounded-full border px-2 whitespace-nowrap';
/** Placeholders of about the number and width of the chips, while the statuses load. */
export const chipOutlines = Array.from({ length: 8 }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: the outlines never change.
  <span key={index} aria-hidden="true" className={`${chipClass} w-13 shrink-0 border-line bg-sunken`} />
));

function StatusChips({ statuses, counted, chosen, onChosen }: StatusChipsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const known = statuses !== null;
  useEffect(() => {
    // Active filters are scrolled into view when the board opens.
    if (known)
      group.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [known]);
  return (
    // In languages of long words the search gives way, so that all eight icons are seen with their counts.
    <ScrollRow className="grow xl:min-w-111" words={(statuses ?? []).map(({ display }) => display.label).join()}>
      <fieldset ref={group} aria-busy={!known} className="flex gap-1 p-[3px]">
        <legend className="sr-only">{t`Status`}</legend>
        {statuses === null
          ? chipOutlines
          : statuses.map(({ display, count }) => {
              const pressed = chosen.includes(display.value);
              const countText = count.toLocaleString(shownLocale);
              const none = counted && count === 0 && !pressed;
              const name = counted ? factsText([display.label, countText]) : display.label;
              return (
                <button
                  key={display.value}
                  type="button"
                  aria-pressed={pressed}
                  aria-label={name}
                  title={name}
                  onClick={() =>
                    onChosen(pressed ? chosen.filter((value) => value !== display.value) : [...chosen, display.value])
                  }
                  className={`${chipClass} ${none ? 'border-dashed border-line text-muted hover:bg-sunken' : display.tint} aria-pressed:font-semibold aria-pressed:ring-2 aria-pressed:ring-current`}
                >
                  <StatusIcon status={display.value} />
                  <bdi className="in-data-brief:hidden">{display.label}</bdi>
                  <span className="min-w-[2ch] text-end font-semibold tabular-nums">{counted ? countText : ''}</span>
                </button>
              );
            })}
      </fieldset>
    </ScrollRow>
  );
}

interface PartProps extends FilterBarProps {
  className: string;
}

function PeopleAndVisits({ filters, vets, types, onFilters, className }: PartProps) {
  return (
    <>
      <FilterCombobox
        label={t`Vet`}
        className={className}
        options={vets}
        chosen={filters.vets}
        onChange={(chosen) => onFilters({ vets: chosen })}
      />
      <FilterCombobox
        label={t`Category`}
        className={className}
        options={types}
        chosen={filters.types}
        onChange={(chosen) => onFilters({ types: chosen })}
      />
    </>
  );
}

function SearchField({ filters, searchRef, onFilters, className }: PartProps) {
  const { text, onType, commit } = useBufferedText({
    value: filters.text,
    settle: (typed) => typed,
    pauseMs: DEBOUNCE_MS,
    onCommit: (typed) => onFilters({ text: typed }),
  });
  return (
    <div className={`relative ${className}`}>
      <Search aria-hidden="true" size={13} className="pointer-events-none absolute top-2 start-2 text-muted" />
      <input
        ref={searchRef}
        type="search"
        aria-label={words.searchThisDay}
        placeholder={words.searchThisDay}
        title={`${words.searchThisDay} (/)`}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onBlur={() => commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key !== 'Escape' || text === '') return;
          // The first Escape clears the text, the next one closes whatever is around the field.
          event.preventDefault();
          event.stopPropagation();
          commit('');
        }}
        className="h-7 w-full rounded-md border border-line-strong bg-surface pe-1 ps-7 text-ellipsis placeholder:text-muted pointer-coarse:text-base"
      />
    </div>
  );
}

interface CountsProps {
  counts: FilterBarProps['counts'];
  narrowed: boolean;
  rowFits: boolean;
  onClear: () => void;
}

function showingText(shownCount: number, allCount: number): string {
  const [shown, all] = [shownCount.toLocaleString(shownLocale), allCount.toLocaleString(shownLocale)];
  return t({ message: `Showing ${shown} of ${all}`, comment: 'so many of the visits of a day' });
}

function briefText(shownCount: number, allCount: number): string {
  const [shown, all] = [shownCount.toLocaleString(shownLocale), allCount.toLocaleString(shownLocale)];
  return t({
    message: `${shown} of ${all}`,
    comment: 'so many of the visits of a day are shown, where there is little room',
  });
}

/** The result of the filters, in a place of fixed width, so that changing numbers move nothing beside it. */
function Counts({ counts, narrowed, rowFits, onClear }: CountsProps) {
  const wordFits = useMedia(WORDS_FIT);
  const most = Number('8'.repeat(Math.max(3, String(typeof counts === 'object' ? counts.received : 0).length)));
  const countsText = wordFits ? showingText : briefText;
  const widest = `${countsText(most, most)}${rowFits ? ` · ${words.clearFilters}` : ''}`;
  return (
    <div className="flex shrink-0 items-center gap-1">
      <p
        aria-live="polite"
        data-widest={widest}
        className="font-medium whitespace-nowrap text-muted tabular-nums max-lg:text-end"
      >
        {counts === 'loading' ? words.loading : null}
        {typeof counts !== 'object' ? null : (
          <>
            <span className={wordFits ? '' : 'sr-only'}>{showingText(counts.shown, counts.received)}</span>
            {wordFits ? null : <span aria-hidden="true">{briefText(counts.shown, counts.received)}</span>}
          </>
        )}
        {narrowed && rowFits ? (
          <>
            {' · '}
            <button type="button" className="min-h-6 text-accent underline" onClick={onClear}>
              {words.clearFilters}
            </button>
          </>
        ) : null}
      </p>
      {rowFits ? null : (
        <button
          type="button"
          aria-label={words.clearFilters}
          onClick={onClear}
          className={`grid size-7 place-items-center rounded-md text-accent hover:bg-sunken ${narrowed ? '' : 'invisible'}`}
        >
          <X aria-hidden="true" size={15} />
        </button>
      )}
    </div>
  );
}

function HideOthers({ hide, onHide }: FilterBarProps) {
  return (
    <label className="flex min-h-6 shrink-0 items-center gap-1.5 whitespace-nowrap text-muted">
      <Checkbox checked={hide} onChange={onHide} />
      {t({ message: 'Hide others', comment: 'the visits that the filters leave out' })}
    </label>
  );
}

const toolClass = 'relative flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken';
const namedToolClass =
  'relative flex h-8 grow items-center justify-center gap-1.5 rounded-md border border-line-strong px-2 hover:bg-sunken';

function PrintButton({ named = false, onPrint }: { named?: boolean; onPrint: () => void }) {
  return (
    <button
      type="button"
      aria-label={words.print}
      title={t`Print this day`}
      onClick={onPrint}
      className={named ? namedToolClass : toolClass}
    >
      <Printer aria-hidden="true" size={15} />
      {named ? words.print : null}
    </button>
  );
}

function Density({ density, onDensity, named = false }: FilterBarProps & { named?: boolean }) {
  const chosen = densityLabels[density];
  return (
    <label
      title={t({ message: `Density: ${chosen}`, comment: 'how much room an hour takes on the board' })}
      className={`${named ? namedToolClass : toolClass} has-focus-visible:outline-2 has-focus-visible:outline-accent`}
    >
      <Rows3 aria-hidden="true" size={15} />
      {named ? chosen : null}
      <select
        aria-label={t({ message: 'Density', comment: 'how much room an hour takes on the board' })}
        value={density}
        onChange={({ target }) => {
          const wanted = boardDensities.find((candidate) => candidate === target.value);
          if (wanted) onDensity(wanted);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {boardDensities.map((candidate) => (
          <option key={candidate} value={candidate}>
            {densityLabels[candidate]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** How many appointments the search would find without the other filters, which may be left from before. */
function SearchHint({ filters, more, onFilters }: FilterBarProps & { more: number }) {
  const kinds = [
    ...(filters.statuses.length > 0 ? ['statuses'] : []),
    ...(filters.vets.length > 0 ? ['vets'] : []),
    ...(filters.types.length > 0 ? ['categories'] : []),
  ].join('_');
  return (
    <p
      role="status"
      className="absolute top-full end-2 z-20 mt-1 rounded-md border border-line bg-raised px-3 py-1 text-ink shadow-raised sm:end-3"
    >
      {t({
        message: `${plural(more, { one: '# more', other: '# more' })} in other ${select(kinds, {
          statuses: 'statuses',
          vets: 'vets',
          categories: 'categories',
          statuses_vets: 'statuses or vets',
          statuses_categories: 'statuses or categories',
          vets_categories: 'vets or categories',
          other: 'statuses, vets, or categories',
        })}`,
        comment: 'The search would find so many more visits without these filters.',
      })}
      {' · '}
      <button
        type="button"
        className="min-h-6 font-medium text-accent underline"
        onClick={() => onFilters({ statuses: [], vets: [], types: [], now: null })}
      >
        {words.show}
      </button>
    </p>
  );
}
