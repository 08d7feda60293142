import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useApi } from '#app/api/api-client.ts';
import { indexById } from '#app/api/directory.ts';
import { useOnlineRequestsLog } from '#app/changes/online-requests.ts';
import { isPending } from '#app/changes/outbox/outbox.ts';
import { rowIn } from '#app/components/row-focus.ts';
import { toAppointment, useOnlineRequests } from '#app/days/online-requests.ts';
import { clientAndPetInput, getCurrentRequester, isBookable, useHaveLookupsEnded } from '#app/days/requester.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import { deriveRequestStatus } from '#contract/online-request-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import type { AnswerOutcome } from './answer-row.tsx';
import { type Answer, CONFIRMED_STATUS, DECLINED_STATUS } from './answers.ts';
import type { OnlineRow } from './online-row.tsx';

/**
 * The requests from the web site as rows of the list, each with the id of its request, and the answers that the person can give
 * to them. There are none if the practice system does not support such requests.
 */
export function useOnlineRows(now: number) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company, session } = useDesk();
  const { directory } = useReference();
  const { capabilities, canWrite } = session;
  const online = useOnlineRequests();
  const { given } = online;
  const log = useOnlineRequestsLog();
  const addresses = useAddresses();
  /**
   * All requests that have been open since the page was opened. They are kept because the row of an answered request stays for
   * a while.
   */
  const [seen, setSeen] = useState<ReadonlyMap<string, ReceivedOnlineRequest>>(new Map());
  if (online.open.some((request) => seen.get(request.id) !== request))
    setSeen(new Map([...seen, ...indexById(online.open)]));
  const [askedId, setAskedId] = useState<string | null>(null);
  const [decliningId, setDecliningId] = useState<string | null>(null);
  // All rows appear at once, so that none is pushed down.
  const areKnown = useHaveLookupsEnded(online.open);
  const [areShown, setShown] = useState(false);
  if (!areShown && online.isLoaded && areKnown) setShown(true);
  const toRow = (request: ReceivedOnlineRequest) => toAppointment(request, directory.types);
  const openIds = new Set(online.open.map(({ id }) => id));
  const focusInRow = (id: string, selector: string) =>
    rowIn(document, id)?.querySelector<HTMLElement>(selector)?.focus();

  function bookRequest(record: ReceivedAppointment): boolean {
    const request = seen.get(record.id);
    const requester = request && getCurrentRequester(queryClient, { api, companyId: company.id, given }, request);
    if (!request || !requester || !isBookable(requester, capabilities)) {
      setAskedId(record.id);
      focusInRow(record.id, 'input[type="radio"]');
      return false;
    }
    setDecliningId(null);
    log.book(request, clientAndPetInput(request, requester));
    return true;
  }

  const isOnline = ({ id }: ReceivedAppointment) => seen.has(id);
  const answers: readonly (Answer & { isOffered: boolean })[] = [
    {
      ...{ id: 'confirm', tone: 'primary', isFor: isOnline, onAnswer: bookRequest },
      label: () =>
        t({ message: 'Book', comment: 'button: accepts a request, registers the client and books the time' }),
      answered: (record) => ({ ...record, status: CONFIRMED_STATUS }),
      isOffered: capabilities.bookOnlineRequest?.idempotent === true,
    },
    {
      ...{ id: 'reschedule', tone: 'plain', isFor: isOnline },
      label: () => t({ message: 'Other time or vet', comment: 'button: books a request, but not as it was sent' }),
      ...{ onAnswer: (record) => addresses.bookRequest(record).go(), answered: null },
      isOffered: capabilities.bookOnlineRequest?.idempotent === true,
    },
    {
      ...{ id: 'decline', tone: 'danger', isFor: isOnline },
      label: () => t({ message: 'Decline', comment: 'button: the practice does not accept a request' }),
      onAnswer({ id }) {
        setDecliningId(id);
        return false;
      },
      answered: (record) => ({ ...record, status: DECLINED_STATUS }),
      isOffered: capabilities.declineOnlineRequest !== undefined,
    },
  ];
  const offered = canWrite === false ? [] : answers.filter(({ isOffered }) => isOffered);
  const decline = offered.find(({ id }) => id === 'decline');

  return {
    ...online,
    areShown,
    answers: offered,
    rows: online.open.map(toRow),
    closed: [...seen.values()]
      .filter(({ id }) => !openIds.has(id))
      .map((request) => ({ ...toRow(request), status: CONFIRMED_STATUS })),
    isOnline,
    /** How a request was answered. */
    outcomeOf({ id }: ReceivedAppointment): AnswerOutcome {
      const command = given.get(id);
      if (command && isPending(command)) return outcomes.unsaved();
      const kind = command?.task.answer.kind;
      const request = seen.get(id);
      if (kind === 'book') return outcomes.booked();
      if (kind === 'decline') return outcomes.declined();
      const isExpired = request !== undefined && deriveRequestStatus(request, now) === 'expired';
      return isExpired ? outcomes.expired() : outcomes.elsewhere();
    },
    rowOf({ id }: ReceivedAppointment): OnlineRow | null {
      const request = seen.get(id);
      if (request === undefined) return null;
      const isDeclining = decliningId === id;
      return {
        ...{ request, isAsked: askedId === id },
        decline:
          isDeclining && decline ? (reason) => ({ ...decline, onAnswer: () => log.decline(request, reason) }) : null,
        onKeep() {
          setDecliningId(null);
          focusInRow(id, 'a, button');
        },
      };
    },
  };
}

const outcomes = {
  unsaved: (): AnswerOutcome => ({
    label: texts.notSavedYet,
    tint: 'bg-warn-soft text-warn',
    icon: <Clock aria-hidden="true" size={14} />,
  }),
  booked: (): AnswerOutcome => ({
    label: t({ message: 'Booked', comment: 'how a request was answered' }),
    tint: 'bg-ok-soft text-ok',
    icon: <CircleCheck aria-hidden="true" size={14} />,
  }),
  declined: (): AnswerOutcome => ({
    label: t({ message: 'Declined', comment: 'how a request was answered' }),
    tint: 'bg-sunken text-muted',
    icon: <CircleX aria-hidden="true" size={14} />,
  }),
  expired: (): AnswerOutcome => ({
    label: t({ message: 'Expired', comment: 'a request that no one answered in time' }),
    tint: 'bg-sunken text-muted',
    icon: <Clock aria-hidden="true" size={14} />,
  }),
  elsewhere: (): AnswerOutcome => ({
    label: t({ message: 'Answered by a colleague', comment: 'a request' }),
    tint: 'bg-sunken text-muted',
    icon: <CircleCheck aria-hidden="true" size={14} />,
  }),
};
