import { t } from '@lingui/core/macro';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The practice's own notes about an appointment. */
export function PracticeNotes({ notes }: Pick<ReceivedAppointment, 'notes'>) {
  return <Notes title={t`Notes`} text={notes} />;
}

/** The notes from the booking and from the client, which are read-only here. */
export function OtherNotes({ bookingNotes, clientNotes }: Pick<ReceivedAppointment, 'bookingNotes' | 'clientNotes'>) {
  return (
    <>
      <Notes title={t`Booking notes`} text={bookingNotes} />
      <Notes title={t`Client’s notes`} text={clientNotes} />
    </>
  );
}

function Notes({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <div>
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      <p className="break-words whitespace-pre-wrap" dir="auto">
        {text}
      </p>
    </div>
  );
}
