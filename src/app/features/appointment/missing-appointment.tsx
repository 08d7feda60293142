import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type Address, AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { DetailsPanel } from './details-panel.tsx';

/** Why the appointment in the URL is not on screen. */
export type MissingReason =
  | { why: 'loading' }
  /** Part of the day could not be loaded, and that part may contain the appointment. */
  | { why: 'incomplete'; onRetry: () => void }
  /** The practice system could not read the record. */
  | { why: 'unreadable' }
  /** The appointment is on another day or in another store. */
  | { why: 'elsewhere'; place: string; to: Address }
  /** The appointment was on screen before, but no longer exists. */
  | { why: 'gone' }
  /**
   * The appointment was not found. `allStores` is the address of the same day with all stores; null if all are shown
   * already.
   */
  | { why: 'unknown'; allStores: Address | null };

interface MissingAppointmentProps {
  id: string;
  missing: MissingReason;
  onClose: (focusInside: boolean) => void;
}

/** Shown instead of the details: why they are missing and what to do about it. */
export function MissingAppointment({ id, missing, onClose }: MissingAppointmentProps) {
  return (
    <DetailsPanel
      subject={id}
      onClose={onClose}
      heading={<h2 className="pt-1 text-base font-semibold">{headingOf(missing)}</h2>}
    >
      {missing.why === 'loading' ? null : (
        <div role="status" className="flex flex-col items-start gap-3 px-4 py-3">
          <Explanation missing={missing} />
          <div className="flex flex-wrap items-center gap-2">
            {missing.why === 'incomplete' ? (
              <Button tone="primary" onClick={missing.onRetry}>
                {texts.tryAgain}
              </Button>
            ) : null}
            <Button onClick={() => onClose(true)}>{texts.close}</Button>
          </div>
        </div>
      )}
    </DetailsPanel>
  );
}

function headingOf({ why }: MissingReason): string {
  if (why === 'loading') return texts.loading;
  return why === 'incomplete' || why === 'unreadable' ? t`Appointment can’t be shown` : t`Not on this day`;
}

function Explanation({ missing }: { missing: Exclude<MissingReason, { why: 'loading' }> }) {
  switch (missing.why) {
    case 'incomplete':
      return <p>{t`Part of the day couldn’t be loaded, so the appointment in this link may be missing.`}</p>;
    case 'unreadable':
      return <p>{t`This appointment’s record couldn’t be read. Look it up in the practice system.`}</p>;
    case 'elsewhere': {
      const { place } = missing;
      return (
        <p>
          <Trans>
            This appointment is elsewhere: <bdi>{place}</bdi>.
          </Trans>{' '}
          <AppLink to={missing.to} className="font-medium text-accent">
            {t`Show it there`}
          </AppLink>
        </p>
      );
    }
    case 'gone':
      return (
        <p>{t`This appointment is no longer on this day. It was moved or removed while you were looking at it.`}</p>
      );
    case 'unknown':
      return (
        <>
          <p>
            {t`The appointment in this link is not on this day. It may have been moved to another day or store, or removed.`}
          </p>
          {missing.allStores ? (
            <AppLink to={missing.allStores} className="font-medium text-accent">
              {t`Search all stores`}
            </AppLink>
          ) : null}
        </>
      );
  }
}
