import { t } from '@lingui/core/macro';
import type { BoardFilters } from '#app/addresses/board-search.ts';
import type { FilterOption } from '#app/components/filter-combobox.tsx';
import type { StoreDay } from '#app/days/shown-days.ts';
import { factsText } from '#app/text/list-text.ts';
import type { WeekOf } from './week-days.ts';

interface WeekOfSelectProps {
  of: WeekOf;
  vets: readonly FilterOption[];
  days: readonly StoreDay[];
  onChange: (filters: Pick<BoardFilters, 'rooms' | 'vets'>) => void;
}

/** Selects whose week is shown: that of all rooms and vets, of a vet, or of a room. */
export function WeekOfSelect({ of, vets, days, onChange }: WeekOfSelectProps) {
  const stores = [...new Set(days.map(({ store }) => store))];
  const rooms = stores.flatMap((store) =>
    store.rooms.map(({ id, name }) => ({ id, name: factsText([name, stores.length > 1 ? store.name : '']) })),
  );
  const value = of === 'all' ? '' : 'vet' in of ? `vet ${of.vet}` : `room ${of.room}`;
  function choose(chosen: string) {
    const id = chosen.slice(chosen.indexOf(' ') + 1);
    onChange({
      vets: chosen.startsWith('vet ') ? [id] : [],
      rooms: chosen.startsWith('room ') ? [id] : [],
    });
  }
  return (
    <select
      aria-label={t({ message: 'Week of', comment: 'a choice: the week of all rooms and vets, or of one of them' })}
      value={value}
      onChange={({ target }) => choose(target.value)}
      className="h-8 max-w-64 min-w-0 rounded-md border border-line-strong bg-surface px-2 text-sm text-ink"
    >
      <option value="">{t`All rooms and vets`}</option>
      <optgroup label={t`Vets`}>
        {vets.map(({ value: id, label }) => (
          <option key={id} value={`vet ${id}`}>
            {label}
          </option>
        ))}
      </optgroup>
      <optgroup label={t`Rooms`}>
        {rooms.map(({ id, name }) => (
          <option key={id} value={`room ${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
    </select>
  );
}
