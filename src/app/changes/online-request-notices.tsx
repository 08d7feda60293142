import { t } from '@lingui/core/macro';
import { useAddresses } from '#app/addresses/addresses.ts';
import type { Address } from '#app/components/app-link.tsx';
import type { Notice } from '#app/components/show-notice.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { requesterName, requestName } from '#app/text/online-request-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dayAndClockText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { type OnlineRequestsLog, type RequestCommand, useOnlineRequestsLog } from './online-requests.ts';
import { FailureReason, failedTitle, groupNotice, useCommandNotices } from './outbox/command-notices.tsx';

interface NoticeContext {
  log: Pick<OnlineRequestsLog, 'giveUp'>;
  /** Whether clients get an e-mail, which they do not in a demonstration. */
  isEmailSent: boolean;
  zoneOfStore: (storeId: string | null) => string;
  addressOf: (appointment: BookedAppointment) => Pick<Address, 'go'>;
}

type BookedAppointment = Pick<ReceivedAppointment, 'id' | 'start' | 'storeId'>;

/** The notice about answering a request from the web site; null if there is nothing to report. */
export function requestNotice(commands: readonly RequestCommand[], context: NoticeContext): Notice | null {
  const [command] = commands;
  if (command === undefined) return null;
  const { request, answer } = command.task;
  const name = requestName(request);
  return groupNotice(commands, {
    id: `online request ${request.id}`,
    uncertain: () => ({
      title: t`${name}: not saved yet`,
      text: answer.kind === 'book' ? t`The request will be booked.` : t`The request will be declined.`,
    }),
    failed: () => failedNotice(command, context),
    saved: () => savedNotice(command, context),
    onGiveUp: () => context.log.giveUp(command.group),
  });
}

type NoticeContent = Pick<Notice, 'title' | 'text' | 'link'>;

function savedNotice({ task, answer }: RequestCommand, context: NoticeContext): NoticeContent & Pick<Notice, 'tone'> {
  const { request } = task;
  const name = requestName(request);
  const client = isolateText(requesterName(request));
  const email = context.isEmailSent && client !== '' ? t`${client} gets an e-mail.` : '';
  const appointment = answer?.appointment;
  if (!appointment) return { tone: 'ok', title: t`Declined: ${name}`, text: email };
  const when = dayAndClockText(context.zoneOfStore(appointment.storeId), instantOf(appointment.start));
  return {
    ...{ tone: 'ok', title: t`Booked: ${name}`, text: email === '' ? when : `${when}. ${email}` },
    link: appointmentLink(appointment, context),
  };
}

/** Says why an answer was not saved, and what happened to the request. */
function failedNotice(command: RequestCommand, context: NoticeContext): NoticeContent {
  const { task, state, now } = command;
  const { request } = task;
  const name = requestName(request);
  const isBooking = task.answer.kind === 'book';
  const title = failedTitle(
    name,
    command,
    isBooking ? t`${name}: not booked` : t`${name}: couldn’t decline the request`,
  );
  if (state !== 'conflict') return { title, text: <FailureReason command={command} currentStateText={null} /> };
  const { appointmentId = null } = now ?? {};
  return {
    title,
    text: outcomeText(now?.status),
    ...(appointmentId === null ? {} : { link: appointmentLink({ ...request, id: appointmentId }, context) }),
  };
}

/** Says what has happened to a request, by its current status. */
function outcomeText(status: ReceivedOnlineRequest['status'] | undefined): string {
  switch (status) {
    case 'booked':
      return t`The request has already been booked.`;
    case 'declined':
      return t`The request has already been declined.`;
    case 'expired':
      return t`The request has expired.`;
    default:
      return t`This request has been answered or has expired in the meantime.`;
  }
}

const appointmentLink = (appointment: BookedAppointment, { addressOf }: NoticeContext) => ({
  label: texts.show,
  onClick: () => addressOf(appointment).go(),
});

/** Reports the outcome of answering requests from the web site, on every screen where that is possible. */
export function OnlineRequestNotices() {
  const log = useOnlineRequestsLog();
  const { session, company, fallbackZone } = useDesk();
  const addresses = useAddresses();
  useCommandNotices(log, (commands) =>
    requestNotice(commands, {
      ...{ log, isEmailSent: !session.demo, addressOf: addresses.appointment },
      zoneOfStore: (storeId) => zoneOfAppointment({ storeId }, { company, fallbackZone }),
    }),
  );
  return null;
}
