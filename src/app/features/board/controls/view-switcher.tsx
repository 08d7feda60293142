import { t } from '@lingui/core/macro';
import { ChevronDown, Rows3 } from 'lucide-react';
import { boardDensities, densityLabels, viewLabels } from '#app/addresses/board-search.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { IconButton } from '#app/components/icon-button.tsx';
import { Menu, MenuCheckbox, MenuChoice, MenuHeading, MenuLine } from '#app/components/menu.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { type BoardView, boardViews } from '#scheduling/board-day.ts';

/** Matches a screen that has room for the view choice in the header. On narrower ones it is in the filter row. */
export const VIEWS_FIT_QUERY = '(min-width: 40rem)';
/** Matches a screen that is wide enough for the views side by side, without a store choice. */
const SEGMENTS_FIT_QUERY = '(min-width: 1280px)';
/** Matches a screen that is wide enough for the views side by side and a store choice. */
const SEGMENTS_AND_STORE_FIT_QUERY = '(min-width: 1440px)';

const viewText = () => t({ message: 'View', context: 'noun', comment: 'how the calendar shows the day' });

/** Whether a view has an axis of hours. The other views consist of lists. */
const hasHours = (view: BoardView) => view === 'rooms' || view === 'vets';

const buttonClass =
  'flex h-8 shrink-0 items-center justify-center rounded-md border border-line-strong bg-surface text-sm hover:bg-sunken';

/** A choice of views, side by side with a menu of their options, or all in one menu if that does not fit. */
export function ViewSwitcher() {
  const { choice, onChange } = useBoard();
  const { view, stores } = choice;
  const onView = (next: BoardView) => onChange({ view: next });
  const segmentsFit = useMedia(stores.length > 1 ? SEGMENTS_AND_STORE_FIT_QUERY : SEGMENTS_FIT_QUERY);
  const label = viewText();
  if (!segmentsFit) {
    return (
      <Menu
        label={label}
        trigger={
          <button type="button" aria-label={`${label}: ${viewLabels[view]}`} className={`${buttonClass} gap-1 px-2`}>
            <span className="font-medium">{viewLabels[view]}</span>
            <ChevronDown aria-hidden="true" size={14} className="text-muted" />
          </button>
        }
      >
        <MenuChoice
          label={label}
          value={view}
          options={boardViews.map((value) => ({ value, content: viewLabels[value] }))}
          onChoose={(chosen) => onView(boardViews.find((one) => one === chosen) ?? view)}
        />
        {hasHours(view) ? <MenuLine /> : null}
        <ViewOptions />
      </Menu>
    );
  }
  const optionsText = t({
    message: 'View options',
    comment: 'a menu: how much room an hour takes, which hours are shown',
  });
  return (
    <div className="flex shrink-0 gap-1">
      <RadioChoice
        look="segments"
        label={label}
        labelHidden
        value={view}
        options={boardViews.map((value, index) => ({
          value,
          label: viewLabels[value],
          title: `${viewLabels[value]} (${index + 1})`,
        }))}
        onChange={onView}
      />
      {hasHours(view) ? (
        <Menu
          label={optionsText}
          trigger={<IconButton label={optionsText} icon={Rows3} className={`${buttonClass} w-8`} />}
        >
          <ViewOptions />
        </Menu>
      ) : null}
    </div>
  );
}

/** The menu items for the options of a view with hours; nothing for another view. */
function ViewOptions() {
  const { choice, allHours, onChange } = useBoard();
  const { view, density } = choice;
  if (!hasHours(view)) return null;
  const densityText = t({ message: 'Density', comment: 'how much room an hour takes on the calendar' });
  return (
    <>
      <MenuHeading>
        <span className="text-xs font-medium text-muted">{densityText}</span>
      </MenuHeading>
      <MenuChoice
        label={densityText}
        value={density}
        options={boardDensities.map((value) => ({ value, content: densityLabels[value] }))}
        onChoose={(chosen) => onChange({ density: boardDensities.find((one) => one === chosen) ?? density })}
      />
      <MenuLine />
      <MenuCheckbox checked={allHours.isOn} onChange={allHours.set}>
        {t({ message: 'All hours', comment: 'whether the calendar shows the whole day, from midnight to midnight' })}
      </MenuCheckbox>
    </>
  );
}
