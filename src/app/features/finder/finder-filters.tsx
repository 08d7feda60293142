import { t } from '@lingui/core/macro';
import { Search, SlidersHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { shortId } from '#app/api/directory.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { Button } from '#app/components/button.tsx';
import { FilterCombobox, type FilterOption } from '#app/components/filter-combobox.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { useBufferedText } from '#app/components/use-buffered-text.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { zoneOfStore } from '#app/scheduling/calendar-day.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { FinderReference } from './appointment-names.ts';
import { DayRange, ranges } from './day-range.tsx';
import { documented, enumOptions, idShown, idTyped, idWords, type SeenValues } from './filter-values.ts';
import { type FinderSearch, NONE } from './finder-search.ts';
import { ClientFilter, PetFilter } from './lookup-field.tsx';

/** A list of names that could not be loaded. */
export type Unloaded = 'vets' | 'types' | 'enums';

interface FinderFiltersProps {
  search: FinderSearch;
  reference: FinderReference;
  seen: SeenValues;
  /** How often all filters were cleared: text that is not applied yet is cleared with them. */
  cleared: number;
  unloaded: readonly Unloaded[];
  onChange: (changes: Partial<FinderSearch>) => void;
}

const DEBOUNCE_MS = 300;
/** Where the everyday filters fit into one row. */
const ROW_FITS = '(min-width: 76rem)';
/** Where the open filters leave enough of the list visible. */
const ROOMY = '(min-width: 40rem) and (min-height: 35rem)';

/** The everyday filters in a row, all others behind a button. */
export function FinderFilters({ search, reference, seen, cleared, unloaded, onChange }: FinderFiltersProps) {
  const { directory, statuses, categories, origins } = reference;
  const employees = [...directory.employees.values()].sort((a, b) => a.name.localeCompare(b.name, shownLocale));
  const types = [...directory.types.values()].sort((a, b) => a.name.localeCompare(b.name, shownLocale));
  // Where a company lists no stores, they are taken from its appointments.
  const stores = directory.company.stores.length > 0 ? directory.company.stores : seen.stores;
  const rooms = stores.flatMap((store) =>
    store.rooms.map((room) => ({ value: room.id, label: factsText([store.name, room.name]) })),
  );
  const lists: ListFilter[] = [
    {
      param: 'status',
      label: t`Status`,
      options: enumOptions(statuses, documented.statuses, seen.statuses),
    },
    {
      param: 'vet',
      label: t`Vet`,
      options: [{ value: NONE, label: words.unassigned }, ...employees.map(namedOption)],
    },
    {
      param: 'category',
      label: t`Category`,
      options: enumOptions(categories, documented.categories, seen.categories),
    },
    { param: 'store', label: t`Store`, options: stores.map(namedOption) },
    {
      param: 'origin',
      label: t`Origin`,
      options: enumOptions(origins, documented.origins, seen.origins),
    },
    {
      param: 'type',
      label: t`Visit type`,
      options: [{ value: NONE, label: t`No type` }, ...types.map(namedOption)],
    },
    {
      param: 'room',
      label: t`Room`,
      options: [{ value: NONE, label: words.noRoom }, ...rooms],
    },
  ];
  const rowFits = useMedia(ROW_FITS);
  const inRow = rowFits ? lists.filter(({ param }) => EVERY_DAY.has(param)) : [];
  const folded: readonly (keyof FinderSearch)[] = [
    ...lists.filter((list) => !inRow.includes(list)).map(({ param }) => param),
    ...(rowFits ? [] : DATES),
    ...MORE,
  ];
  const more = folded.filter((param) => search[param] !== undefined).length;
  // On a phone the filters start folded, so that the list is visible.
  const [open, setOpen] = useState(() => more > 0 && matchMedia(ROOMY).matches);
  const panel = useId();
  const combobox = ({ param, label, options }: ListFilter, className: string) => (
    <FilterCombobox
      key={param}
      label={label}
      className={className}
      {...(NAMED_BY[param] && unloaded.includes(NAMED_BY[param])
        ? { empty: t({ message: 'Could not be loaded.', comment: 'In place of a list of names to filter by' }) }
        : {})}
      options={withUnknown(param, options, search[param])}
      chosen={search[param] ?? []}
      onChange={(chosen) => onChange({ [param]: chosen.length > 0 ? chosen : undefined })}
    />
  );
  const [firstStore] = directory.company.stores;
  const zone = firstStore ? zoneOfStore(firstStore, directory.fallbackZone) : directory.fallbackZone;
  const dates = (
    <DayRange
      key={`dates ${cleared}`}
      zone={zone}
      legend={t`Appointment date`}
      legendShown
      fromLabel={t({ message: 'Date from', comment: 'Filter: the first day of appointments' })}
      toLabel={t({ message: 'Date to', comment: 'Filter: the last day of appointments' })}
      from={search.from}
      to={search.to}
      onChange={(from, to) => onChange({ from, to })}
    />
  );
  return (
    <div className="border-y border-line bg-surface px-3 py-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <TitleSearch key={`search ${cleared}`} value={search.q} onChange={(q) => onChange({ q })} />
        {rowFits ? dates : null}
        {inRow.map((list) => combobox(list, 'w-28 2xl:w-36'))}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
          className="flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line-strong px-2 text-xs font-medium whitespace-nowrap hover:bg-sunken aria-expanded:border-accent"
        >
          <SlidersHorizontal aria-hidden="true" size={13} /> {t`More filters`}
          {more > 0 ? ` · ${more.toLocaleString(shownLocale)}` : ''}
        </button>
      </div>
      <div id={panel} hidden={!open} className="max-h-[45dvh] overflow-y-auto">
        {open ? (
          <>
            <div className="flex flex-wrap gap-2 py-1.5">
              {rowFits ? null : dates}
              {lists.filter((list) => !inRow.includes(list)).map((list) => combobox(list, 'w-36'))}
            </div>
            <MoreFilters key={`more ${cleared}`} {...{ search, zone, onChange }} companyId={directory.company.id}>
              <Button
                compact
                className="self-end"
                onClick={() => onChange(Object.fromEntries(folded.map((param) => [param, undefined])))}
              >
                {t({ message: 'Clear these', context: 'verb: empties the filters of this panel' })}
              </Button>
            </MoreFilters>
          </>
        ) : null}
      </div>
    </div>
  );
}

interface ListFilter {
  param: ListParam;
  label: string;
  options: FilterOption[];
}

type ListParam = 'status' | 'vet' | 'category' | 'store' | 'origin' | 'type' | 'room';

const NAMED_BY: Partial<Record<ListParam, Unloaded>> = {
  status: 'enums',
  category: 'enums',
  origin: 'enums',
  vet: 'vets',
  type: 'types',
};
/** The filters in the row; the others are behind the button. */
const EVERY_DAY: ReadonlySet<ListParam> = new Set<ListParam>(['status', 'vet', 'category', 'store']);
const DATES = ['from', 'to'] as const;
const named: ReadonlySet<ListParam> = new Set<ListParam>(['vet', 'store', 'type', 'room']);

/** The options with chosen ones that no list has, such as from a link, so that they can be seen and removed. */
function withUnknown(param: ListParam, options: FilterOption[], chosen: readonly string[] = []): FilterOption[] {
  const unknown = chosen.filter((value) => options.every((option) => option.value !== value));
  return [...options, ...unknown.map((value) => ({ value, label: named.has(param) ? shortId(value) : value }))];
}

const namedOption = ({ id, name }: { id: string; name: string }): FilterOption => ({
  value: id,
  label: name || shortId(id),
});

interface TypedFilter {
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}

/** A filter by a text, which is applied with Enter, and at a pause in the typing unless `pauseMs` is null. */
function useTypedFilter({ value, onChange }: TypedFilter, pauseMs: number | null) {
  const { text, onType, commit } = useBufferedText({
    value: value ?? '',
    settle: (typed) => typed.trim(),
    pauseMs,
    onCommit: (settled) => onChange(settled || undefined),
  });
  const onKeyDown = ({ key }: KeyboardEvent) => (key === 'Enter' ? commit() : undefined);
  return { text, onType, commit, onKeyDown };
}

/** Applies the text at a pause in the typing: each search costs a request of the shared budget. */
function TitleSearch(filter: TypedFilter) {
  const { text, onType, onKeyDown } = useTypedFilter(filter, DEBOUNCE_MS);
  return (
    <div className="relative min-w-24 grow basis-24 sm:max-w-72">
      <Search aria-hidden="true" size={13} className="pointer-events-none absolute top-2 start-2 text-muted" />
      <input
        type="search"
        aria-label={t({ message: 'Search titles', comment: 'Searches the titles of appointments' })}
        placeholder={t`Search titles`}
        maxLength={200}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-7 w-full rounded-md border border-line-strong bg-surface pe-1 ps-7 text-xs placeholder:text-muted"
      />
    </div>
  );
}

/** Applies the text with Enter or on leaving the field: a part of a title or of an id matches nothing. */
function TextFilter({ label, ...filter }: TypedFilter & { label: string }) {
  const { text, onType, commit, onKeyDown } = useTypedFilter(filter, null);
  return <TextField label={label} value={text} onChange={onType} onBlur={() => commit()} onKeyDown={onKeyDown} />;
}

const texts = [
  {
    label: () => t({ message: 'Exact title', comment: 'Filter by the whole title of an appointment' }),
    param: 'title',
    isId: false,
  },
  {
    label() {
      const { none, any } = idWords;
      return t({ message: `Invoice id, “${none}” or “${any}”`, comment: 'The words in quotes can be typed' });
    },
    param: 'invoice',
    isId: true,
  },
  {
    label() {
      const { none, any } = idWords;
      return t({ message: `Billing context id, “${none}” or “${any}”`, comment: 'The words in quotes can be typed' });
    },
    param: 'billing',
    isId: true,
  },
] as const;

const MORE = [
  'pet',
  'client',
  'checkedIn',
  ...ranges.flatMap(({ from, to }) => [from, to]),
  ...texts.map(({ param }) => param),
] as const satisfies (keyof FinderSearch)[];

interface MoreFiltersProps extends Pick<FinderFiltersProps, 'search' | 'onChange'> {
  companyId: string;
  /** The IANA zone whose today counts. */
  zone: string;
  children: ReactNode;
}

function MoreFilters({ search, companyId, zone, onChange, children }: MoreFiltersProps) {
  return (
    <div className="grid gap-x-4 gap-y-2.5 py-1.5 sm:grid-cols-2 lg:grid-cols-3">
      <PetFilter companyId={companyId} value={search.pet} onChange={(pet) => onChange({ pet })} />
      <ClientFilter companyId={companyId} value={search.client} onChange={(client) => onChange({ client })} />
      {ranges.map(({ legend, fromLabel, toLabel, from, to }) => (
        <div key={from} className="flex flex-col gap-1">
          <span className="text-xs font-semibold">{legend()}</span>
          <DayRange
            zone={zone}
            legend={legend()}
            fromLabel={fromLabel()}
            toLabel={toLabel()}
            from={search[from]}
            to={search[to]}
            onChange={(first, last) => onChange({ [from]: first, [to]: last })}
          />
        </div>
      ))}
      <label className="flex flex-col gap-1 text-xs font-semibold">
        {t`Has checked in`}
        <select
          value={search.checkedIn ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ checkedIn: value === 'yes' || value === 'no' ? value : undefined })
          }
          className="h-9 rounded-md border border-line-strong bg-surface px-1.5 font-normal"
        >
          <option value="">{t({ message: 'Either', comment: 'Has checked in: yes or no, it does not matter' })}</option>
          <option value="yes">{t`Yes`}</option>
          <option value="no">{t`No`}</option>
        </select>
      </label>
      {texts.map(({ label, param, isId }) => (
        <TextFilter
          key={param}
          label={label()}
          value={isId ? search[param] && idShown(search[param]) : search[param]}
          onChange={(text) => onChange({ [param]: isId ? text && idTyped(text) : text })}
        />
      ))}
      {children}
    </div>
  );
}
