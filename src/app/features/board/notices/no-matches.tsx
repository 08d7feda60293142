import { t } from '@lingui/core/macro';
import { useBoard } from '#app/features/board/board-context.ts';
import { NO_FILTERS } from '#app/features/board/model/board-filters.ts';
import { texts } from '#app/text/shared-texts.ts';

/** Shown where no appointment matches the filters. */
export function NoMatches() {
  return (
    <>
      {t`No matches`}
      {' · '}
      <ClearFilters />
    </>
  );
}

/** A button that clears the filters. */
export function ClearFilters() {
  const { onChange } = useBoard();
  return (
    <button
      type="button"
      className="font-medium text-accent underline"
      onClick={() => onChange({ filters: NO_FILTERS })}
    >
      {texts.clearFilters}
    </button>
  );
}
