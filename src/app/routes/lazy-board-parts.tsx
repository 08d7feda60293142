import { t } from '@lingui/core/macro';
import { Button } from '#app/components/button.tsx';
import { LazyDialog, lazyPart } from '#app/components/lazy-part.tsx';
import { words } from '#app/text/words.ts';

export const OpenAppointment = lazyPart({
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
export const OpenBooking = lazyPart({
  load: () => import('#app/routes/open-booking.tsx').then((module) => module.OpenBooking),
  Frame: ({ onClose, children }) => (
    <LazyDialog title={words.newAppointment} onClose={onClose}>
      {children}
    </LazyDialog>
  ),
});
export const SessionMenu = lazyPart({
  load: () => import('#app/features/session/session-menu.tsx').then((module) => module.SessionMenu),
  Frame: ({ children }) => <div>{children}</div>,
});
export const KeysHelp = lazyPart({
  load: () => import('#app/features/board/keys-help.tsx').then((module) => module.KeysHelp),
  Frame: ({ onClose, children }) => (
    <LazyDialog title={words.keys} onClose={onClose}>
      {children}
    </LazyDialog>
  ),
});
export const NamesMissing = lazyPart({
  load: () => import('#app/features/board/names-missing.tsx').then((module) => module.NamesMissing),
  Frame: ({ children }) => <div className="min-h-11 bg-warn-soft">{children}</div>,
});
export const LinkWarning = lazyPart({
  load: () => import('#app/features/board/link-warning.tsx').then((module) => module.LinkWarning),
  Frame: ({ children }) => <div className="min-h-10 bg-warn-soft">{children}</div>,
});
