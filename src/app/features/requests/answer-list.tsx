import type { ReactNode } from 'react';
import { useAppointmentsById } from '#app/api/appointment-store.ts';
import { useClientsById } from '#app/api/clients.ts';
import { clientIdOf, hasPetDied } from '#app/api/directory.ts';
import { useRecordsById } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { localStore } from '#app/browser/storage.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { useKeys } from '#app/commands/use-keys.ts';
import { rowIdAt } from '#app/components/row-focus.ts';
import { StableList } from '#app/components/stable-list.tsx';
import { useListFocus } from '#app/components/use-list-focus.ts';
import { useRowPlaces, useStableRows } from '#app/components/use-stable-rows.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { compareByStart } from '#scheduling/visit.ts';
import { AnswerDay } from './answer-day.tsx';
import type { AnswerOutcome, AnswerRowProps, MessageResult } from './answer-row.tsx';
import type { Answer } from './answers.ts';

interface AnswerListProps {
  /** The appointments that await an answer, soonest first. */
  open: readonly ReceivedAppointment[];
  isLoading: boolean;
  answers: readonly Answer[];
  /** Whether an appointment that is no longer open was answered. */
  isAnswered: (record: ReceivedAppointment) => boolean;
  /** How an appointment was answered. */
  outcomeOf: (record: ReceivedAppointment) => AnswerOutcome;
  /** Whether the row of an appointment says that its time is still free, or that it is not. By default, no row does. */
  checksTime?: (record: ReceivedAppointment) => boolean;
  /** What the client answered, or that a message to them was not delivered; null if neither is the case. */
  messageResultOf: (record: ReceivedAppointment) => MessageResult | null;
  /** The request from the web site that a row stands for; by default, all rows are appointments. */
  onlineOf?: AnswerRowProps['onlineOf'];
  /** The rows of requests from the web site that are no longer open. A row has the id of its request. */
  closed?: readonly ReceivedAppointment[] | undefined;
  /** Compares the rows within a day for sorting; by default, by time. */
  compare?: (one: ReceivedAppointment, other: ReceivedAppointment) => number;
  /** The number of open appointments, in words. */
  countText: (count: number) => string;
  /** Says how many other appointments appear in the list once the pointer has left it. */
  waitingText: (count: number) => string;
  /** Shown in the line above the list. */
  summary: ReactNode;
  /** Shown below the rows: why there are none, or what could not be loaded. */
  children: ReactNode;
}

/** A list, by day, of appointments that await an answer. One click or key gives the answer. */
export function AnswerList(props: AnswerListProps) {
  const {
    open,
    isLoading,
    answers,
    isAnswered,
    outcomeOf,
    messageResultOf,
    compare = compareByStart,
    summary,
    children,
  } = props;
  const { checksTime = () => false, onlineOf = () => null } = props;
  const { company } = useDesk();
  const now = useMinute();
  const zones = useReference().directory;
  const headingOf = (record: ReceivedAppointment) => dateIn(zoneOfAppointment(record, zones), Date.parse(record.start));
  const places = useRowPlaces();
  const { records: unsaved } = useUnsavedChanges();
  const otherRecords = [...useAppointmentsById(company.id, places.shownIds), ...(props.closed ?? [])];
  const closed = otherRecords.map((one) => unsaved.find(({ id }) => id === one.id) ?? one).filter(isAnswered);
  const stable = useStableRows({ places, open, closed, headingOf, compare });
  const { rows, returnedId, isOpen, keep, leave } = stable;
  const records = rows.map(({ record }) => record);
  const { found: pets } = useRecordsById(petQueries, company.id, new Set(records.flatMap(({ petId }) => petId ?? [])));
  const { directory, origins } = useReference(pets);
  const clientIds = records.flatMap((record) => clientIdOf(record, directory) ?? []);
  const { clients } = useClientsById(company.id, clientIds);
  const hasKeys = readPreferences(localStore).letterKeys;
  const days = new Map<string, ReceivedAppointment[]>();
  for (const { record, heading } of rows) days.set(heading, [...(days.get(heading) ?? []), record]);

  function offeredAnswers(record: ReceivedAppointment) {
    if (record.updatedAt === null) return [];
    const hasDied = hasPetDied(record, directory);
    return answers.filter(({ expectsPet, isFor }) => !(hasDied && expectsPet) && (isFor?.(record) ?? true));
  }
  const focus = useListFocus(
    records.map(({ id }) => id),
    open.map(({ id }) => id),
    returnedId,
  );
  const handleAnswerKey = (answerId: Answer['id']) => (target: EventTarget | null) => {
    const record = open.find(({ id }) => id === rowIdAt(target));
    const answer = record && offeredAnswers(record).find(({ id }) => id === answerId);
    if (answer) giveAnswer(answer, record);
    return answer !== undefined;
  };
  useKeys(Object.fromEntries(answers.map(({ id }) => [id, handleAnswerKey(id)])));
  function giveAnswer(answer: Answer, record: ReceivedAppointment) {
    if (answer.answered === null) leave(record);
    if (answer.onAnswer(record) === false || answer.answered === null) return;
    keep(answer.answered(record));
    focus.onAnswered(record.id);
  }
  return (
    <StableList {...{ stable, focus, waitingText: props.waitingText, isLoading, summary }}>
      {[...days].map(([date, ofDay]) => (
        <AnswerDay
          key={date}
          records={ofDay}
          count={props.countText(ofDay.filter(isOpen).length)}
          {...{
            date,
            directory,
            origins,
            clients,
            hasKeys,
            now,
            isOpen,
            answersOf: offeredAnswers,
            outcomeOf,
            checksTime,
          }}
          {...{ messageResultOf, onlineOf }}
          onAnswer={giveAnswer}
          current={focus.tabStop}
        />
      ))}
      {children}
    </StableList>
  );
}
