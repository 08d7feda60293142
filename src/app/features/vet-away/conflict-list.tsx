import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Failure } from '#app/components/failure.tsx';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { TimeOwner } from '#scheduling/conflicting-appointments.ts';
import { AwayList } from './away-list.tsx';
import { type IntervalAppointments, MAX_DAYS } from './use-interval-appointments.ts';

interface ConflictListProps {
  owner: TimeOwner;
  during: IntervalAppointments;
  /** The appointments to deal with. */
  listed: readonly ReceivedAppointment[];
  /** Shown above the list of appointments. */
  note?: ReactNode;
  /** The text that is shown if there are no appointments; null if the note says enough. */
  nothing: string | null;
  onOpen: (id: string) => void;
}

/** The appointments of a panel, as far as they are loaded, and what is missing. */
export function ConflictList({ owner, during, listed, note, nothing, onOpen }: ConflictListProps) {
  const { state, unreadable, isCut, retry } = during;
  return (
    <div className="flex min-h-0 grow flex-col gap-3 overflow-y-auto p-4" aria-busy={state === 'loading'}>
      {state === 'failed' ? (
        <Failure look="warning" onRetry={retry}>
          {t`Some appointments or shifts at that time couldn’t be loaded, so we don’t know who is free.`}
        </Failure>
      ) : null}
      {state === 'complete' && unreadable > 0 ? (
        <p className="rounded-lg bg-warn-soft px-4 py-3">
          {plural(unreadable, {
            one: '# appointment or shift at that time couldn’t be read, so we don’t know who is free.',
            other: '# appointments or shifts at that time couldn’t be read, so we don’t know who is free.',
          })}
        </p>
      ) : null}
      {isCut ? <p className="text-sm text-muted">{t`Only the first ${MAX_DAYS} days are listed.`}</p> : null}
      {note}
      {state === 'loading' && listed.length === 0 ? (
        <ListSkeleton />
      ) : (
        // After a failed load, the list lacks appointments. It has a key of its own, so that it is replaced rather than
        // extended once all are loaded.
        <AwayList key={state === 'failed' ? 'part' : 'all'} {...{ owner, during, listed, nothing, onOpen }} />
      )}
    </div>
  );
}

const ROW_WIDTHS = ['w-56', 'w-64', 'w-48', 'w-60'];

function ListSkeleton() {
  return (
    <div className="appear-late flex flex-col gap-6">
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      {ROW_WIDTHS.map((width) => (
        <span key={width} aria-hidden="true" className={`h-10 max-w-full animate-pulse rounded bg-sunken ${width}`} />
      ))}
    </div>
  );
}
