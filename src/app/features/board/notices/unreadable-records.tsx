import { plural, t } from '@lingui/core/macro';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Popover } from '#app/components/popover.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import { texts } from '#app/text/shared-texts.ts';
import { BoardNotice } from './board-notice.tsx';

/** Says that some records of the day could not be read, so that time that looks free may be taken. */
export function UnreadableRecords() {
  const { board, filteredOut } = useBoard();
  /** The ids of the unreadable records; an empty string for a record without an id. */
  const ids = board.unresolvedIds;
  const count = ids.length;
  if (count === 0) return null;
  const text = t`${plural(count, { one: '# record could not be read', other: '# records could not be read' })}`;
  const [all, hidden] = [board.appointments.length, filteredOut.size];
  // These details are for support, so they are in English. They count each received record as shown, filtered out or
  // unreadable.
  const details = [
    `${all + count} received = ${all - hidden} shown + ${hidden} filtered out + ${count} unreadable`,
    ...ids.map((id) => id || '(no id)'),
  ].join('\n');
  return (
    <BoardNotice
      role="status"
      action={
        <Popover
          label={text}
          buttonClass="min-h-7 rounded-md border border-line-strong bg-surface px-2 text-xs font-medium hover:bg-sunken"
          button={texts.show}
        >
          <div className="flex max-w-80 flex-col items-start gap-2 p-1.5 text-sm">
            <p>
              {t`${plural(count, {
                one: 'This appointment exists and takes up time, but couldn’t be read.',
                other: 'These appointments exist and take up time, but couldn’t be read.',
              })}`}{' '}
              {t`Check the practice system before you book.`}
            </p>
            <CopyButton text={details} label={t`Copy details for support`} />
          </div>
        </Popover>
      }
    >
      {text}
    </BoardNotice>
  );
}
