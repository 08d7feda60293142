import { t } from '@lingui/core/macro';
import { words } from '#app/text/shared-texts.ts';
/** Shown where no appointment matches the filters. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <>
      {t`No matches`}
      {' · '}
      <ClearFilters onClear={onClear} />
    </>
  );
}

/** A button that clears the filters. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className="font-medium text-accent underline" onClick={onClear}>
      {words.clearFilters}
    </button>
  );
}
