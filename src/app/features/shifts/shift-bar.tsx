import { Tooltip } from '@base-ui/react/tooltip';
import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { factsText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { CellSpan } from './hours-axis.ts';
import { type BarContext, barTexts, describeBar, ownerName } from './shift-text.ts';
import { useShiftsTable } from './shifts-context.ts';
import type { Bar, DayCell } from './shifts-week.ts';

/** The CSS position and width for a part of a cell. */
export function spanStyle({ from, to }: CellSpan): CSSProperties {
  return { '--from': from, '--to': to } as CSSProperties;
}

interface ShiftBarProps {
  bar: Bar;
  cell: DayCell;
  shown: BarContext;
}

/** The bar of an entry. It shows as much of its text as fits. Its card and its accessible name have all of it. */
export function ShiftBar({ bar, cell, shown }: ShiftBarProps) {
  const { unsaved, movingId, actions, card, storeName } = useShiftsTable();
  const { id } = bar.entry;
  const { text, shorter } = barTexts(bar, shown);
  const isUnsaved = unsaved.has(id);
  const name = describeBar(bar, shown);
  const breaks = bar.kind === 'shift' ? cell.bars.filter(({ kind }) => kind === 'break') : [];
  const isElsewhere = bar.kind === 'elsewhere';
  /** A shift at another store has a menu only if the person has access to that store. */
  const hasMenu = !isElsewhere || storeName(bar.entry.storeId ?? '') !== null;
  const lines = [
    name,
    ...breaks.map((one) => describeBar(one, shown)),
    ...(isUnsaved ? [texts.notSavedYet] : []),
    ...(hasMenu ? [] : [t`You don’t have access to this store.`]),
  ];
  return (
    <Tooltip.Trigger
      handle={card}
      payload={{ owner: ownerName(shown.owner), lines }}
      delay={300}
      data-bar={id}
      data-kind={bar.kind}
      data-begun={bar.isBegun || undefined}
      data-unfinished={bar.isUnfinished || undefined}
      data-unsaved={isUnsaved || undefined}
      data-moving={movingId === id || undefined}
      tabIndex={-1}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      aria-label={isUnsaved ? factsText([name, texts.notSavedYet]) : name}
      className="shift-bar"
      style={{ ...spanStyle(bar.span), '--lane': bar.lane } as CSSProperties}
    >
      {shorter.map((digits) => (
        <FittingText key={digits} text={digits} />
      ))}
      {bar.kind === 'break' ? null : <FittingText text={text} isShortened={bar.kind !== 'shift'} />}
      {actions.canChange && !isElsewhere ? (
        <>
          <span data-edge="start" />
          <span data-edge="end" />
        </>
      ) : null}
    </Tooltip.Trigger>
  );
}

/**
 * A text that is shown next to the preceding ones if it fits completely. If `isShortened`, a text that does not fit is cut off
 * after at least a few letters.
 */
export function FittingText({ text, isShortened = false }: { text: string; isShortened?: boolean }) {
  return (
    <span aria-hidden="true" className="shift-fit">
      {isShortened ? <bdi>{text}</bdi> : <span>{text}</span>}
    </span>
  );
}

/** The card of the hovered or focused bar. */
export function BarCardHost({ disabled }: { disabled: boolean }) {
  const { card } = useShiftsTable();
  return (
    <Tooltip.Root handle={card} disabled={disabled}>
      {({ payload }) => (
        <Tooltip.Portal>
          <Tooltip.Positioner side="bottom" align="start" sideOffset={4} collisionPadding={8} className="z-60">
            <Tooltip.Popup className="max-w-80 rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs text-ink shadow-raised">
              <bdi className="block font-semibold">{payload?.owner}</bdi>
              {payload?.lines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      )}
    </Tooltip.Root>
  );
}
