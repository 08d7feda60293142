import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { lazy } from '#app/components/lazy.tsx';
import { createDialogFrame, LoadingFrame } from '#app/components/loading-frame.tsx';
import { texts } from '#app/text/shared-texts.ts';

export const OpenAppointment = lazy({
  isFrequent: true,
  load: () => import('./open-appointment.tsx').then((module) => module.OpenAppointment),
  Fallback: ({ onClose, children }) => (
    <LoadingFrame isRegion label={t`Appointment`} className="side-panel" onClose={() => onClose(true)}>
      {children}
    </LoadingFrame>
  ),
});

export const OpenBooking = lazy({
  isFrequent: true,
  load: () => import('./open-booking.tsx').then((module) => module.OpenBooking),
  Fallback: ({ isPage, onClose, children }) =>
    isPage ? (
      <BookingDialogFrame onClose={onClose}>{children}</BookingDialogFrame>
    ) : (
      <LoadingFrame label={texts.newAppointment} className="side-panel" onClose={onClose}>
        {children}
      </LoadingFrame>
    ),
});
const BookingDialogFrame = createDialogFrame(() => texts.newAppointment);

export const OpenVetAway = lazy({
  load: () => import('./open-vet-away.tsx').then((module) => module.OpenVetAway),
  Fallback: ({ onClose, children }) => <LoadingList onClose={onClose}>{children}</LoadingList>,
});

/** The appointments in a blocked room or store. */
export const OpenBlockedPlace = lazy({
  load: () => import('#app/features/vet-away/blocked-panel.tsx').then((module) => module.BlockedPanel),
  Fallback: ({ onClose, children }) => <LoadingList onClose={onClose}>{children}</LoadingList>,
});

/** Reads clients' answers and undelivered messages for the calendar. */
export const MessageStatesReader = lazy({
  load: () => import('#app/days/message-states.tsx').then((module) => module.MessageStatesReader),
});

/** Shows colleagues what this tab is doing, and the reverse. */
export const PresenceExchange = lazy({
  load: () => import('#app/features/live/presence-exchange.tsx').then((module) => module.PresenceExchange),
});

function LoadingList(props: { onClose: () => void; children?: ReactNode }) {
  return <LoadingFrame label={t`Appointments`} className="side-panel" {...props} />;
}
