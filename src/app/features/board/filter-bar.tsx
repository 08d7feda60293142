import { Rows3, Search } from 'lucide-react';
import type { Ref } from 'react';
import type { EnumLook } from '#app/appearance/enum-look.ts';
import { FilterCombobox, type FilterOption } from '#app/components/filter-combobox.tsx';
import type { BoardFilters } from './board-filters.ts';
import { type BoardDensity, boardDensities, densityLabels } from './board-views.ts';
import { StatusIcon } from './status-look.tsx';

interface FilterBarProps {
  filters: BoardFilters;
  hide: boolean;
  density: BoardDensity;
  statuses: readonly { look: EnumLook; count: number }[];
  vets: readonly FilterOption[];
  types: readonly FilterOption[];
  shown: number;
  received: number;
  narrowed: boolean;
  searchRef: Ref<HTMLInputElement>;
  onFilters: (filters: Partial<BoardFilters>) => void;
  onHide: (hide: boolean) => void;
  onDensity: (density: BoardDensity) => void;
  onClear: () => void;
}

/** The filters, which act at once on what is loaded, and the line that says what they leave. */
export function FilterBar(props: FilterBarProps) {
  const { filters, hide, statuses, vets, types, shown, received, narrowed, searchRef, onFilters } = props;
  return (
    <search
      aria-label="Filters"
      className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-y border-line bg-surface px-3 py-1.5"
    >
      <fieldset className="flex max-w-full min-w-0 gap-1 overflow-x-auto p-px [scrollbar-width:none]">
        <legend className="sr-only">Status</legend>
        {statuses.map(({ look, count }) => {
          const pressed = filters.statuses.includes(look.value);
          return (
            <button
              key={look.value}
              type="button"
              aria-pressed={pressed}
              aria-label={`${look.label}, ${count}`}
              onClick={() =>
                onFilters({
                  statuses: pressed
                    ? filters.statuses.filter((value) => value !== look.value)
                    : [...filters.statuses, look.value],
                })
              }
              className={`${look.tint} flex h-7 items-center gap-1 rounded-full px-2 text-xs whitespace-nowrap border aria-pressed:font-semibold aria-pressed:ring-1 aria-pressed:ring-current aria-pressed:ring-inset`}
            >
              <StatusIcon status={look.value} />
              {look.label}
              <span className="font-semibold tabular-nums">{count}</span>
            </button>
          );
        })}
      </fieldset>
      <div className="flex min-w-0 grow items-center gap-2 max-sm:overflow-x-auto">
        <div className="relative shrink-0">
          <Search aria-hidden="true" size={13} className="pointer-events-none absolute top-2 left-2 text-muted" />
          <input
            ref={searchRef}
            type="search"
            aria-label="Search this day"
            placeholder="Search this day"
            title="Search this day (/)"
            value={filters.text}
            onChange={(event) => onFilters({ text: event.target.value })}
            className="h-7 w-40 rounded-md border border-line-strong bg-surface pr-1 pl-7 text-xs placeholder:text-muted"
          />
        </div>
        <FilterCombobox
          label="Vet"
          placeholder="All vets"
          options={vets}
          chosen={filters.vets}
          onChange={(chosen) => onFilters({ vets: chosen })}
        />
        <FilterCombobox
          label="Visit category"
          placeholder="All visits"
          options={types}
          chosen={filters.types}
          onChange={(chosen) => onFilters({ types: chosen })}
        />
        <label className="flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap text-muted">
          <input
            type="checkbox"
            className="size-3.5 accent-(--accent)"
            checked={hide}
            onChange={(event) => props.onHide(event.target.checked)}
          />
          Hide the rest
        </label>
        <label
          title={`Density: ${densityLabels[props.density]}`}
          className="relative grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <Rows3 aria-hidden="true" size={15} />
          <select
            aria-label="Density"
            value={props.density}
            onChange={({ target }) => {
              const chosen = boardDensities.find((density) => density === target.value);
              if (chosen) props.onDensity(chosen);
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          >
            {boardDensities.map((density) => (
              <option key={density} value={density}>
                {densityLabels[density]}
              </option>
            ))}
          </select>
        </label>
        <p className="ml-auto shrink-0 text-xs whitespace-nowrap text-muted tabular-nums" aria-live="polite">
          Showing {shown} of {received}
          {narrowed ? (
            <>
              {' · '}
              <button type="button" className="font-medium text-accent underline" onClick={props.onClear}>
                Clear filters
              </button>
            </>
          ) : null}
        </p>
      </div>
    </search>
  );
}
