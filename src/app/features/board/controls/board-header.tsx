import { t } from '@lingui/core/macro';
import { ChevronDown, ChevronLeft, ChevronRight, DoorOpen, Plus, Store } from 'lucide-react';
import { useMedia } from '#app/browser/use-media.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { Checkbox } from '#app/components/checkbox.tsx';
import { Popover } from '#app/components/popover.tsx';
import { SkipLink } from '#app/components/skip-link.tsx';
import { arrowBack, arrowOn } from '#app/language/line-direction.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { addDays } from '#app/scheduling/calendar-day.ts';
import {
  ALL_STORES,
  type BoardScreenView,
  boardScreenViews,
  type StoreChoice,
  viewLabels,
} from '#app/session/board-search.ts';
import { listText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedStore } from '#contract/received.ts';
import { headings } from './date-heading.ts';
import { DatePicker } from './date-picker.tsx';

/** Where the whole row of controls fits; below this width the less important ones move into menus. */
export const ROW_FITS = '(min-width: 1024px)';
/** Where dates are written in full. */
const DATES_FIT = '(min-width: 1200px)';

interface BoardHeaderProps {
  date: string;
  today: string;
  view: BoardScreenView;
  /** The ISO weekday that weeks begin with. */
  firstWeekday: number;
  stores: readonly ReceivedStore[];
  storeIds: readonly string[];
  /** Null while booking is possible; otherwise why it is not. */
  bookingRefusal: string | null;
  onDate: (date: string) => void;
  onView: (view: BoardScreenView) => void;
  onStores: (stores: StoreChoice) => void;
  onBook: () => void;
  onWalkIn: () => void;
}

const iconButton = 'grid h-8 w-8 shrink-0 place-items-center rounded-md text-ink hover:bg-sunken';
const control = 'h-8 rounded-md border border-line-strong bg-surface text-sm hover:bg-sunken';

/** Day, stores, view and the button for a new booking: one row, two on a phone. */
export function BoardHeader(props: BoardHeaderProps) {
  const { date, today, view, stores, storeIds, bookingRefusal } = props;
  const rowFits = useMedia(ROW_FITS);
  const length = useMedia(DATES_FIT) ? 'long' : 'short';
  const week = view === 'week';
  const step = week ? 7 : 1;
  const previous = week ? t`Previous week` : t`Previous day`;
  const next = week ? t`Next week` : t`Next day`;
  const keys = { previous: `Alt ${arrowBack}`, next: `Alt ${arrowOn}` };
  const heading = (of: typeof length) =>
    week ? headings.weekHeading(date, of, props.firstWeekday) : headings.dayHeading(date, of);
  const storeNames = namesOf(stores, storeIds);
  useTitle(`${heading('short')} · ${listText(storeNames)}`);
  return (
    <header className="flex h-[84px] shrink-0 flex-wrap items-center gap-x-2 px-2 sm:h-[48px] sm:flex-nowrap sm:px-3 xl:gap-x-3">
      <SkipLink to="board" stop='[data-appointment][tabindex="0"]'>
        {t`Skip to calendar`}
      </SkipLink>
      <div className="flex h-[44px] min-w-0 items-center max-sm:w-full">
        <button
          type="button"
          aria-label={previous}
          title={`${previous} (${keys.previous})`}
          className={iconButton}
          onClick={() => props.onDate(addDays(date, -step))}
        >
          <ChevronLeft aria-hidden="true" size={18} className="rtl:-scale-x-100" />
        </button>
        <button
          type="button"
          aria-current={date === today ? 'date' : undefined}
          title={`${words.today} (t)`}
          className={`${control} shrink-0 px-2.5 font-medium aria-[current]:border-accent aria-[current]:text-accent`}
          onClick={() => props.onDate(today)}
        >
          {words.today}
        </button>
        <button
          type="button"
          aria-label={next}
          title={`${next} (${keys.next})`}
          className={iconButton}
          onClick={() => props.onDate(addDays(date, step))}
        >
          <ChevronRight aria-hidden="true" size={18} className="rtl:-scale-x-100" />
        </button>
        <DatePicker
          date={date}
          today={today}
          heading={heading(length)}
          widest={headings.widestHeadings(length)}
          week={week}
          firstWeekday={props.firstWeekday}
          onDate={props.onDate}
        />
      </div>
      <div className="flex h-[40px] min-w-0 grow items-center gap-x-2 max-sm:w-full xl:gap-x-3">
        <StoreMenu stores={stores} storeIds={storeIds} names={storeNames} onStores={props.onStores} />
        {rowFits ? (
          <ViewSegments view={view} onView={props.onView} />
        ) : (
          <ViewSelect view={view} onView={props.onView} />
        )}
        <button
          type="button"
          aria-disabled={bookingRefusal !== null}
          aria-label={words.walkIn}
          title={bookingRefusal ?? `${words.walkIn} (w)`}
          onClick={props.onWalkIn}
          className={`${control} ms-auto flex shrink-0 items-center gap-1.5 px-2 font-medium whitespace-nowrap aria-disabled:bg-sunken aria-disabled:text-muted`}
        >
          <DoorOpen aria-hidden="true" size={16} className="shrink-0" />
          <span className="max-[1439px]:hidden">{words.walkIn}</span>
        </button>
        <button
          type="button"
          aria-disabled={bookingRefusal !== null}
          title={bookingRefusal ?? `${words.newAppointment} (n)`}
          onClick={props.onBook}
          className="flex h-8 shrink-0 items-center gap-1.5 rounded-md bg-accent px-3 text-sm font-semibold whitespace-nowrap text-on-accent hover:bg-accent-strong aria-disabled:bg-sunken aria-disabled:text-muted"
        >
          <Plus aria-hidden="true" size={16} className="shrink-0" />
          <span className="max-[1199px]:sr-only">{words.newAppointment}</span>
          <span aria-hidden="true" className="min-[1200px]:hidden max-[767px]:hidden">
            {t({ message: 'New', context: 'a new appointment' })}
          </span>
        </button>
      </div>
    </header>
  );
}

