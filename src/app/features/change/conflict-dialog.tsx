import { t } from '@lingui/core/macro';
import { ConflictChoice } from '#app/components/conflict-choice.tsx';
import { applyChange } from '#contract/appointment-rules.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { appointmentNameText, type NameSources } from './change-names.ts';
import { fieldLabels, fieldTexts } from './change-text.ts';
import type { Conflict } from './changes.ts';
import { changesBetween, valuesFor } from './field-changes.ts';

interface ConflictDialogProps {
  conflict: Conflict;
  names: NameSources;
  onResolve: (how: 'theirs' | 'mine') => void;
}

/** Shows a colleague's change and the user's own side by side, so that one of them can be chosen. */
export function ConflictDialog({ conflict, names, onResolve }: ConflictDialogProps) {
  const { seen, changes, current } = conflict;
  const theirChanges = current ? changesBetween(seen, current) : {};
  const fields = Object.fromEntries(
    [...Object.keys(theirChanges), ...Object.keys(changes)].map((field) => [field, null]),
  );
  const mine = current ? applyChange(current, changes, seen.start) : seen;
  const versions = [seen, current, mine];
  const days = versions.map(
    (record) => record && dateIn(zoneOfAppointment(record, names.directory), recordedTime(record).start),
  );
  // Times are shown without dates only if all versions are on one day. Otherwise `within` is the instant 0, which is on
  // no appointment's day, so every time gets its date.
  const within = new Set(days.filter((day) => day !== null)).size === 1 ? recordedTime(seen).start : 0;
  const [before = [], there = [], here = []] = versions.map((record) =>
    record === null ? [] : fieldTexts(valuesFor(fields, record), record, names, within),
  );
  const name = appointmentNameText(seen, names.directory);
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
