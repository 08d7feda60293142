import { t } from '@lingui/core/macro';
import { type Directory, staffName } from '#app/api/directory.ts';
import { ConflictChoice } from '#app/components/conflict-choice.tsx';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import type { PlanConflict } from './create-plan-changes.ts';
import { rebased } from './plan-change.ts';
import { entryText, entryTimeText, roomText } from './plan-text.ts';

interface PlanConflictDialogProps {
  conflict: PlanConflict;
  directory: Directory;
  onResolve: (how: 'theirs' | 'mine') => void;
}

/** Shows what a colleague made of an entry of the plan beside what the person was about to, to choose one of them. */
export function PlanConflictDialog({ conflict, directory, onResolve }: PlanConflictDialogProps) {
  const { of, current } = conflict;
  const seen = of.before ?? of.after;
  const isRemoved = of.after === null;
  const mine = rebased(of, current ?? seen).after ?? seen;
  const deleted = t({ message: 'Deleted', comment: 'an entry of the plan' });
  const labels = {
    time: t`Time`,
    who: t({ message: 'Who', comment: 'an employee who is on duty or away' }),
    room: t`Room`,
    title: t({ message: 'Title', comment: 'of duty, or of a blocked time' }),
  };
  const textsOf = (entry: ReceivedAvailability) => ({
    time: entryTimeText(entry, directory),
    who: entry.employeeId === null ? '' : staffName(entry.employeeId, directory),
    room: roomText(entry, directory) || words.noRoom,
    title: entry.title ?? '',
  });
  const [before, theirs, own] = [seen, current ?? seen, mine].map(textsOf);
  const rows = (['time', 'who', 'room', 'title'] as const).flatMap((field) => {
    const [one = '', other = '', third = ''] = [before?.[field], theirs?.[field], own?.[field]];
    const isSame = one === other && other === third;
    return isSame && !(isRemoved && field === 'time')
      ? []
      : [{ label: labels[field], before: one, theirs: other, mine: isRemoved ? deleted : third }];
  });
  const name = entryText(seen, directory);
  return (
    <ConflictChoice
      description={t`A colleague changed ${name} before your change was saved.`}
      rows={rows}
      unknown={
        current === null
          ? t`Your change was not made, and what the colleague did could not be loaded. Look at the plan.`
          : null
      }
      onResolve={onResolve}
    />
  );
}
