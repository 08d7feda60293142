import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { shortId } from '#app/api/directory.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { Button } from '#app/components/button.tsx';
import { DateInput } from '#app/components/date-input.tsx';
import { FilterCombobox, type FilterOption } from '#app/components/filter-combobox.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { useBufferedText } from '#app/components/use-buffered-text.ts';
import { words } from '#app/text/words.ts';
import { documented, enumOptions, type SeenValues } from './filter-options.ts';
import type { FinderReference } from './finder-names.ts';
import { type FinderSearch, NONE } from './finder-search.ts';
import { ClientFilter, PetFilter } from './lookup-field.tsx';

/** A list of names for the filters that could not be loaded. */
export type Unloaded = 'vets' | 'types' | 'enums';

interface FinderFiltersProps {
  search: FinderSearch;
  reference: FinderReference;
  seen: SeenValues;
  /** How often all filters were cleared: what is typed and not sent yet goes with them. */
  cleared: number;
  unloaded: readonly Unloaded[];
  onChange: (changes: Partial<FinderSearch>) => void;
}

const TYPING_MS = 300;
/** Where all that is wanted every day has room in one row. */
const ROW_FITS = '(min-width: 72rem)';
/** Where the unfolded filters leave enough of the list to see. */
const ROOMY = '(min-width: 40rem) and (min-height: 35rem)';

