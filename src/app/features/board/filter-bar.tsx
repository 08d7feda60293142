import type { EnumLook } from '#app/components/enum-look.ts';
import { FilterCombobox, type FilterOption } from '#app/components/filter-combobox.tsx';
import type { BoardFilters } from './board-filters.ts';
import { StatusIcon } from './status-icon.tsx';

interface FilterBarProps {
  filters: BoardFilters;
  hide: boolean;
  statuses: readonly { look: EnumLook; count: number }[];
  vets: readonly FilterOption[];
  types: readonly FilterOption[];
  shown: number;
  received: number;
  narrowed: boolean;
  onFilters: (filters: Partial<BoardFilters>) => void;
  onHide: (hide: boolean) => void;
  onClear: () => void;
}

/** The filters, which act at once on what is loaded, and the line that says what they leave. */
export function FilterBar(props: FilterBarProps) {
  const { filters, hide, statuses, vets, types, shown, received, narrowed, onFilters } = props;
  return (
    <div className="flex items-center gap-2 overflow-x-auto border-y border-line bg-surface px-3 py-1.5 [scrollbar-width:thin]">
      <fieldset className="flex shrink-0 gap-1">
        <legend className="sr-only">Status</legend>
        {statuses.map(({ look, count }) => {
          const pressed = filters.statuses.includes(look.value);
          return (
            <button
              key={look.value}
              type="button"
              aria-pressed={pressed}
              aria-label={`${look.label}, ${count}`}
              style={look.style}
              onClick={() =>
                onFilters({
                  statuses: pressed
                    ? filters.statuses.filter((value) => value !== look.value)
                    : [...filters.statuses, look.value],
                })
              }
              className="tint flex h-7 items-center gap-1 rounded-full px-2 text-xs whitespace-nowrap ring-1 ring-(--tint-bar)/40 ring-inset aria-pressed:font-semibold aria-pressed:ring-2 aria-pressed:ring-(--tint-bar)"
            >
              <StatusIcon status={look.value} />
              {look.label}
              <span className="font-semibold tabular-nums">{count}</span>
            </button>
          );
        })}
      </fieldset>
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
  );
}
