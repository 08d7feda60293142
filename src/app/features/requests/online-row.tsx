import { t } from '@lingui/core/macro';
import { Mail, Phone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { ContactLink, emailHref, phoneHref } from '#app/components/contact-link.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { RequesterChoice } from '#app/days/requester-choice.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { requesterName } from '#app/text/online-request-text.ts';
import { petText } from '#app/text/pet-text.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import type { Answer } from './answers.ts';

/** A request from the web site in a row of the list. */
export interface OnlineRow {
  request: ReceivedOnlineRequest;
  /**
   * Whether the person tried to book the request before it was known who the client is, so that the row asks for the client.
   */
  isAsked: boolean;
  /** Returns the answer that declines the request for a reason; null unless the row asks for the reason. */
  decline: ((reason: string | null) => Answer) | null;
  /** Called if the request is not declined after all. */
  onKeep: () => void;
}

interface RequestProps {
  request: ReceivedOnlineRequest;
  tabIndex: 0 | -1;
}

/** The pet and the client of a request, as they were typed on the web site. */
export function RequesterCell({ request, tabIndex }: RequestProps) {
  const { petName, species, phone, email } = request;
  return (
    <div className="min-w-0">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 leading-6 font-semibold break-words">{petName}</bdi>
        <span className="min-w-0 text-xs break-words text-muted">
          {petText({ species, breed: null, dateOfBirth: null }, '')}
        </span>
      </p>
      <p className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-3">
        <bdi className="min-w-0 break-words">{requesterName(request)}</bdi>
        {phone === null ? null : (
          <ContactLink icon={Phone} text={phone} href={phoneHref(phone)} className="tabular-nums" {...{ tabIndex }} />
        )}
        {email === null ? null : <ContactLink icon={Mail} text={email} href={emailHref(email)} {...{ tabIndex }} />}
      </p>
    </div>
  );
}

interface OnlineQuestionsProps extends Omit<OnlineRow, 'request'>, RequestProps {
  /** Whether the request still awaits an answer. */
  isOpen: boolean;
  /** Whether the row has been visible. */
  isSeen: boolean;
  onAnswer: (answer: Answer) => void;
}

/** The questions about a request that come before its answer: who the client is, and why the request is declined. */
export function OnlineQuestions({ decline, onKeep, isOpen, isSeen, onAnswer, ...row }: OnlineQuestionsProps) {
  return (
    <div
      // A row that was answered keeps its height and its text, even though the client is now on file.
      inert={!isOpen}
      className="flex min-w-0 flex-col gap-2 rounded-md bg-sunken px-3 py-2 inert:opacity-60 md:order-last md:col-span-full xl:col-start-2"
    >
      {decline === null ? (
        <RequesterChoice {...row} isSeen={isSeen && isOpen} />
      ) : (
        <DeclineReason request={row.request} onDecline={(reason) => onAnswer(decline(reason))} onKeep={onKeep} />
      )}
    </div>
  );
}

interface DeclineReasonProps {
  request: ReceivedOnlineRequest;
  onDecline: (reason: string | null) => void;
  onKeep: () => void;
}

const MAX_REASON_LENGTH = 500;

/** Asks for the reason why a request is declined. The reason may be left out. */
function DeclineReason({ request, onDecline, onKeep }: DeclineReasonProps) {
  const [reason, setReason] = useState('');
  const client = isolateText(requesterName(request));
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onDecline(reason.trim() || null);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onKeep();
      }}
    >
      <TextField
        ref={focusOnMount}
        optional
        label={t({ message: 'Reason', comment: 'why a request for an appointment is declined' })}
        hint={t`${client} will see this in the e-mail that declines the request.`}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={setReason}
        className="grow basis-80"
      />
      <span className="flex gap-2 pb-5">
        <Button type="submit" tone="danger">
          {t({ message: 'Decline request', comment: 'button: the practice does not accept it' })}
        </Button>
        <Button onClick={onKeep}>{t({ message: 'Cancel', comment: 'button: nothing is done' })}</Button>
      </span>
    </form>
  );
}

/** The ref of a field that gets the focus once, when it appears: the function stays the same, so React calls it only then. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus();
