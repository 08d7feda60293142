import { t } from '@lingui/core/macro';
import { ConflictChoice } from '#app/components/conflict-choice.tsx';
import { applyChange } from '#contract/appointment-rules.ts';
import { type ChangeNames, nameOf } from './change-names.ts';
import { fieldLabels, fieldTexts } from './change-text.ts';
import type { Conflict } from './changes.ts';
import { changesBetween, valuesFor } from './field-changes.ts';

interface ConflictDialogProps {
  conflict: Conflict;
  names: ChangeNames;
  onResolve: (how: 'theirs' | 'mine') => void;
}

/** Shows a colleague's change and the user's own side by side, to choose one of them. */
export function ConflictDialog({ conflict, names, onResolve }: ConflictDialogProps) {
  const { seen, changes, current } = conflict;
  const theirChanges = current ? changesBetween(seen, current) : {};
  const fields = Object.fromEntries(
    [...Object.keys(theirChanges), ...Object.keys(changes)].map((field) => [field, null]),
  );
  const mine = current ? applyChange(current, changes, seen.start) : seen;
  const [before = [], there = [], here = []] = [seen, current, mine].map((record) =>
    record === null ? [] : fieldTexts(valuesFor(fields, record), record, names),
  );
  const name = nameOf(seen, names.directory);
  return (
    <ConflictChoice
      description={t`A colleague changed ${name} before your change was saved.`}
      rows={before.map(({ field, value }, index) => ({
        label: fieldLabels[field],
        before: value,
        theirs: there[index]?.value ?? '',
        mine: here[index]?.value ?? '',
      }))}
      unknown={
        current === null
          ? t`Your change was not saved, and your colleague’s change couldn’t be loaded. Check the appointment on the calendar.`
          : null
      }
      onResolve={onResolve}
    />
  );
}
