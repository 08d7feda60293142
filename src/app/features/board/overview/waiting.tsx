import { t } from '@lingui/core/macro';
import { Clock, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppointmentFacts } from '#app/features/board/appointment-facts.ts';
import { AppointmentCard } from '#app/features/board/appointment-line.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { lateOf, maybeMoreWaiting, noOneWaiting, visitsOf, waitingOf } from '#app/features/board/visit-text.tsx';
import { shownLocale } from '#app/language/shown-language.ts';

/** Who is late and who is waiting, longest first. */
export function Waiting({ now }: { now: number }) {
  const { board, day } = useBoard();
  const visits = visitsOf(board);
  const late = lateOf(visits, now);
  const waiting = waitingOf(visits, now);
  return (
    <>
      {late.length === 0 ? null : (
        <Since
          now={now}
          heading={t({ message: 'Late', context: 'patients who have not come yet' })}
          icon={<Timer aria-hidden="true" size={15} className="text-danger" />}
          of={late}
        />
      )}
      <Since
        now={now}
        heading={t({ message: 'Waiting', context: 'patients in the waiting room' })}
        icon={<Clock aria-hidden="true" size={15} />}
        of={waiting}
      >
        {day.incomplete ? maybeMoreWaiting() : waiting.length === 0 ? noOneWaiting() : ''}
      </Since>
    </>
  );
}

interface SinceProps {
  now: number;
  heading: string;
  icon: ReactNode;
  of: ReturnType<typeof waitingOf>;
  /** A note below the cards. */
  children?: string;
}

function Since({ now, heading, icon, of, children = '' }: SinceProps) {
  const { onOpen } = useBoard();
  const factsOf = useAppointmentFacts(now);
  return (
    <section aria-label={heading}>
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        {icon}
        {heading}
        <span className="font-normal text-muted">{of.length.toLocaleString(shownLocale)}</span>
      </h2>
      <ol className="mt-2 flex flex-col gap-1.5 empty:hidden">
        {of.map(({ visit }) => (
          <li key={visit.item.key}>
            <AppointmentCard facts={factsOf(visit)} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {children === '' ? null : <p className="mt-2 text-sm text-muted">{children}</p>}
    </section>
  );
}
