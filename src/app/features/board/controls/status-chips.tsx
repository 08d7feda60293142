import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { ScrollRow } from '#app/components/scroll-row.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { shownLocale } from '#app/language/shown-language.ts';

const chipClass = 'flex h-7 items-center gap-1 rounded-full border px-1.5 whitespace-nowrap';

/** Placeholders that resemble the chips while the statuses load. */
const chipOutlines = Array.from({ length: 8 }, (_, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: the outlines never change.
  <span key={index} aria-hidden="true" className={`${chipClass} w-13 shrink-0 border-line bg-sunken`} />
));

interface StatusChipsProps {
  /** Whether the statuses are loaded. */
  isLoaded: boolean;
  /** Whether the counts are known. */
  isCounted: boolean;
}

/** A chip for each status. Labels are shown where there is room; those without appointments lose theirs first. */
export function StatusChips({ isLoaded, isCounted }: StatusChipsProps) {
  const { choice, facets, onChange } = useBoard();
  const chosen = choice.filters.statuses;
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // Scrolls active filters into view when the calendar opens.
    if (isLoaded)
      group.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isLoaded]);
  const chips = (isLoaded ? facets.statuses : []).map(({ display, count }) => {
    const isPressed = chosen.includes(display.value);
    return { display, count, isPressed, isEmpty: isCounted && count === 0 && !isPressed };
  });
  return (
    <ScrollRow
      className="w-full md:w-auto md:grow"
      contentClass="max-md:w-auto"
      // The same for every day, so that no label appears or disappears when the day changes.
      words={`${isCounted} ${chips.map(({ display }) => display.label).join()}`}
    >
      <fieldset ref={group} aria-busy={!isLoaded} className="flex gap-1 p-[3px] max-md:flex-wrap max-md:gap-1.5">
        <legend className="sr-only">{t`Status`}</legend>
        {isLoaded ? null : chipOutlines}
        {chips.map(({ display, count, isPressed, isEmpty }) => {
          const { value, label, tint } = display;
          const countText = isCounted ? count.toLocaleString(shownLocale) : '';
          // The visible text as it is, for people who speak it to press the chip.
          const name = `${label} ${countText}`.trim();
          return (
            <button
              key={value}
              type="button"
              aria-pressed={isPressed}
              aria-label={name}
              title={name}
              onClick={() => {
                const statuses = isPressed ? chosen.filter((one) => one !== value) : [...chosen, value];
                onChange({ filters: { statuses } });
              }}
              className={`${chipClass} ${isEmpty ? 'border-dashed border-line text-muted hover:bg-sunken' : tint} aria-pressed:ring-2 aria-pressed:ring-current`}
            >
              <StatusIcon status={value} />
              <bdi data-word={isEmpty ? 'minor' : isPressed ? 'major' : ''} className="md:data-dropped:hidden">
                {label}
              </bdi>
              <span className="min-w-[2ch] text-end font-semibold tabular-nums">{countText}</span>
            </button>
          );
        })}
      </fieldset>
    </ScrollRow>
  );
}
