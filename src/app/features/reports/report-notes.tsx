import { plural, t } from '@lingui/core/macro';

interface ReportNotesProps {
  unreadable: number;
  has: { history: boolean; plan: boolean };
  undated: number;
}

/** Notes below a report: what its columns mean, and which numbers are unknown or incomplete. */
export function ReportNotes({ unreadable, has, undated }: ReportNotesProps) {
  const notes = [
    unreadable > 0 &&
      t`${plural(unreadable, { one: '# appointment couldn’t be read and is not counted.', other: '# appointments couldn’t be read and are not counted.' })}`,
    undated > 0 &&
      t`${plural(undated, { one: 'We don’t know when and why # appointment was cancelled.', other: 'We don’t know when and why # appointments were cancelled.' })}`,
    unknownNumbersText(has),
    has.history && t`Cancelled late: less than 24 hours before the start. Wait: from check-in until treatment began.`,
    has.plan && t`Shift hours booked: the share of the vets’ shift hours taken up by appointments.`,
  ];
  return (
    <ul className="flex flex-col gap-0.5 text-xs text-muted">
      {notes.map((note) => (note ? <li key={note}>{note}</li> : null))}
    </ul>
  );
}

/** Which numbers are unknown, and why; null if all are known. */
function unknownNumbersText({ history, plan }: ReportNotesProps['has']): string | null {
  if (history && plan) return null;
  if (history) return t`This practice system has no shifts, so the share of booked shift hours is unknown.`;
  return plan
    ? t`This practice system has no history of changes, so late cancellations, reasons and waiting times are unknown.`
    : t`This practice system has no history of changes and no shifts, so late cancellations, reasons, waiting times and the share of booked shift hours are unknown.`;
}
