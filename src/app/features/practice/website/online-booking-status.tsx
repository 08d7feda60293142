import { plural, t } from '@lingui/core/macro';
import { CircleCheck, CircleDashed, Globe, Mail } from 'lucide-react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { SetUpRow } from '#app/features/practice/settings-form.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedBookingServer, ReceivedOnlineBooking } from '#contract/received-online-booking.ts';

interface OnlineBookingStatusProps {
  settings: ReceivedOnlineBooking;
  server: ReceivedBookingServer | null;
}

/** Says whether the booking pages are on, and what the server needs for them. */
export function OnlineBookingStatus({ settings, server }: OnlineBookingStatusProps) {
  const { session } = useDesk();
  const { stores } = usePractice();
  const addresses = useAddresses();
  const count = settings.stores.filter(({ isOn }) => isOn).length;
  const isOn = count > 0;
  const blocked = bookingObstacleText(server, session.demo);
  return (
    <div className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        {isOn ? (
          <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-ok" />
        ) : (
          <CircleDashed aria-hidden="true" size={22} className="shrink-0 text-muted" />
        )}
        <div role="status" className="min-w-0 grow basis-60">
          <p className="text-base font-semibold">
            {!isOn
              ? t({ message: 'Online booking is off', comment: 'clients cannot request appointments on the web site' })
              : stores.length === 1
                ? t({ message: 'Online booking is on', comment: 'clients can request appointments on the web site' })
                : plural(count, {
                    one: 'Online booking is on for # store',
                    other: 'Online booking is on for # stores',
                  })}
          </p>
          <p className="text-muted">
            {t`Clients choose a free time on your web site. It is held for them until you answer in Requests.`}
          </p>
          {session.demo ? (
            <p className="text-muted">{t`This is a demo, so no e-mail is sent. The page shows the code instead.`}</p>
          ) : null}
        </div>
        {isOn ? (
          <AppLink to={addresses.requests()} className="font-medium underline">
            {t`Show requests`}
          </AppLink>
        ) : null}
        {blocked === null ? null : <p className="w-full text-warn">{blocked}</p>}
      </div>
      {server === null ? null : (
        <ul aria-label={t({ message: 'What online booking needs', comment: 'e-mail, a public address' })}>
          <SetUpRow Icon={Mail} name={t`E-mail`} isSetUp={server.hasEmail} variables={['SMTP_URL', 'MAIL_FROM']} />
          <SetUpRow
            Icon={Globe}
            name={t({ message: 'Public address', comment: 'of the server, for clients' })}
            isSetUp={server.publicUrl !== null}
            variables={['PUBLIC_PORT', 'PUBLIC_URL']}
            value={server.publicUrl ?? undefined}
          />
        </ul>
      )}
    </div>
  );
}

/**
 * Why no store can be switched on; null if one can, or if that is unknown. In a demo, one always can, because no e-mail is
 * sent.
 */
export function bookingObstacleText(server: ReceivedBookingServer | null, isDemo: boolean): string | null {
  if (server === null || isDemo) return null;
  const { hasEmail, publicUrl } = server;
  if (hasEmail) return publicUrl === null ? t`Set up the public address of the server first.` : null;
  return publicUrl === null
    ? t`Set up e-mail and the public address of the server first.`
    : t`Set up e-mail on the server first: clients prove their address with a code.`;
}
