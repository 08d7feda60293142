import { t } from '@lingui/core/macro';
import { CalendarX2 } from 'lucide-react';
import { Button } from '#app/components/button.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { texts } from '#app/text/shared-texts.ts';

/** Shown in place of a list that has no appointments. */
export function EmptyDay() {
  const { board, canBook, onBook } = useBoard();
  const isClosed = board.columns.every(({ openings }) => openings?.length === 0);
  const hasUnreadable = board.unresolvedIds.length > 0;
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center text-sm text-muted">
      <CalendarX2 aria-hidden="true" size={24} strokeWidth={1.5} />
      <p>
        {hasUnreadable
          ? t`Nothing else is booked.`
          : isClosed
            ? t`Closed on this day. Nothing is booked.`
            : texts.nothingBooked}
      </p>
      {canBook ? <Button onClick={() => onBook({})}>{texts.newAppointment}</Button> : null}
    </div>
  );
}
