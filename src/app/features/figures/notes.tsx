import { plural, t } from '@lingui/core/macro';
import type { Grouping } from './figures.ts';

interface NotesProps {
  unreadable: number;
  has: { history: boolean; plan: boolean };
  by: Grouping;
  isCounted: boolean;
  undated: number;
}

/** What the figures mean, and what is not known. */
export function Notes({ unreadable, has, by, isCounted, undated }: NotesProps) {
  const notes = [
    unreadable > 0 &&
      t`${plural(unreadable, { one: '# appointment could not be read and is not counted.', other: '# appointments could not be read and are not counted.' })}`,
    undated > 0 &&
      t`${plural(undated, { one: 'When and why # appointment was cancelled is not known.', other: 'When and why # appointments were cancelled is not known.' })}`,
    isCounted &&
      t`There are more appointments than can be read from this practice system, so only what it counts is here.`,
    isCounted && by === 'vet' && t`An appointment with two vets counts for both.`,
    !isCounted && unknownText(has),
    has.history && t`Cancelled late: less than 24 hours before the start. Wait: from check-in until treatment began.`,
    has.plan && t`Duty hours taken: the part of the vets’ duty that has appointments.`,
  ];
  return (
    <ul className="flex flex-col gap-0.5 text-xs text-muted">
      {notes.map((note) => (note ? <li key={note}>{note}</li> : null))}
    </ul>
  );
}

/** What is not known of a practice system, and why; null where everything is. */
function unknownText({ history, plan }: NotesProps['has']): string | null {
  if (history && plan) return null;
  if (history) return t`This practice system has no duty plan, so the share of duty hours is not known.`;
  return plan
    ? t`This practice system has no history of changes, so late cancellations, reasons and waiting times are not known.`
    : t`This practice system has no history of changes and no duty plan, so late cancellations, reasons, waiting times and the share of duty hours are not known.`;
}
