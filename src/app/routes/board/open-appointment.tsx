import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { findLoaded } from '#app/api/appointment-store.ts';
import { useBudgetLeft } from '#app/api/desk-signals.ts';
import { type Directory, storeOf } from '#app/api/directory.ts';
import { usePresence } from '#app/api/presence.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { AppointmentDetails } from '#app/features/appointment/appointment-details.tsx';
import { type Missing, MissingAppointment } from '#app/features/appointment/missing-appointment.tsx';
import { AppointmentHistory } from '#app/features/change/appointment-history.tsx';
import { NotesControl, PlaceControls, StatusControls } from '#app/features/change/change-controls.tsx';
import { clashText } from '#app/features/change/change-warnings.ts';
import { LastAndNextVisits } from '#app/features/patient/last-and-next-visits.tsx';
import { PatientCard } from '#app/features/patient/patient-card.tsx';
import { useAppointmentsOf, useContact, usePetsOf } from '#app/features/patient/use-patient.ts';
import { dateIn, zoneOf } from '#app/scheduling/calendar-day.ts';
import type { Clashes } from '#app/scheduling/clashes.ts';
import { instantText } from '#app/scheduling/time-text.ts';
import { hasDied, isLastVisit } from '#app/scheduling/visit.ts';
import { useAddresses } from '#app/session/addresses.ts';
import type { BoardSearch } from '#app/session/board-search.ts';
import { bookingAfter } from '#app/session/booking-after.ts';
import { type ChangeableField, useDesk } from '#app/session/use-desk.ts';
import { isolated } from '#app/text/isolated.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

interface OpenAppointmentProps {
  /** The id in the address. */
  id: string;
  /** Null where the days on the screen do not have it (yet). */
  appointment: ReceivedAppointment | null;
  /** How much of these days is loaded. */
  day: { state: 'loading' | 'incomplete' | 'complete'; unreadableIds: readonly string[]; onRetry: () => void };
  /** The clashes among the visits on the screen. */
  clashes: Clashes;
  /** The address of the board. */
  board: BoardSearch;
  shownStoreIds: readonly string[];
  reference: { directory: Directory; statuses: EnumDisplays; categories: EnumDisplays; origins: EnumDisplays };
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** `focusInside`: whether the focus was in the details and has to be moved. */
  onClose: (focusInside: boolean) => void;
}

/** The details of the appointment in the address, or why they are not there. */
export function OpenAppointment(props: OpenAppointmentProps) {
  const { id, appointment, onClose } = props;
  const missing = useMissing(props);
  if (appointment === null) return <MissingAppointment id={id} missing={missing} onClose={onClose} />;
  return <FoundAppointment {...props} appointment={appointment} />;
}

/** The pause after which data is loaded while the user steps through a day with the arrow keys. */
const PAUSE_MS = 300;

