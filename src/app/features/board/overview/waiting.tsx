import { t } from '@lingui/core/macro';
import { Clock, Timer } from 'lucide-react';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import { StatusIcon } from '#app/features/board/status-icon.tsx';
import {
  agoText,
  cutAtOwnEnds,
  lateOf,
  maybeMoreWaiting,
  noOneWaiting,
  visitsOf,
  waitingOf,
} from '#app/features/board/visit-text.tsx';
import { shownLocale } from '#app/language/shown-language.ts';

interface WaitingProps {
  board: BoardModel;
  now: number;
  incomplete: boolean;
  onOpen: (appointmentId: string) => void;
}

/** Who is late and by how much, longest delay first; nothing where nobody is. */
export function Late({ board, now, onOpen }: Omit<WaitingProps, 'incomplete'>) {
  const late = lateOf(visitsOf(board), now);
  if (late.length === 0) return null;
  const heading = t({ message: 'Late', context: 'patients who have not come yet' });
  return (
    <section aria-label={heading}>
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        <Timer aria-hidden="true" size={15} className="text-danger" />
        {heading}
        <span className="font-normal text-muted">{late.length.toLocaleString(shownLocale)}</span>
      </h2>
      <VisitsSince of={late} now={now} onOpen={onOpen} />
    </section>
  );
}

/** Who waits and for how long, the longest first. */
export function Waiting({ board, now, incomplete, onOpen }: WaitingProps) {
  const waiting = waitingOf(visitsOf(board), now);
  const heading = t({ message: 'Waiting', context: 'patients in the waiting room' });
  return (
    <section aria-label={heading}>
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        <Clock aria-hidden="true" size={15} />
        {heading}
        <span className="font-normal text-muted">{waiting.length.toLocaleString(shownLocale)}</span>
      </h2>
      {waiting.length === 0 ? (
        <p className="mt-2 text-sm text-muted empty:hidden">{incomplete ? '' : noOneWaiting()}</p>
      ) : (
        <VisitsSince of={waiting} now={now} onOpen={onOpen} />
      )}
      {incomplete ? <p className="mt-2 text-sm text-muted">{maybeMoreWaiting()}</p> : null}
    </section>
  );
}

interface VisitsSinceProps {
  of: ReturnType<typeof waitingOf>;
  now: number;
  onOpen: (appointmentId: string) => void;
}

/** Visits, each with the time since its check-in or its start; a click opens one. */
function VisitsSince({ of, now, onOpen }: VisitsSinceProps) {
  return (
    <ol className="mt-2 flex flex-col gap-1.5">
      {of.map(({ visit: { item }, since }) => (
        <li key={item.key}>
          <button
            type="button"
            data-appointment={item.appointment.id}
            onClick={() => onOpen(item.appointment.id)}
            className={`${item.display.tint} flex w-full items-center gap-2 rounded-md border px-2.5 py-1.5 text-start text-sm`}
          >
            <StatusIcon status={item.display.value} size={14} />
            <span className={`min-w-0 grow gap-1 ${cutAtOwnEnds}`}>
              <bdi className="font-semibold">{item.heading}</bdi>
              {item.client === '' ? null : (
                <>
                  {' '}
                  <bdi>{item.client}</bdi>
                </>
              )}
            </span>
            <strong className="shrink-0 tabular-nums">{agoText(since, now) || t`just now`}</strong>
          </button>
        </li>
      ))}
    </ol>
  );
}
