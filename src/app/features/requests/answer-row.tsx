import { t } from '@lingui/core/macro';
import { Check, CircleCheck, CircleHelp, Phone, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import {
  appointmentName,
  appointmentVisitTypeName,
  clientIdOf,
  type Directory,
  staffOf,
  storeOf,
} from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { keysOf } from '#app/commands/keys.ts';
import { Alerts } from '#app/components/alerts.tsx';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { ContactLink, phoneHref } from '#app/components/contact-link.tsx';
import { InlineTexts } from '#app/components/inline-texts.tsx';
import { MessageIcon } from '#app/components/message-icon.tsx';
import { concernsText } from '#app/text/arrival-text.ts';
import { listText } from '#app/text/list-text.ts';
import { messageMarkTexts } from '#app/text/message-mark-text.ts';
import { webSiteText } from '#app/text/online-request-text.ts';
import { petText } from '#app/text/pet-text.ts';
import { browserZone, dayInYearText, instantInYearText, intervalText, shortZoneText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import { apiOrigin } from '#contract/enums.ts';
import type { ReceivedAppointment, ReceivedClient } from '#contract/received.ts';
import type { Concern } from '#scheduling/arrival.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import type { MessageMark } from '#scheduling/message-mark.ts';
import { recordedTime } from '#scheduling/visit.ts';
import type { Answer } from './answers.ts';
import { OnlineQuestions, type OnlineRow, RequesterCell } from './online-row.tsx';
import type { TimeCheck } from './time-check.ts';

/** How an appointment was answered. */
export interface AnswerOutcome {
  label: string;
  /** The CSS classes for the colours of the label. */
  tint: string;
  icon: ReactNode;
}

export const confirmedText = () =>
  t({ message: 'Client confirmed', comment: 'the result of a call: the client will come' });

export const confirmedOutcome = (): AnswerOutcome => ({
  label: confirmedText(),
  tint: 'bg-ok-soft text-ok',
  icon: <CircleCheck aria-hidden="true" size={14} />,
});

/** What the client answered, or that a message to them was not delivered. */
export interface MessageResult {
  mark: MessageMark;
  /** When the client answered; null if that is not known. */
  at: string | null;
  note: string | null;
}

export interface AnswerRowProps {
  record: ReceivedAppointment;
  /** The day of the heading above the row, `YYYY-MM-DD`. */
  date: string;
  directory: Directory;
  origins: EnumDisplays;
  clients: ReadonlyMap<string, ReceivedClient>;
  /** Whether the requested time is still free; null if that is not checked. */
  time: TimeCheck | null;
  concerns: readonly Concern[];
  messageResultOf: (record: ReceivedAppointment) => MessageResult | null;
  /** The row's request from the web site; null if the row is an appointment. */
  onlineOf: (record: ReceivedAppointment) => OnlineRow | null;
  /** The answers that can be given to an appointment. */
  answersOf: (record: ReceivedAppointment) => readonly Answer[];
  onAnswer: (answer: Answer, record: ReceivedAppointment) => void;
  /** Whether an appointment has not been answered yet. */
  isOpen: (record: ReceivedAppointment) => boolean;
  outcomeOf: (record: ReceivedAppointment) => AnswerOutcome;
  /** Whether the row is in the tab order. */
  isCurrent: boolean;
  /** Whether the day of the row has been visible. Its data is loaded from then on. */
  isSeen: boolean;
  /** Whether single-key shortcuts are on. */
  hasKeys: boolean;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/**
 * An appointment that awaits an answer: the pet and the client, the time, the visit type, and the buttons that answer
 * it.
 */
export function AnswerRow(props: AnswerRowProps) {
  const { record, date, directory, origins, clients, time, concerns, answersOf, onAnswer } = props;
  const { isCurrent, isSeen, hasKeys, now } = props;
  const { petId, createdFrom, notes, bookingNotes, clientNotes } = record;
  const isOpen = props.isOpen(record);
  const outcome = isOpen ? null : props.outcomeOf(record);
  const facts = useId();
  const messageResult = props.messageResultOf(record);
  const zone = zoneOfAppointment(record, directory);
  const today = dateIn(zone, now);
  // Whether the appointment is no longer on the day of the heading, for example because a colleague has rescheduled it.
  const isElsewhere = dateIn(zone, Date.parse(record.start)) !== date;
  const when = recordedTime(record);
  const pet = petId === null ? undefined : directory.pets.get(petId);
  const client = clients.get(clientIdOf(record, directory) ?? '');
  const online = props.onlineOf(record);
  const store = storeOf(record, directory);
  const room = store?.rooms.find(({ id }) => id === record.roomId)?.name;
  const tabIndex = isCurrent ? 0 : -1;
  const texts = [...new Set([notes, bookingNotes, clientNotes].flatMap((text) => text?.trim() || []))];
  return (
    <li
      data-row={record.id}
      className="border-t border-line px-3 py-2.5 first:border-t-0 focus-within:bg-accent-soft/60 hover:bg-sunken/60"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm md:grid-cols-[6.5rem_minmax(0,13rem)_minmax(0,1fr)] xl:grid-cols-[10.5rem_minmax(0,18rem)_minmax(0,1fr)_auto]">
        <p className={`flex items-baseline gap-x-2 md:flex-col ${online === null ? 'md:max-xl:row-span-2' : ''}`}>
          <span className="font-semibold tabular-nums xl:whitespace-nowrap">
            {intervalText(zone, when, when.start)}
          </span>
          {isElsewhere ? <span className="text-xs font-semibold">{dayInYearText(zone, when.start, now)}</span> : null}
          {zone === browserZone ? null : (
            <span className="text-xs font-semibold">{shortZoneText(zone, when.start)}</span>
          )}
          <span className="truncate text-xs text-muted">
            {online
              ? webSiteText()
              : createdFrom === '' || createdFrom === apiOrigin
                ? ''
                : origins.of(createdFrom).label}
          </span>
        </p>
        {online === null ? (
          <PetCell {...{ record, directory, client, today, tabIndex, facts }} />
        ) : (
          <RequesterCell request={online.request} tabIndex={tabIndex} />
        )}
        <div id={facts} className="min-w-0">
          <p className="break-words">
            <InlineTexts
              of={[
                appointmentVisitTypeName(record, directory),
                listText(staffOf(record, directory).map(({ name }) => name)) || t`Any vet`,
                room,
                directory.company.stores.length > 1 ? store?.name : null,
              ]}
            />
          </p>
          {messageResult === null ? null : <MessageResultLine {...{ result: messageResult, zone, now }} />}
          {concerns.length === 0 ? null : <p className="font-semibold text-danger">{concernsText(concerns)}</p>}
          {time === null ? null : (
            // An answered request takes its time itself, so whether that was free is no longer shown.
            <div className={isOpen ? '' : 'invisible'}>
              <TimeCheckLine {...time} />
            </div>
          )}
          {texts.length === 0 ? null : online ? (
            // The text is shown in full, since it is all that the practice knows about the pet of a request from the web
            // site.
            <p dir="auto" className="border-s-2 border-line-strong ps-2 break-words whitespace-pre-line">
              {texts.join('\n')}
            </p>
          ) : (
            <p title={texts.join('\n')} className="line-clamp-2 break-words text-muted">
              <InlineTexts of={texts} />
            </p>
          )}
        </div>
        <Alerts
          pet={pet}
          client={client}
          today={today}
          className="rounded-md px-2 py-1 md:order-last md:col-span-full"
        />
        {online === null ? null : (
          <OnlineQuestions
            {...online}
            {...{ tabIndex, isSeen, isOpen }}
            onAnswer={(answer) => onAnswer(answer, record)}
          />
        )}
        <p className="relative flex flex-wrap items-start gap-1.5 empty:hidden md:col-start-3 xl:col-start-4 max-md:*:grow">
          {outcome === null ? null : (
            <span
              className={`${outcome.tint} absolute start-0 top-0 flex min-h-7 items-center gap-1.5 rounded-md px-2 text-xs font-semibold`}
            >
              {outcome.icon}
              <bdi>{outcome.label}</bdi>
            </span>
          )}
          {answersOf(record).map((answer) => (
            <Button
              key={answer.id}
              compact
              tone={answer.tone}
              tabIndex={tabIndex}
              aria-keyshortcuts={hasKeys ? keysOf(answer.id)[0] : undefined}
              aria-pressed={answer.isGiven?.(record)}
              // The buttons of an answered row are invisible rather than removed, so that the row keeps its height.
              className={isOpen ? '' : 'invisible'}
              onClick={() => onAnswer(answer, record)}
            >
              {answer.label(record)}
              {hasKeys ? (
                <span
                  aria-hidden="true"
                  className="rounded border border-current px-1 font-sans text-[0.625rem] leading-3.5 uppercase opacity-70 pointer-coarse:hidden"
                >
                  {keysOf(answer.id)[0]}
                </span>
              ) : null}
            </Button>
          ))}
        </p>
      </div>
    </li>
  );
}

interface PetCellProps extends Pick<AnswerRowProps, 'record' | 'directory'> {
  /** Undefined until the client is loaded. */
  client: ReceivedClient | undefined;
  /** `YYYY-MM-DD` */
  today: string;
  tabIndex: 0 | -1;
  /** The id of the element that describes the appointment. */
  facts: string;
}

/** The pet and the client of an appointment. */
function PetCell({ record, directory, client, today, tabIndex, facts }: PetCellProps) {
  const addresses = useAddresses();
  const pet = record.petId === null ? undefined : directory.pets.get(record.petId);
  const clientId = clientIdOf(record, directory);
  const clientName = client?.name || pet?.clientName || '';
  return (
    <div className="min-w-0 md:max-xl:row-span-2">
      {/* On wide screens no line wraps, so that no row moves while the details of pets and clients load. */}
      <p className="flex min-w-0 items-baseline gap-x-2 max-xl:flex-wrap">
        <AppLink
          to={addresses.appointment(record)}
          tabIndex={tabIndex}
          aria-describedby={facts}
          className="inline-block min-w-6 leading-6 font-semibold break-words xl:max-w-full xl:shrink-0 xl:truncate"
        >
          <bdi>{appointmentName(record, directory.pets) || t`The appointment`}</bdi>
        </AppLink>
        <span className="min-w-0 text-xs text-muted xl:truncate">{pet ? petText(pet, today) : ''}</span>
      </p>
      <p className="flex min-h-6 min-w-0 items-center gap-x-3 max-xl:flex-wrap">
        {clientName === '' || clientId === null ? (
          <bdi>{clientName}</bdi>
        ) : (
          <AppLink
            to={addresses.client(clientId)}
            tabIndex={tabIndex}
            title={clientName}
            className="min-w-0 leading-6 break-words xl:truncate"
          >
            <bdi>{clientName}</bdi>
          </AppLink>
        )}
        {client?.phone ? (
          <ContactLink
            icon={Phone}
            text={client.phone}
            href={phoneHref(client.phone)}
            tabIndex={tabIndex}
            className="shrink-0 tabular-nums"
          />
        ) : null}
      </p>
    </div>
  );
}

const looks = {
  ok: { Icon: Check, look: 'text-ok' },
  warn: { Icon: TriangleAlert, look: 'text-warn' },
  quiet: { Icon: CircleHelp, look: 'text-muted' },
} as const;

function MessageResultLine({
  result: { mark, at, note },
  zone,
  now,
}: {
  result: MessageResult;
  zone: string;
  now: number;
}) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5">
        <MessageIcon mark={mark} size={14} />
        <span className="font-semibold">{messageMarkTexts[mark]}</span>
        {at === null ? null : (
          <span className="text-muted tabular-nums">{instantInYearText(zone, instantOf(at), now)}</span>
        )}
      </p>
      {note === null ? null : (
        <p dir="auto" className="border-s-2 border-line-strong ps-2 break-words whitespace-pre-line">
          {note}
        </p>
      )}
    </>
  );
}

function TimeCheckLine({ tone, text }: TimeCheck) {
  const { Icon, look } = looks[tone];
  return (
    <p className={`flex gap-1.5 ${look}`}>
      <Icon aria-hidden="true" size={14} className="mt-0.75 shrink-0" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  );
}
