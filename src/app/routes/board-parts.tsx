import { t } from '@lingui/core/macro';
import { Button } from '#app/components/button.tsx';
import { LaterDialog, later } from '#app/components/later.tsx';
import { words } from '#app/text/words.ts';

export const OpenAppointment = later({
  load: () => import('#app/routes/open-appointment.tsx').then((module) => module.OpenAppointment),
  Frame: ({ onClose, children }) => (
    <aside
      aria-label={t`Appointment`}
      className="fixed inset-0 z-30 shrink-0 border-line bg-raised text-sm sm:static sm:w-88 sm:border-s"
    >
      {children}
      <p className="px-4">
        <Button onClick={() => onClose(true)}>{words.close}</Button>
      </p>
    </aside>
  ),
});
export const OpenBooking = later({
  load: () => import('#app/routes/open-booking.tsx').then((module) => module.OpenBooking),
  Frame: ({ onClose, children }) => (
    <LaterDialog title={words.newAppointment} onClose={onClose}>
      {children}
    </LaterDialog>
  ),
});
export const SessionMenu = later({
  load: () => import('#app/features/session/session-menu.tsx').then((module) => module.SessionMenu),
  Frame: ({ children }) => <div>{children}</div>,
});
export const DemoLine = later({
  load: () => import('#app/routes/demo-line.tsx').then((module) => module.DemoLine),
  Frame: () => null,
});
export const KeysHelp = later({
  load: () => import('#app/features/board/keys-help.tsx').then((module) => module.KeysHelp),
  Frame: ({ onClose, children }) => (
    <LaterDialog title={words.keys} onClose={onClose}>
      {children}
    </LaterDialog>
  ),
});