function FoundAppointment(props: OpenAppointmentProps & { appointment: ReceivedAppointment }) {
  const { appointment, reference, now, onClose } = props;
  const { session, company, bookingRefusal, changeable } = useDesk();
  const { directory } = reference;
  const { petId, clientId } = appointment;
  const navigate = useNavigate({ from: '/' });
  const addresses = useAddresses();
  const { changing } = usePresence();
  const paused = useDebounced(appointment.id, PAUSE_MS) === appointment.id;
  // The less of the request budget is left, the less is loaded beside the contact, so that other desks' boards stay
  // live.
  const some = useBudgetLeft(0.4) && paused;
  const plenty = useBudgetLeft(0.5) && paused;

  const household = usePetsOf({ companyId: company.id, clientId, enabled: plenty });
  const pet = petId === null ? null : (directory.pets.get(petId) ?? household.pets.find((other) => other.id === petId));
  const contact = useContact({ companyId: company.id, clientId, name: pet?.clientName ?? '', enabled: some });
  const visits = useAppointmentsOf({
    companyId: company.id,
    patient: { petId: petId ?? '' },
    enabled: plenty && petId !== null,
  });
  const today = dateIn(zoneOf(appointment, directory), now);

  // Without `updatedAt` a change could not say which version the person saw.
  const can = (field: ChangeableField) => appointment.updatedAt !== null && changeable.has(field);
  const canMove = can('start') && can('end');

  function book(again: boolean) {
    if (bookingRefusal !== null) return;
    void navigate({ search: (before) => ({ ...before, ...bookingAfter(appointment, directory, again) }) });
  }

  return (
    <AppointmentDetails
      {...reference}
      others={changing.get(appointment.id) ?? ''}
      appointment={appointment}
      patient={<PatientCard {...{ pet, petId, clientId, contact, today, addresses }} />}
      visits={
        petId === null ? null : (
          <LastAndNextVisits
            {...{ petId, visits, household, directory, now, today, addresses }}
            appointmentId={appointment.id}
          />
        )
      }
      changing={{
        status:
          can('status') || canMove ? (
            <StatusControls
              appointment={appointment}
              statuses={can('status') ? reference.statuses : null}
              canMove={canMove}
            />
          ) : null,
        place:
          can('roomId') || can('employeeId') ? (
            <PlaceControls
              appointment={appointment}
              directory={directory}
              withRoom={can('roomId')}
              withVet={can('employeeId')}
            />
          ) : null,
        notes: can('notes')
          ? (shown) => (
              <NotesControl key={appointment.id} appointment={appointment}>
                {shown}
              </NotesControl>
            )
          : null,
        history: session.capabilities.listAppointmentHistory ? (
          <AppointmentHistory
            key={appointment.id}
            companyId={company.id}
            appointment={appointment}
            names={{ directory, statuses: reference.statuses }}
          />
        ) : null,
      }}
      clashes={(props.clashes.get(appointment.id) ?? []).map((clash) => ({
        id: clash.other.id,
        text: clashText(clash, appointment, directory),
      }))}
      onOpen={(other) => void navigate({ search: (before) => ({ ...before, appointment: other }), replace: true })}
      now={now}
      bookingRefusal={bookingRefusal}
      goesOn={!isLastVisit(appointment) && !hasDied(visits.appointments)}
      practiceSystemUrl={session.practiceSystemUrl}
      onClose={onClose}
      onFollowUp={() => book(false)}
      onBookAgain={() => book(true)}
    />
  );
}

/** Why the appointment is not there, as far as loaded data tells: the document has no look-up by id. */
function useMissing(props: OpenAppointmentProps): Missing {
  const { id, appointment, day, board, shownStoreIds, reference } = props;
  const { directory } = reference;
  const addresses = useAddresses();
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  // The cache may notify during a render, when no state may be set.
  const subscribe = useCallback((listener: () => void) => cache.subscribe(() => queueMicrotask(listener)), [cache]);
  // The adjacent days may be loaded only later.
  const elsewhere = useSyncExternalStore(subscribe, () =>
    appointment === null ? findLoaded(queryClient, directory.company.id, id) : null,
  );
  const [seen, setSeen] = useState(appointment);
  if (appointment !== null && appointment !== seen) setSeen(appointment);

  if (appointment !== null || day.state === 'loading') return { why: 'loading' };
  if (elsewhere) {
    const store = storeOf(elsewhere, directory);
    const when = instantText(zoneOf(elsewhere, directory), Date.parse(elsewhere.start));
    const name = store ? isolated(store.name) : '';
    const place = name === '' ? when : t({ message: `${when}, ${name}`, comment: 'date and time, then the store' });
    return { why: 'elsewhere', place, to: addresses.appointment(elsewhere) };
  }
  if (day.unreadableIds.includes(id)) return { why: 'unreadable' };
  if (day.state === 'incomplete') return { why: 'incomplete', onRetry: day.onRetry };
  if (seen?.id === id) return { why: 'gone' };
  const all = directory.company.stores.map((store) => store.id);
  const hidden = all.some((storeId) => !shownStoreIds.includes(storeId));
  return { why: 'unknown', allStores: hidden ? addresses.board({ ...board, store: all }) : null };
}
