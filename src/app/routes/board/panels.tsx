import { t } from '@lingui/core/macro';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useEscape } from '#app/browser/use-escape.ts';
import { Button } from '#app/components/button.tsx';
import { dialogFrame, lazy } from '#app/components/lazy.tsx';
import { texts } from '#app/text/shared-texts.ts';

/** The details of an appointment. */
export const OpenAppointment = lazy({
  load: () => import('./open-appointment.tsx').then((module) => module.OpenAppointment),
  isFirst: true,
  Fallback: ({ onClose, children }) => (
    <PanelFrame aria-label={t`Appointment`} onClose={() => onClose(true)}>
      {children}
    </PanelFrame>
  ),
});

/** The booking form. */
export const OpenBooking = lazy({
  load: () => import('./open-booking.tsx').then((module) => module.OpenBooking),
  Fallback: ({ isPage, onClose, children }) =>
    isPage ? (
      <BookingDialogFrame onClose={onClose}>{children}</BookingDialogFrame>
    ) : (
      <PanelFrame role="dialog" aria-modal={false} aria-label={texts.newAppointment} onClose={onClose}>
        {children}
      </PanelFrame>
    ),
});
const BookingDialogFrame = dialogFrame(() => texts.newAppointment);

/** The panel for a vet who is away. */
export const OpenVetAway = lazy({
  load: () => import('./open-vet-away.tsx').then((module) => module.OpenVetAway),
  Fallback: ({ onClose, children }) => <LoadingList onClose={onClose}>{children}</LoadingList>,
});

/** The appointments in a blocked room or store. */
export const OpenBlocked = lazy({
  load: () => import('#app/features/vet-away/blocked-panel.tsx').then((module) => module.BlockedPanel),
  Fallback: ({ onClose, children }) => <LoadingList onClose={onClose}>{children}</LoadingList>,
});

function LoadingList(props: { onClose: () => void; children?: ReactNode }) {
  return <PanelFrame role="dialog" aria-modal={false} aria-label={t`Appointments`} {...props} />;
}

/** Shown while a panel loads. A dialog takes the focus, so that what is typed ahead triggers no shortcuts. */
function PanelFrame({ onClose, children, ...named }: { onClose: () => void } & ComponentProps<'div'>) {
  useEscape(onClose);
  const Tag = named.role === undefined ? 'aside' : 'div';
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (Tag === 'div') frame.current?.focus();
  }, [Tag]);
  return (
    <Tag {...named} ref={frame} tabIndex={-1} className="side-panel appear-late">
      {children}
      <p className="px-4">
        <Button onClick={onClose}>{texts.close}</Button>
      </p>
    </Tag>
  );
}
