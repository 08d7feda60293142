import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { Menu, MenuCheckbox, MenuLine } from '#app/components/menu.tsx';
import { ScrollRow } from '#app/components/scroll-row.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import type { Facets } from '#app/features/board/model/board-filters.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { hasEnded, isDimmed } from '#scheduling/visit.ts';

const chipClass =
  'relative flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-2 whitespace-nowrap overflow-clip';

/** Skeletons of the chips, shown while the statuses load. */
const chipOutlines = Array.from({ length: 6 }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: the outlines never change.
  <span key={index} aria-hidden="true" className={`${chipClass} w-13 border-line bg-sunken xl:w-26`} />
));

interface StatusChipsProps {
  /** Whether the statuses are loaded. */
  isLoaded: boolean;
  /** Whether the counts are known. */
  isCounted: boolean;
}

type StatusFacet = Facets['statuses'][number];

/** Whether appointments with a status are over, because they have taken place or will not take place. */
const isDone = ({ display: { value: status } }: StatusFacet) => hasEnded({ status }) || isDimmed({ status });

/**
 * A chip for each status, and one for all statuses of appointments that are over. Labels are shown where there is
 * space; chips without appointments lose their labels first.
 */
export function StatusChips({ isLoaded, isCounted }: StatusChipsProps) {
  const { choice, facets, onChange } = useBoard();
  const chosen = choice.filters.statuses;
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // Scrolls to the first active filter when the calendar opens.
    if (isLoaded)
      group.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isLoaded]);
  const statuses = isLoaded ? facets.statuses : [];
  const done = statuses.filter(isDone);
  const onStatuses = (changed: readonly string[]) => onChange({ filters: { statuses: changed } });
  return (
    <ScrollRow
      className="w-full md:w-auto md:grow"
      contentClass="max-md:w-auto"
      // Leaves out the counts, which depend on the day, so that no label appears or disappears when the day changes.
      words={`${isCounted} ${statuses.map(({ display }) => display.label).join()}`}
    >
      <fieldset ref={group} aria-busy={!isLoaded} className="flex gap-1 p-[3px] max-md:flex-wrap max-md:gap-1.5">
        <legend className="sr-only">{t`Status`}</legend>
        {isLoaded ? null : chipOutlines}
        {statuses.map((facet) => {
          const { value, label } = facet.display;
          const count = isCounted ? facet.count : null;
          // The statuses of appointments that are over share one chip, in the place of the first of them.
          if (facet === done[0]) return <DoneChip key={value} {...{ done, chosen, isCounted, onStatuses }} />;
          if (done.includes(facet)) return null;
          const isPressed = chosen.includes(value);
          return (
            <Chip
              key={value}
              {...{ label, count }}
              tint={facet.display.tint}
              icon={<StatusIcon status={value} />}
              isChosen={isPressed}
              aria-pressed={isPressed}
              onClick={() => onStatuses(isPressed ? chosen.filter((one) => one !== value) : [...chosen, value])}
            />
          );
        })}
      </fieldset>
    </ScrollRow>
  );
}

interface ChipProps extends ComponentProps<'button'> {
  label: string;
  /** Null while it is unknown. */
  count: number | null;
  /** The class for the colours of the chip. */
  tint: string;
  icon: ReactNode;
  isChosen: boolean;
}

function Chip({ label, count, tint, icon, isChosen, children, ...button }: ChipProps) {
  const countText = count === null ? '' : count.toLocaleString(shownLocale);
  // The name is the visible text, so that people who control the browser by voice can say it.
  const name = `${label} ${countText}`.trim();
  const isEmpty = count === 0 && !isChosen;
  return (
    <button
      {...button}
      type="button"
      aria-label={name}
      title={name}
      data-chosen={isChosen || undefined}
      className={`${chipClass} ${tint} status-chip hover:bg-sunken data-chosen:ring-2 data-chosen:ring-current ${isEmpty ? 'status-chip-empty' : ''}`}
    >
      {icon}
      <bdi
        data-word={isEmpty ? 'minor' : isChosen ? 'major' : ''}
        className="md:data-dropped:invisible md:data-dropped:absolute"
      >
        {label}
      </bdi>
      <span className="min-w-[1.5ch] text-end font-semibold tabular-nums">{countText}</span>
      {children}
    </button>
  );
}

interface DoneChipProps {
  /** The statuses that are over; at least one. */
  done: readonly StatusFacet[];
  /** All statuses in the filter. */
  chosen: readonly string[];
  isCounted: boolean;
  onStatuses: (statuses: readonly string[]) => void;
}

/** One chip for the statuses that are over, with a menu to choose among them. */
function DoneChip({ done, chosen, isCounted, onStatuses }: DoneChipProps) {
  const values = done.map(({ display }) => display.value);
  const chosenHere = values.filter((value) => chosen.includes(value));
  const others = chosen.filter((value) => !values.includes(value));
  const areAllChosen = chosenHere.length === values.length;
  const count = isCounted ? done.reduce((sum, facet) => sum + facet.count, 0) : null;
  const label = t({ message: 'Done', context: 'appointments that are over: completed, cancelled, no-show' });
  return (
    <Menu
      label={label}
      trigger={
        <Chip
          {...{ label, count }}
          tint={done[0]?.display.tint ?? ''}
          icon={<StatusIcon status={done[0]?.display.value ?? ''} />}
          isChosen={chosenHere.length > 0}
        >
          <ChevronDown aria-hidden="true" size={12} className="-ms-0.5 text-muted" />
        </Chip>
      }
    >
      <MenuCheckbox checked={areAllChosen} onChange={() => onStatuses(areAllChosen ? others : [...others, ...values])}>
        {t({ message: 'All done', context: 'appointments that are over: completed, cancelled, no-show' })}
      </MenuCheckbox>
      <MenuLine />
      {done.map(({ display: { value, label: text }, count: own }) => {
        const isChosen = chosenHere.includes(value);
        return (
          <MenuCheckbox
            key={value}
            checked={isChosen}
            onChange={() => onStatuses(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])}
          >
            <StatusIcon status={value} />
            <bdi className="grow">{text}</bdi>
            {isCounted ? <span className="ps-3 text-muted tabular-nums">{own.toLocaleString(shownLocale)}</span> : null}
          </MenuCheckbox>
        );
      })}
    </Menu>
  );
}