interface ViewProps {
  view: BoardScreenView;
  onView: (view: BoardScreenView) => void;
}

const viewWord = () => t({ message: 'View', context: 'noun', comment: 'how the board shows the day' });

function ViewSegments({ view, onView }: ViewProps) {
  return (
    <fieldset className="flex h-8 shrink-0 rounded-md border border-line-strong bg-surface p-0.5">
      <legend className="sr-only">{viewWord()}</legend>
      {boardScreenViews.map((choice, index) => (
        <label
          key={choice}
          title={`${viewLabels[choice]} (${index + 1})`}
          className="relative flex cursor-pointer items-center rounded px-2 text-xs font-medium whitespace-nowrap hover:bg-sunken has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="view"
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            checked={view === choice}
            onChange={() => onView(choice)}
          />
          {viewLabels[choice]}
        </label>
      ))}
    </fieldset>
  );
}

function ViewSelect({ view, onView }: ViewProps) {
  return (
    <select
      aria-label={viewWord()}
      value={view}
      onChange={({ target }) => {
        const chosen = boardScreenViews.find((choice) => choice === target.value);
        if (chosen) onView(chosen);
      }}
      className={`${control} shrink-0 px-1.5`}
    >
      {boardScreenViews.map((choice) => (
        <option key={choice} value={choice}>
          {viewLabels[choice]}
        </option>
      ))}
    </select>
  );
}

const allStores = () => t`All stores`;

function namesOf(stores: readonly ReceivedStore[], storeIds: readonly string[]): string[] {
  const names = stores.filter((store) => storeIds.includes(store.id)).map((store) => store.name);
  return names.length === 0 || (names.length === stores.length && names.length > 1) ? [allStores()] : names;
}

interface StoreMenuProps {
  stores: readonly ReceivedStore[];
  storeIds: readonly string[];
  /** Names of the chosen stores. */
  names: readonly string[];
  onStores: (stores: StoreChoice) => void;
}

/** Chooses stores: several by their checkboxes, a single one by its name. */
export function StoreMenu({ stores, storeIds, names, onStores }: StoreMenuProps) {
  const [first = allStores(), ...others] = names;
  const all = stores.map(({ id }) => id);
  const chosenStores = listText(names);
  return (
    <Popover
      label={t({ message: `Store: ${chosenStores}`, comment: 'a location of the practice' })}
      panelLabel={t({ message: 'Store', comment: 'a location of the practice' })}
      title={chosenStores}
      buttonClass={`${control} flex min-w-20 items-center gap-1.5 px-2 max-sm:grow`}
      button={
        <>
          <Store aria-hidden="true" size={15} className="shrink-0 text-muted" />
          <bdi className="min-w-0 truncate">{first}</bdi>
          {others.length > 0 ? (
            <span className="shrink-0 font-semibold">+{others.length.toLocaleString(shownLocale)}</span>
          ) : null}
          <ChevronDown aria-hidden="true" size={14} className="ms-auto shrink-0 text-muted" />
        </>
      }
    >
      {(close) => {
        const choose = (choice: StoreChoice) => {
          close();
          onStores(choice);
        };
        function toggle(id: string, chosen: boolean) {
          const ids = all.filter((other) => (other === id ? !chosen : storeIds.includes(other)));
          onStores(ids.length === all.length ? ALL_STORES : ids);
        }
        return (
          <div className="flex min-w-52 flex-col text-sm">
            {stores.map(({ id, name }) => {
              const chosen = storeIds.includes(id);
              return (
                <div key={id} className="flex items-center rounded hover:bg-accent-soft">
                  <label className="grid size-8 shrink-0 place-items-center">
                    <Checkbox
                      aria-label={name}
                      checked={chosen}
                      // At least one store stays chosen: a board without stores shows nothing.
                      disabled={chosen && storeIds.length === 1}
                      onChange={() => toggle(id, chosen)}
                    />
                  </label>
                  <button
                    type="button"
                    aria-current={chosen && storeIds.length === 1 ? 'true' : undefined}
                    className="min-h-8 grow pe-3 text-start aria-[current]:font-semibold"
                    onClick={() => choose([id])}
                  >
                    <bdi>{name}</bdi>
                  </button>
                </div>
              );
            })}
            {stores.length > 1 ? (
              <button
                type="button"
                className="mt-1 min-h-8 rounded border-t border-line ps-8 text-start hover:bg-accent-soft"
                onClick={() => choose(ALL_STORES)}
              >
                {allStores()}
              </button>
            ) : null}
          </div>
        );
      }}
    </Popover>
  );
}
