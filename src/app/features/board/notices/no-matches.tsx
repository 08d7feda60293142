import { t } from '@lingui/core/macro';
import { useBoard } from '#app/features/board/board-context.ts';
import { NO_FILTERS } from '#app/features/board/model/board-filters.ts';
import { texts } from '#app/text/shared-texts.ts';

/** Says that no appointment matches the filters, with a button that clears them. */
export function NoMatches() {
  return (
    <>
      {t`No matches`}
      {' · '}
      <ClearFilters />
    </>
  );
}

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