/** The filters that are wanted every day in a row, all others behind one button. */
export function FinderFilters({ search, reference, seen, cleared, unloaded, onChange }: FinderFiltersProps) {
  const { directory, statuses, categories, origins } = reference;
  const employees = [...directory.employees.values()].sort((a, b) => a.name.localeCompare(b.name));
  const types = [...directory.types.values()].sort((a, b) => a.name.localeCompare(b.name));
  // A company that lists no stores has those of its appointments.
  const stores = directory.company.stores.length > 0 ? directory.company.stores : seen.stores;
  const rooms = stores.flatMap((store) =>
    store.rooms.map((room) => ({ value: room.id, label: `${store.name}, ${room.name}` })),
  );
  const lists: ListFilter[] = [
    {
      param: 'status',
      label: 'Status',
      placeholder: 'Status',
      options: enumOptions(statuses, documented.statuses, seen.statuses),
    },
    {
      param: 'vet',
      label: 'Vet',
      placeholder: 'Vet',
      options: [{ value: NONE, label: words.unassigned }, ...employees.map(namedOption)],
    },
    {
      param: 'category',
      label: 'Category',
      placeholder: 'Category',
      options: enumOptions(categories, documented.categories, seen.categories),
    },
    { param: 'store', label: 'Store', placeholder: 'Store', options: stores.map(namedOption) },
    {
      param: 'origin',
      label: 'Origin',
      placeholder: 'Origin',
      options: enumOptions(origins, documented.origins, seen.origins),
    },
    {
      param: 'type',
      label: 'Visit type',
      placeholder: 'Visit type',
      options: [{ value: NONE, label: 'No type' }, ...types.map(namedOption)],
    },
    {
      param: 'room',
      label: 'Room',
      placeholder: 'Room',
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
  // On a phone the list itself comes first.
  const [open, setOpen] = useState(() => more > 0 && matchMedia(ROOMY).matches);
  const panel = useId();
  const combobox = ({ param, label, placeholder, options }: ListFilter, className: string) => (
    <FilterCombobox
      key={param}
      label={label}
      placeholder={placeholder}
      className={className}
      {...(NAMED_BY[param] && unloaded.includes(NAMED_BY[param]) ? { empty: 'Could not be loaded.' } : {})}
      options={withUnknown(param, options, search[param])}
      chosen={search[param] ?? []}
      onChange={(chosen) => onChange({ [param]: chosen.length > 0 ? chosen : undefined })}
    />
  );
  const dates = (
    <DayRange
      label="Date"
      legend="Appointment date"
      from={search.from}
      to={search.to}
      onChange={(from, to) => onChange({ from, to })}
    />
  );
  return (
    <div className="border-y border-line bg-surface px-3 py-1.5">
      <div className="flex items-center gap-2">
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
          <SlidersHorizontal aria-hidden="true" size={13} /> More filters{more > 0 ? ` · ${more}` : ''}
        </button>
      </div>
      <div id={panel} hidden={!open} className="max-h-[45dvh] overflow-y-auto">
        {open ? (
          <>
            <div className="flex flex-wrap gap-2 py-1.5">
              {rowFits ? null : dates}
              {lists.filter((list) => !inRow.includes(list)).map((list) => combobox(list, 'w-36'))}
            </div>
            <MoreFilters search={search} companyId={directory.company.id} onChange={onChange}>
              <Button
                compact
                className="self-end"
                onClick={() => onChange(Object.fromEntries(folded.map((param) => [param, undefined])))}
              >
                Clear these
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
  placeholder: string;
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
/** The lists that stand in the row; the others are asked for. */
const EVERY_DAY: ReadonlySet<ListParam> = new Set<ListParam>(['status', 'vet', 'category', 'store']);
const DATES = ['from', 'to'] as const;
const named: ReadonlySet<ListParam> = new Set<ListParam>(['vet', 'store', 'type', 'room']);

/** The options with those of a link that no list knows: they can be seen and taken out like the others. */
function withUnknown(param: ListParam, options: FilterOption[], chosen: readonly string[] = []): FilterOption[] {
  const unknown = chosen.filter((value) => options.every((option) => option.value !== value));
  return [...options, ...unknown.map((value) => ({ value, label: named.has(param) ? shortId(value) : value }))];
}

const trimmed = (text: string): string => text.trim();
const namedOption = ({ id, name }: { id: string; name: string }): FilterOption => ({
  value: id,
  label: name || shortId(id),
});

/** Sends once the typing pauses: each text is a request of the shared budget. */
function TitleSearch({ value, onChange }: { value: string | undefined; onChange: (q: string | undefined) => void }) {
  const { text, onType, commit } = useBufferedText({
    value: value ?? '',
    settle: trimmed,
    pauseMs: TYPING_MS,
    onCommit: (settled) => onChange(settled || undefined),
  });
  return (
    <div className="relative min-w-24 grow sm:max-w-72">
      <Search aria-hidden="true" size={13} className="pointer-events-none absolute top-2 start-2 text-muted" />
      <input
        type="search"
        aria-label="Search titles"
        placeholder="Search titles"
        maxLength={200}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
        className="h-7 w-full rounded-md border border-line-strong bg-surface pe-1 ps-7 text-xs placeholder:text-muted"
      />
    </div>
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}

/** Sends once the text is complete: a part of a title or of an id matches nothing. */
function TextFilter({ label, value, onChange }: TextFilterProps) {
  const { text, onType, commit } = useBufferedText({
    value: value ?? '',
    settle: trimmed,
    pauseMs: null,
    onCommit: (settled) => onChange(settled || undefined),
  });
  return (
    <TextField
      label={label}
      value={text}
      onChange={onType}
      onBlur={() => commit()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

interface DayRangeProps {
  label: string;
  /** Shown before the days where nothing else says what they are of. */
  legend?: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (from: string | undefined, to: string | undefined) => void;
}

/** Two days, both included, either of which may be open. */
function DayRange({ label, legend, from, to, onChange }: DayRangeProps) {
  const day = (name: string, value: string | undefined, change: (value: string | undefined) => void) => (
    <DateInput
      label={name}
      value={value ?? ''}
      onDate={(date) => change(date || undefined)}
      className="h-7 rounded-md border border-line-strong bg-surface px-1.5 text-xs"
    />
  );
  return (
    <fieldset className="flex shrink-0 flex-wrap items-center gap-1 text-xs text-muted">
      <legend className="sr-only">{legend ?? label}</legend>
      {legend ? <span aria-hidden="true">{legend}</span> : null}
      {day(`${label} from`, from, (value) => onChange(value, to))}–
      {day(`${label} to`, to, (value) => onChange(from, value))}
    </fieldset>
  );
}

const ranges = [
  { label: 'End', from: 'endFrom', to: 'endTo' },
  { label: 'Created', from: 'createdFrom', to: 'createdTo' },
  { label: 'Updated', from: 'updatedFrom', to: 'updatedTo' },
  { label: 'Checked in', from: 'inFrom', to: 'inTo' },
] as const;

const texts = [
  { label: 'Exact title', param: 'title' },
  { label: 'Invoice id, “none” or “any”', param: 'invoice' },
  { label: 'Billing context id, “none” or “any”', param: 'billing' },
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
  children: ReactNode;
}

function MoreFilters({ search, companyId, onChange, children }: MoreFiltersProps) {
  return (
    <div className="grid gap-x-4 gap-y-2.5 py-1.5 sm:grid-cols-2 lg:grid-cols-3">
      <PetFilter companyId={companyId} value={search.pet} onChange={(pet) => onChange({ pet })} />
      <ClientFilter companyId={companyId} value={search.client} onChange={(client) => onChange({ client })} />
      {ranges.map(({ label, from, to }) => (
        <div key={label} className="flex flex-col gap-1">
          <span className="text-xs font-semibold">{label}</span>
          <DayRange
            label={label}
            from={search[from]}
            to={search[to]}
            onChange={(first, last) => onChange({ [from]: first, [to]: last })}
          />
        </div>
      ))}
      <label className="flex flex-col gap-1 text-xs font-semibold">
        Has checked in
        <select
          value={search.checkedIn ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ checkedIn: value === 'yes' || value === 'no' ? value : undefined })
          }
          className="h-9 rounded-md border border-line-strong bg-surface px-1.5 font-normal"
        >
          <option value="">Either</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </select>
      </label>
      {texts.map(({ label, param }) => (
        <TextFilter key={param} label={label} value={search[param]} onChange={(text) => onChange({ [param]: text })} />
      ))}
      {children}
    </div>
  );
}
