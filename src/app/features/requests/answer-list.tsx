import { t } from '@lingui/core/macro';
import type { FocusEvent, ReactNode } from 'react';
import { useClientsById } from '#app/api/clients.ts';
import { clientIdOf, hasPetDied } from '#app/api/directory.ts';
import { useNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { localStore } from '#app/browser/storage.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useKeys } from '#app/commands/use-keys.ts';
import { Button } from '#app/components/button.tsx';
import { rowIdAt } from '#app/components/row-focus.ts';
import { SkipLink } from '#app/components/skip-link.tsx';
import { readPreferences } from '#app/session/preferences.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOf } from '#scheduling/calendar-day.ts';
import { byTime } from '#scheduling/visit.ts';
import { AnswerDay } from './answer-day.tsx';
import type { Outcome, RowNews, RowProps } from './answer-row.tsx';
import type { Answer } from './answers.ts';
import { LIST_ID, useListFocus } from './use-list-focus.ts';
import { type StableRowsInput, useStableRows } from './use-stable-rows.ts';

interface AnswerListProps {
  /** The appointments that await an answer, soonest first. */
  open: readonly ReceivedAppointment[];
  isLoading: boolean;
  answers: readonly Answer[];
  /** Whether an appointment that is no longer open was answered. */
  isAnswered: (record: ReceivedAppointment) => boolean;
  /** How an appointment was answered. */
  outcomeOf: (record: ReceivedAppointment) => Outcome;
  /** Whether a row says if its time is still free; none does by default. */
  checksTime?: (record: ReceivedAppointment) => boolean;
  /** What messages to the client say about an appointment; null for nothing. */
  newsOf: (record: ReceivedAppointment) => RowNews | null;
  /** The request from the web site that a row is; none is by default. */
  onlineOf?: RowProps['onlineOf'];
  /** The records of requests from the web site that are no longer open, by their ids. */
  closed?: StableRowsInput['closed'];
  /** The order of the rows within a day; by time by default. */
  compare?: (one: ReceivedAppointment, other: ReceivedAppointment) => number;
  /** The number of open appointments, in words. */
  countText: (count: number) => string;
  /** Says that so many others wait until the pointer has left the list. */
  waitingText: (count: number) => string;
  /** The line above the list. */
  summary: ReactNode;
  /** Shown below the rows: why there are none, or what could not be loaded. */
  children: ReactNode;
}

/** Appointments by day that each await an answer, which is given by one press or one key. */
export function AnswerList(props: AnswerListProps) {
  const { open, isLoading, answers, isAnswered, outcomeOf, newsOf, compare = byTime, summary, children } = props;
  const { checksTime = () => false, onlineOf = () => null, closed } = props;
  const { company } = useDesk();
  const now = useMinute();
  const zones = useReference().directory;
  const dateOf = (record: ReceivedAppointment) => dateIn(zoneOf(record, zones), Date.parse(record.start));
  const { rows, returnedId, waiting, isOpen, keep, leave, release, handlers } = useStableRows({
    ...{ companyId: company.id, open, dateOf, isAnswered, compare, closed },
  });
  const records = rows.map(({ record }) => record);
  const { found: pets } = useNames(petQueries, company.id, new Set(records.flatMap(({ petId }) => petId ?? [])));
  const { directory, origins } = useReference(pets);
  const clientIds = records.flatMap((record) => clientIdOf(record, directory) ?? []);
  const { clients } = useClientsById(company.id, clientIds);
  const hasKeys = readPreferences(localStore).letterKeys;
  const days = new Map<string, ReceivedAppointment[]>();
  for (const { record, date } of rows) days.set(date, [...(days.get(date) ?? []), record]);

  function answersOf(record: ReceivedAppointment) {
    if (record.updatedAt === null) return [];
    const hasDied = hasPetDied(record, directory);
    return answers.filter(({ expectsPet, isFor }) => !(hasDied && expectsPet) && (isFor?.(record) ?? true));
  }
  const focus = useListFocus(
    records.map(({ id }) => id),
    open.map(({ id }) => id),
    returnedId,
  );
  const byKey = (answerId: Answer['id']) => (target: EventTarget | null) => {
    const record = open.find(({ id }) => id === rowIdAt(target));
    const answer = record && answersOf(record).find(({ id }) => id === answerId);
    if (answer) give(answer, record);
    return answer !== undefined;
  };
  useKeys(Object.fromEntries(answers.map(({ id }) => [id, byKey(id)])));
  function give(answer: Answer, record: ReceivedAppointment) {
    if (answer.answered === null) leave(record);
    if (answer.onAnswer(record) === false || answer.answered === null) return;
    keep(answer.answered(record));
    focus.onAnswered(record.id);
  }
  const listHandlers = {
    ...handlers,
    ...focus.handlers,
    onFocus(event: FocusEvent) {
      focus.handlers.onFocus(event);
      handlers.onFocus();
    },
    onBlur(event: FocusEvent) {
      focus.handlers.onBlur(event);
      handlers.onBlur(event);
    },
  };
  return (
    <>
      <SkipLink to={LIST_ID}>{t`Skip to list`}</SkipLink>
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-3 py-1 text-sm">
        {summary}
        <p role="status" className="ms-auto flex min-h-7 items-center gap-2 empty:hidden">
          {waiting.length === 0 ? null : (
            <>
              {props.waitingText(waiting.length)}
              <Button compact onClick={release}>
                {texts.show}
              </Button>
            </>
          )}
        </p>
      </div>
      <div
        id={LIST_ID}
        tabIndex={-1}
        aria-busy={isLoading}
        className="min-h-0 grow overflow-y-auto pb-24 outline-none"
        {...listHandlers}
      >
        {[...days].map(([date, ofDay]) => (
          <AnswerDay
            key={date}
            records={ofDay}
            count={props.countText(ofDay.filter(isOpen).length)}
            {...{ date, directory, origins, clients, hasKeys, now, isOpen, answersOf, outcomeOf, checksTime }}
            {...{ newsOf, onlineOf }}
            onAnswer={give}
            current={focus.tabStop}
          />
        ))}
        {children}
      </div>
    </>
  );
}
