import { t } from '@lingui/core/macro';
import { words } from '#app/text/words.ts';
/** Said where the filters leave nothing to show. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <>
      {t`No matches`}
      {' · '}
      <ClearFilters onClear={onClear} />
    </>
  );
}

/** The way back to everything. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className="font-medium text-accent underline" onClick={onClear}>
      {words.clearFilters}
    </button>
  );
}
