import { ChevronLeft, ChevronRight, Plus, Store } from 'lucide-react';
import { DateInput } from '#app/components/date-input.tsx';
import { Popover } from '#app/components/popover.tsx';
import { addDays } from '#app/scheduling/calendar-day.ts';
import { dateText } from '#app/scheduling/time-text.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { type BoardScreenView, boardScreenViews, viewLabels } from './board-views.ts';

interface BoardHeaderProps {
  date: string;
  today: string;
  view: BoardScreenView;
  stores: readonly ReceivedStore[];
  storeIds: readonly string[];
  /** Null while booking is possible; otherwise why it is not. */
  bookingRefusal: string | null;
  onDate: (date: string) => void;
  onView: (view: BoardScreenView) => void;
  onStores: (storeIds: string[]) => void;
  onBook: () => void;
}

const iconButton = 'grid size-9 place-items-center rounded-md text-ink hover:bg-sunken';

/** Day, stores, view, search and the way to a new booking. */
export function BoardHeader(props: BoardHeaderProps) {
  const { date, today, view, stores, storeIds, bookingRefusal } = props;
  const step = view === 'week' ? 7 : 1;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <nav aria-label="Day" className="flex items-center">
        <button
          type="button"
          aria-label="Previous day"
          title="Previous day (Alt ←)"
          className={iconButton}
          onClick={() => props.onDate(addDays(date, -step))}
        >
          <ChevronLeft aria-hidden="true" size={18} />
        </button>
        <button
          type="button"
          aria-current={date === today ? 'date' : undefined}
          title="Today (t)"
          className="h-9 rounded-md border border-line-strong bg-surface px-3 text-sm font-medium hover:bg-sunken aria-[current]:border-accent aria-[current]:text-accent"
          onClick={() => props.onDate(today)}
        >
          Today
        </button>
        <button
          type="button"
          aria-label="Next day"
          title="Next day (Alt →)"
          className={iconButton}
          onClick={() => props.onDate(addDays(date, step))}
        >
          <ChevronRight aria-hidden="true" size={18} />
        </button>
      </nav>
      <DateInput
        label="Date"
        required
        value={date}
        onDate={props.onDate}
        className="h-9 rounded-md border border-line-strong bg-surface px-2 text-sm"
      />
      <h1 className="min-w-0 grow truncate text-sm font-semibold max-sm:order-1 max-sm:basis-44 sm:text-lg">
        {dateText(date)}
      </h1>
      <Popover
        label={`Stores: ${namesOf(stores, storeIds)}`}
        buttonClass="flex h-9 max-w-44 max-sm:order-1 sm:max-w-56 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 text-sm hover:bg-sunken"
        button={
          <>
            <Store aria-hidden="true" size={15} className="shrink-0 text-muted" />
            <span className="truncate">{namesOf(stores, storeIds)}</span>
          </>
        }
      >
        <StoreChoice stores={stores} storeIds={storeIds} onStores={props.onStores} />
      </Popover>
      <fieldset className="flex min-w-0 rounded-md border max-sm:order-2 max-sm:grow border-line-strong bg-surface p-0.5">
        <legend className="sr-only">View</legend>
        {boardScreenViews.map((choice) => (
          <label
            key={choice}
            className="relative flex h-7.5 cursor-pointer items-center justify-center rounded max-sm:grow px-2 text-xs font-medium has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="view"
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              checked={view === choice}
              onChange={() => props.onView(choice)}
            />
            {viewLabels[choice]}
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        aria-disabled={bookingRefusal !== null}
        title={bookingRefusal ?? 'New appointment (n)'}
        onClick={props.onBook}
        className="flex h-9 items-center gap-1.5 rounded-md bg-accent max-sm:ml-auto px-3 text-sm font-semibold text-on-accent hover:bg-accent-strong aria-disabled:bg-sunken aria-disabled:text-muted"
      >
        <Plus aria-hidden="true" size={16} />
        <span className="max-sm:sr-only">New appointment</span>
      </button>
    </header>
  );
}

function namesOf(stores: readonly ReceivedStore[], storeIds: readonly string[]): string {
  const names = stores.filter((store) => storeIds.includes(store.id)).map((store) => store.name);
  if (names.length === stores.length && names.length > 1) return 'All stores';
  return names.join(', ') || 'All stores';
}

interface StoreChoiceProps {
  stores: readonly ReceivedStore[];
  storeIds: readonly string[];
  onStores: (storeIds: string[]) => void;
}

function StoreChoice({ stores, storeIds, onStores }: StoreChoiceProps) {
  return (
    <fieldset className="flex min-w-52 flex-col">
      <legend className="sr-only">Stores</legend>
      {stores.map((store) => {
        const chosen = storeIds.includes(store.id);
        return (
          <label key={store.id} className="flex items-center gap-2.5 rounded px-2 py-1.5 text-sm hover:bg-accent-soft">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={chosen}
              disabled={chosen && storeIds.length === 1}
              onChange={() =>
                onStores(stores.map(({ id }) => id).filter((id) => (id === store.id ? !chosen : storeIds.includes(id))))
              }
            />
            {store.name}
          </label>
        );
      })}
    </fieldset>
  );
}
