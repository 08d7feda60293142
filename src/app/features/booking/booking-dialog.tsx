import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { isolated } from '#app/components/isolated.ts';
import { browserZone, zoneCity } from '#app/scheduling/time-text.ts';
import type { ReceivedAppointmentType, ReceivedCompany, ReceivedEmployee, ReceivedEnums } from '#contract/received.ts';
import { BookingFields } from './booking-fields.tsx';
import type { BookedAppointment, BookingPrefill, BookingStore } from './booking-model.ts';
import { heldDrafts } from './draft-claims.ts';
import { DraftKeeper } from './draft-keeper.tsx';
import { FormAdvice } from './form-advice.tsx';
import { FormTrouble } from './form-trouble.tsx';
import type { Phase } from './submit-booking.ts';
import { useBookingForm } from './use-booking-form.ts';

export interface BookingDialogProps {
  company: Pick<ReceivedCompany, 'id'>;
  /** Who is signed in: what was typed comes back to nobody else. Null where all desks share one key. */
  person: string | null;
  /** Those that can be booked in, each with its zone resolved. */
  stores: readonly BookingStore[];
  enums: ReceivedEnums;
  employees: readonly ReceivedEmployee[];
  appointmentTypes: readonly ReceivedAppointmentType[];
  initial: BookingPrefill;
  /** Closes the form; what was typed stays as a draft. */
  onClose: () => void;
  /**
   * Called once for a booking, which the form itself has told of. `closed` where its user has closed the form on the way,
   * or goes on in it with another appointment.
   */
  onBooked: (booked: BookedAppointment, closed: boolean) => void;
}

const phaseText = {
  reading: 'Booking…',
  sending: 'Booking…',
  looking: 'Checking whether it was booked…',
} as const satisfies Record<Phase, string>;

/** The form for a new appointment. Routes place it; it is loaded when it is first wanted. */
export function BookingDialog(props: BookingDialogProps) {
  const [round, setRound] = useState(0);
  const [held, setHeld] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    let over = false;
    void heldDrafts().then((drafts) => (over ? undefined : setHeld(drafts)));
    return () => {
      over = true;
    };
  }, []);
  if (held === null) return null;
  // Discarding begins anew, with a form and a draft of its own.
  return <BookingForm key={round} {...props} held={round === 0 ? held : null} onDiscard={() => setRound(round + 1)} />;
}

function BookingForm(props: BookingDialogProps & { held: ReadonlySet<string> | null; onDiscard: () => void }) {
  const { company, person, stores, enums, employees, appointmentTypes, initial, held, onClose, onBooked, onDiscard } =
    props;
  const companyId = company.id;
  const booking = useBookingForm({ companyId, person, stores, appointmentTypes, initial, held, onBooked });
  const { form, schema, drafts, draftId, draft, phase, trouble, onTold, book } = booking;
  const storeId = useWatch({ control: form.control, name: 'storeId' });
  const store = stores.find(({ id }) => id === storeId) ?? stores[0];
  const firstInput = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      title="New appointment"
      description={store ? foreignZoneText(store.timeZone, store.name) : undefined}
      initialFocus={firstInput}
      onClose={onClose}
      onKeyDown={(event) => bookOnKey(event, () => void book())}
    >
      <form
        noValidate
        className="flex min-h-0 grow flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void book();
        }}
      >
        <DraftKeeper form={form} drafts={drafts} draftId={draftId} restored={draft !== null} />
        <div className="flex min-h-0 grow flex-col gap-3 overflow-y-auto px-4 py-3 *:shrink-0">
          {draft?.id === draftId && phase === null ? (
            <div className="flex items-center justify-between gap-2 rounded-md bg-accent-soft px-2.5 py-1 text-sm">
              <p>Your draft is back.</p>
              <Button
                compact
                tone="quiet"
                onClick={() => {
                  drafts.discard(draftId);
                  onDiscard();
                }}
              >
                Discard draft
              </Button>
            </div>
          ) : null}
          <BookingFields {...{ form, companyId, stores, enums, employees, appointmentTypes, initial, firstInput }} />
          <FormAdvice {...{ form, companyId, stores, employees, appointmentTypes, onTold }} />
        </div>
        <div className="flex flex-col gap-2 border-t border-line px-4 py-3">
          {trouble ? (
            <FormTrouble
              {...{ form, schema, stores, trouble }}
              onAgain={() => void book()}
              onDiscard={() => {
                drafts.discard(draftId);
                onClose();
              }}
            />
          ) : null}
          <div className="flex items-center justify-end gap-3">
            <p role="status" className="mr-auto text-sm text-muted">
              {phase ? phaseText[phase] : ''}
            </p>
            <Button onClick={onClose}>Close</Button>
            <Button tone="primary" type="submit" aria-disabled={phase !== null} aria-keyshortcuts="Control+Enter">
              Book appointment
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** Says whose clock the times are on, where it is not the browser's; nothing where it is. */
function foreignZoneText(zone: string, storeName: string): string | undefined {
  return zone === browserZone ? undefined : `Times are those of ${isolated(storeName)} (${zoneCity(zone)}).`;
}

/** Ctrl or ⌘ with Enter books from any field. */
function bookOnKey(event: KeyboardEvent, book: () => void): void {
  if (event.key !== 'Enter') return;
  if (!event.repeat) ignoreRepeats();
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  if (!event.repeat) book();
}

/**
 * A key held down repeats, but one press is one booking. Until Enter is let go its repeats do nothing, also not to what
 * has the focus once the form is closed: that may be the button that opens it, or the block of the new appointment.
 */
function ignoreRepeats(): void {
  const until = new AbortController();
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.repeat) return;
      if (event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal: until.signal },
  );
  window.addEventListener('keyup', ({ key }) => (key === 'Enter' ? until.abort() : undefined), {
    capture: true,
    signal: until.signal,
  });
}
