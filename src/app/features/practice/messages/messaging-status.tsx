import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, Mail, MessageSquareText } from 'lucide-react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { messageQueries } from '#app/api/messages.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { SetUpRow } from '#app/features/practice/settings-form.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { listText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { type MessageChannel, messageChannels } from '#contract/enums.ts';
import type { ReceivedMessageSettings } from '#contract/received-messages.ts';
import { addDays, dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { channelText } from './message-words.ts';

interface MessagingStatusProps {
  settings: ReceivedMessageSettings;
  /** Whether there are unsaved changes, which switching messages on also saves. */
  isChanged: boolean;
  isSaving: boolean;
  onOn: () => void;
  onOff: () => void;
}

/**
 * Says whether messages are on, what would be sent first if they were switched on, and which channels are available.
 */
export function MessagingStatus({ settings, isChanged, isSaving, onOn, onOff }: MessagingStatusProps) {
  const { session } = useDesk();
  const { isOn, channels } = settings;
  const canSend = channels.length > 0 || session.demo;
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
            {isOn
              ? t({ message: 'Messages are on', comment: 'messages to clients' })
              : t({ message: 'Messages are off', comment: 'messages to clients' })}
          </p>
          <p className="text-muted">
            {session.demo
              ? t`This is a demo, so nothing is sent. Everything else is as in your own practice.`
              : isOn
                ? t`Clients get messages about their appointments, as set below.`
                : t`Clients get no messages. Once you switch messages on, any that are due are sent within a minute.`}
          </p>
        </div>
        {isOn ? (
          <Button aria-disabled={isSaving} onClick={onOff}>
            {t({ message: 'Switch off', comment: 'button: messages to clients' })}
          </Button>
        ) : (
          <Button
            tone="primary"
            disabled={!canSend}
            title={canSend ? undefined : setUpFirstText()}
            aria-disabled={isSaving}
            onClick={onOn}
          >
            {isChanged
              ? t({ message: 'Save and switch on', comment: 'button: messages to clients' })
              : t({ message: 'Switch on', comment: 'button: messages to clients' })}
          </Button>
        )}
        {canSend ? null : <p className="w-full text-warn">{setUpFirstText()}</p>}
      </div>
      {isOn || session.demo ? null : <UpcomingMessages hoursBefore={settings.reminder.hoursBefore} />}
      <ul aria-label={t({ message: 'How messages are sent', comment: 'e-mail, SMS' })}>
        {messageChannels.map((channel) => (
          <SetUpRow
            key={channel}
            Icon={icons[channel]}
            name={channelText(channel)}
            isSetUp={channels.includes(channel)}
            variables={variables[channel]}
          />
        ))}
      </ul>
    </div>
  );
}

const setUpFirstText = () => t`Set up e-mail or SMS on the server first.`;

/** Says which messages would be sent by the end of tomorrow, with a link to the appointments that they are about. */
function UpcomingMessages({ hoursBefore }: { hoursBefore: number }) {
  const { api, companyId, offered } = useEditor();
  const { zone } = usePractice();
  const addresses = useAddresses();
  const now = useMinute();
  const until = dayInterval(zone, addDays(dateIn(zone, now), 1)).end;
  const due = useQuery({
    ...messageQueries.due(api, companyId, new Date(until).toISOString()),
    enabled: offered('countMessagesDue') !== undefined,
  });
  if (!due.data) return null;
  const { reminder, confirmation, cancellation, due: recalls } = due.data.byKind;
  const counts = [
    ...(reminder > 0 ? [plural(reminder, { one: '# reminder', other: '# reminders' })] : []),
    ...(confirmation > 0 ? [plural(confirmation, { one: '# confirmation', other: '# confirmations' })] : []),
    ...(cancellation > 0 ? [plural(cancellation, { one: '# cancellation', other: '# cancellations' })] : []),
    ...(recalls > 0
      ? [
          plural(recalls, {
            one: '# message about a pet that is due again',
            other: '# messages about pets that are due again',
          }),
        ]
      : []),
  ];
  const list = listText(counts);
  const hour = 3_600_000;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
      <span className="min-w-0">
        {counts.length === 0
          ? t`If you switch messages on now, none will be sent today or tomorrow.`
          : t({
              message: `If you switch messages on now, these will be sent by the end of tomorrow: ${list}.`,
              comment: 'messages to clients: 38 reminders, 2 confirmations',
            })}
      </span>
      {reminder > 0 ? (
        <AppLink
          to={addresses.appointments({
            from: dateIn(zone, now + (hoursBefore - 6) * hour),
            to: dateIn(zone, until - 1 + hoursBefore * hour),
            status: ['requested', 'confirmed'],
          })}
          className="font-medium underline"
        >
          {texts.show}
        </AppLink>
      ) : null}
    </p>
  );
}

const icons = { email: Mail, sms: MessageSquareText } as const;

/** The environment variables that set up each channel. */
const variables = {
  email: ['SMTP_URL', 'MAIL_FROM'],
  sms: ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'],
} as const satisfies Record<MessageChannel, readonly [string, string]>;
