import { t } from '@lingui/core/macro';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { useMedia } from '#app/browser/use-media.ts';
import { Button } from '#app/components/button.tsx';
import { type DateRange, DayChoice } from '#app/components/day-range.tsx';
import { FilterCombobox } from '#app/components/filter-combobox.tsx';
import { SearchField } from '#app/components/search-field.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { AppointmentReference } from './appointment-names.ts';
import { filterOptions, filters } from './filters.ts';
import { type AppointmentsSearch, findPreset, hasFilters, noFilters, type Preset, presets } from './search-params.ts';

const presetTexts: Readonly<Record<Preset, string>> = translateOnRead({
  today: () => texts.today,
  week: () => t`This week`,
  next7: () => t`Next 7 days`,
  lastWeek: () => t`Last week`,
  all: () => t({ message: 'All', comment: 'appointments of all days' }),
});

/** Matches a screen that is wide enough for all filters in one row. */
const ROW_FITS_QUERY = '(min-width: 64rem)';

interface AppointmentFilterBarProps {
  search: AppointmentsSearch;
  /** The days that the list shows. */
  days: DateRange;
  /** The IANA zone that decides what "today" means in typed dates. */
  zone: string;
  reference: AppointmentReference;
  /** The names of lists that could not be loaded. */
  unloaded: readonly string[];
  onChange: (changes: Partial<AppointmentsSearch>) => void;
}

/** Days, search and filters of the list. On narrow screens the filters are behind a button. */
export function AppointmentFilterBar({ search, days, zone, reference, unloaded, onChange }: AppointmentFilterBarProps) {
  const fits = useMedia(ROW_FITS_QUERY);
  const panel = useId();
  const offeredFilters = filters.filter(
    ({ kind }) => kind !== 'store' || reference.directory.company.stores.length > 1,
  );
  const count = offeredFilters.filter(({ param }) => search[param] !== undefined).length;
  const [isOpen, setOpen] = useState(false);
  const [clearCount, setClearCount] = useState(0);
  return (
    <div className="flex flex-col gap-2 border-y border-line bg-surface px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <DayChoice
          presets={presets.map((value) => ({ value, label: presetTexts[value] }))}
          preset={findPreset(search) ?? undefined}
          onPreset={(when) => onChange({ when, from: undefined, to: undefined, sort: undefined })}
          days={days}
          zone={zone}
          onChange={({ from, to }) => {
            const isOpenEnded = from === undefined && to === undefined;
            onChange({ from, to, when: isOpenEnded ? 'all' : undefined });
          }}
        />
        <SearchField
          key={clearCount}
          label={t`Search appointments`}
          value={search.q}
          onChange={(q) => onChange({ q })}
        />
        {fits ? null : (
          <Button compact aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
            <SlidersHorizontal aria-hidden="true" size={13} />
            {t`Filters`}
            {count > 0 ? ` · ${count.toLocaleString(shownLocale)}` : ''}
          </Button>
        )}
      </div>
      <div
        id={panel}
        hidden={!fits && !isOpen}
        className="flex max-h-[40dvh] flex-wrap items-center gap-2 overflow-y-auto lg:max-h-none lg:overflow-visible"
      >
        {fits || isOpen
          ? offeredFilters.map((filter) => {
              const chosen = search[filter.param] ?? [];
              const isUnloaded = 'names' in filter && unloaded.includes(filter.names);
              return (
                <FilterCombobox
                  key={filter.param}
                  label={filter.label()}
                  className="w-32 max-lg:grow"
                  {...(isUnloaded
                    ? {
                        empty: t({
                          message: 'Couldn’t be loaded.',
                          comment: 'In place of a list of names to filter by',
                        }),
                      }
                    : {})}
                  options={filterOptions(filter, reference, chosen)}
                  chosen={chosen}
                  onChange={(values) => onChange({ [filter.param]: values.length > 0 ? values : undefined })}
                />
              );
            })
          : null}
        {hasFilters(search) ? (
          <Button
            compact
            tone="quiet"
            onClick={() => {
              setClearCount(clearCount + 1);
              onChange(noFilters);
            }}
          >
            {texts.clearFilters}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
