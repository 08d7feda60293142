import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { historyQueries } from '#app/api/appointments.ts';
import { appointmentVisitTypeName } from '#app/api/directory.ts';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { translateOnRead } from '#app/language/translate-on-read.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { reasonText } from '#app/text/reason-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantInYearText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment, ReceivedHistoryEntry } from '#contract/received.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { type NameSources, roomNameText, vetNameText } from './change-names.ts';

interface HistoryProps {
  companyId: string;
  appointment: ReceivedAppointment;
  names: NameSources;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** The history of an appointment, loaded when it is opened. */
export function AppointmentHistory(props: HistoryProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="border-t border-line px-4 py-2.5" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer font-medium text-accent">{t`History`}</summary>
      {open ? <HistoryEntries {...props} /> : null}
    </details>
  );
}

function HistoryEntries({ companyId, appointment, names, now }: HistoryProps) {
  const api = useApi();
  const { id, updatedAt } = appointment;
  const history = useInfiniteQuery(historyQueries.ofAppointment(api, { companyId, id }, updatedAt));
  const { directory } = names;
  const zone = zoneOfAppointment(appointment, directory);
  const entries = history.data?.pages.flatMap((page) => page.records) ?? [];
  const oldest = history.hasNextPage ? undefined : entries.at(-1);
  return (
    <div className="flex flex-col items-start gap-2 pt-1">
      {history.isPending ? <p className="text-muted">{texts.loading}</p> : null}
      <ol aria-label={t`History`} className="flex w-full flex-col gap-2">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids and no state.
          <li key={index}>
            <p className="text-xs text-muted">
              {instantInYearText(zone, instantOf(entry.at), now)}
              {entry.employeeId === null ? '' : ` · ${vetNameText(entry.employeeId, directory)}`}
            </p>
            {entry === oldest ? <p>{firstEntryText(entry)}</p> : null}
            {entry === oldest
              ? null
              : changesInWords(entry, appointment, { ...names, now }).map((text) => (
                  <p key={text} className="break-words whitespace-pre-wrap" dir="auto">
                    {text}
                  </p>
                ))}
            {entry.reason === null ? null : <p dir="auto">{reasonLine(entry.reason)}</p>}
          </li>
        ))}
      </ol>
      {history.isError ? (
        <Failure
          error={history.error}
          onRetry={() => void (history.data ? history.fetchNextPage() : history.refetch())}
        >
          {t`The history couldn’t be loaded.`}
        </Failure>
      ) : history.hasNextPage ? (
        <Button compact disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t`Earlier changes`}
        </Button>
      ) : null}
    </div>
  );
}

/** `Reason: Client` */
export function reasonLine(reason: string): string {
  const why = reasonText(reason);
  return t({ message: `Reason: ${why}`, comment: 'why an appointment was cancelled, or no one came' });
}

/** The text of the oldest entry: `Booked`, unless the history began only later. */
function firstEntryText({ changes }: ReceivedHistoryEntry): string {
  return changes.length === 0
    ? t`Booked or changed before the history began`
    : t({ message: 'Booked', comment: 'how the history of an appointment begins' });
}

const historyFieldLabels: Readonly<Record<string, string>> = translateOnRead({
  status: () => t`Status`,
  start: () => t({ message: 'Start', comment: 'when an appointment starts' }),
  end: () => t({ message: 'End', comment: 'when an appointment ends' }),
  roomId: () => t`Room`,
  employeeId: () => t`Vet`,
  notes: () => t`Notes`,
  visitTypeId: () => t`Visit type`,
  checkedInAt: () => t({ message: 'Checked in', comment: 'when the pet was' }),
});

/** The changes in an entry, with the values before and after. */
function changesInWords(
  { changes }: ReceivedHistoryEntry,
  record: ReceivedAppointment,
  names: NameSources & { now: number },
): string[] {
  const { directory, statuses } = names;
  const zone = zoneOfAppointment(record, directory);
  const none = t({ message: 'none', comment: 'a field has no value' });
  const valueText = (field: string, value: string | null): string => {
    switch (field) {
      case 'status':
        return value === null ? none : statuses.of(value).label;
      case 'roomId':
        return roomNameText(value, record, directory);
      case 'employeeId':
        return vetNameText(value, directory);
      case 'visitTypeId':
        return isolateText(appointmentVisitTypeName({ visitTypeId: value, visitTypeName: null }, directory)) || none;
      case 'start':
      case 'end':
      case 'checkedInAt': {
        const instant = value === null ? Number.NaN : Date.parse(value);
        return Number.isNaN(instant) ? none : instantInYearText(zone, instant, names.now);
      }
      default:
        return value === null || value === ''
          ? none
          : t({ message: `“${value}”`, comment: 'notes in quotation marks' });
    }
  };
  return changes.map(({ field, from, to }) => {
    const name = historyFieldLabels[field] ?? field;
    const before = valueText(field, from);
    const after = valueText(field, to);
    return t({ message: `${name}: ${before} → ${after}`, comment: 'a change of a field, from one value to another' });
  });
}
