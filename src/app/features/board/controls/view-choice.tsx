import { t } from '@lingui/core/macro';
import { type BoardScreenView, boardScreenViews, viewLabels } from '#app/addresses/board-search.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { useBoard } from '#app/features/board/board-context.ts';

/** On narrower screens the view choice is in the filter row. */
export const VIEWS_FIT = '(min-width: 40rem)';
/** Wide enough for the views side by side, with or without a store choice. */
const SEGMENTS_FIT = '(min-width: 1280px)';
const SEGMENTS_FIT_BESIDE_STORE = '(min-width: 1440px)';

/** Selects the view of the day. */
export function ViewChoice() {
  const { choice, onChange } = useBoard();
  const { view, stores } = choice;
  const onView = (next: BoardScreenView) => onChange({ view: next });
  const segmentsFit = useMedia(stores.length > 1 ? SEGMENTS_FIT_BESIDE_STORE : SEGMENTS_FIT);
  return segmentsFit ? <ViewSegments view={view} onView={onView} /> : <ViewSelect view={view} onView={onView} />;
}

interface ViewProps {
  view: BoardScreenView;
  onView: (view: BoardScreenView) => void;
}

const viewWord = () => t({ message: 'View', context: 'noun', comment: 'how the board shows the day' });

function ViewSegments({ view, onView }: ViewProps) {
  return (
    <RadioChoice
      look="segments"
      label={viewWord()}
      labelHidden
      value={view}
      options={boardScreenViews.map((value, index) => ({
        value,
        label: viewLabels[value],
        title: `${viewLabels[value]} (${index + 1})`,
      }))}
      onChange={onView}
    />
  );
}

function ViewSelect({ view, onView }: ViewProps) {
  return (
    <label className="flex h-8 shrink-0 items-center rounded-md border border-line-strong bg-surface ps-2 text-sm hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <span aria-hidden="true" className="text-muted max-xl:hidden">
        {viewWord()}
      </span>
      <select
        aria-label={viewWord()}
        value={view}
        onChange={({ target }) => {
          const chosen = boardScreenViews.find((choice) => choice === target.value);
          if (chosen) onView(chosen);
        }}
        className="h-full bg-transparent px-1 font-medium field-sizing-content outline-none xl:ps-1.5"
      >
        {boardScreenViews.map((choice) => (
          <option key={choice} value={choice} className="bg-surface text-ink">
            {viewLabels[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}
