import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { createFollowUpSearch } from '#app/addresses/follow-up-search.ts';
import { findLoadedAppointment } from '#app/api/appointment-store.ts';
import { useHasBudget } from '#app/api/budget-and-clock.ts';
import { appointmentName, storeOf } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useDebouncedValue } from '#app/browser/use-debounced-value.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { usePresence } from '#app/changes/presence.ts';
import { Alerts } from '#app/components/alerts.tsx';
import { canBookSeries, useSeries } from '#app/days/series.ts';
import { OtherNotes, PracticeNotes } from '#app/features/appointment/appointment-notes.tsx';
import { AppointmentOverview } from '#app/features/appointment/appointment-overview.tsx';
import { DetailsPanel, DetailsSection } from '#app/features/appointment/details-panel.tsx';
import { MissingAppointment, type MissingReason } from '#app/features/appointment/missing-appointment.tsx';
import { SeriesSection } from '#app/features/appointment/series-section.tsx';
import { SupportDetails } from '#app/features/appointment/support-details.tsx';
import { WhereToChange } from '#app/features/appointment/where-to-change.tsx';
import { useAppointmentViews } from '#app/features/board/appointment-view.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { findBoardAppointment } from '#app/features/board/model/board-appointments.ts';
import { AppointmentActions } from '#app/features/change/appointment-actions.tsx';
import { AppointmentHistory } from '#app/features/change/appointment-history.tsx';
import { NotesControl, PlaceControls } from '#app/features/change/change-controls.tsx';
import { clashText } from '#app/features/change/change-warnings.ts';
import { useMissedReason } from '#app/features/change/missed-reason.tsx';
import { LastAndNextAppointments } from '#app/features/clients/last-and-next-appointments.tsx';
import { PetHeading } from '#app/features/clients/pet-heading.tsx';
import { useClientPets, useContact, usePatientAppointments } from '#app/features/clients/use-records.ts';
import { AppointmentMessages } from '#app/features/messages/appointment-messages.tsx';
import { CancelledTimeOffer } from '#app/features/waiting/cancelled-time-offer.tsx';
import { BookingButton } from '#app/session/booking-button.tsx';
import { type ChangeableField, useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { isDeadOrInactive } from '#app/text/pet-text.ts';
import { seriesPositionText } from '#app/text/series-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantInYearText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { findPositionInSeries } from '#scheduling/series.ts';
import { getIntervalOfDays } from '#scheduling/shown-days.ts';
import { hadLastAppointment, isDimmed, isLastAppointment } from '#scheduling/visit.ts';

const boardApi = getRouteApi('/desk/');

interface OpenAppointmentProps {
  /** The appointment's id, from the URL. */
  id: string;
  origins: EnumDisplays;
  /** Called with `focusInside`: whether the focus was in the details and has to be moved. */
  onClose: (focusInside: boolean) => void;
}

/** The details of the appointment in the URL, or why they cannot be shown. */
export function OpenAppointment(props: OpenAppointmentProps) {
  const { id, onClose } = props;
  const appointment = useBoard().board.appointments.find((one) => one.id === id) ?? null;
  const missing = useMissingReason(id, appointment);
  if (appointment === null) return <MissingAppointment id={id} missing={missing} onClose={onClose} />;
  return <FoundAppointment {...props} appointment={appointment} />;
}

/** The pause, in milliseconds, after which data is loaded while the user steps through a day with the arrow keys. */
const PAUSE_MS = 300;

function FoundAppointment(props: OpenAppointmentProps & { appointment: ReceivedAppointment }) {
  const { appointment, origins, onClose } = props;
  const { session, company, changeable, hasMessages } = useDesk();
  const { board, directory, statuses } = useBoard();
  const now = useMinute();
  const factsOf = useAppointmentViews(now);
  const { id, petId, clientId } = appointment;
  const navigate = useNavigate({ from: '/' });
  const addresses = useAddresses();
  const { changing } = usePresence();
  const hasPaused = useDebouncedValue(id, PAUSE_MS) === id;
  // The less of the request budget is left, the less is loaded in addition to the appointment, so that other desks'
  // boards stay live.
  const hasSomeBudget = useHasBudget(0.4) && hasPaused;
  const hasPlentyOfBudget = useHasBudget(0.5) && hasPaused;

  const household = useClientPets({ companyId: company.id, clientId, enabled: hasPlentyOfBudget });
  const pet = petId === null ? null : (directory.pets.get(petId) ?? household.pets.find((other) => other.id === petId));
  const contact = useContact({ companyId: company.id, clientId, name: pet?.clientName ?? '', enabled: hasSomeBudget });
  const visits = usePatientAppointments({
    companyId: company.id,
    patient: { petId: petId ?? '' },
    enabled: hasPlentyOfBudget && petId !== null,
  });
  const series = useSeries(company.id, id, hasSomeBudget && canBookSeries(session.capabilities));
  const today = dateIn(zoneOfAppointment(appointment, directory), now);

  // Without `updatedAt`, a change could not say which version the person saw, so nothing can be changed.
  const canChange = (field: ChangeableField) => appointment.updatedAt !== null && changeable.has(field);
  const canMove = canChange('start') && canChange('end');
  const canPlace = canChange('roomId') || canChange('employeeId');
  // A practice system that cannot return a single pet does not report deaths, so the pet's euthanasia counts as its
  // death.
  const hasDied = session.capabilities.getPet ? pet?.deceasedOn != null : hadLastAppointment(visits.appointments);
  const canHaveNext = !isLastAppointment(appointment) && !hasDied && !(pet && isDeadOrInactive(pet));
  const item = board.items.find((one) => one.appointment.id === id);
  const visit = item && findBoardAppointment(board, { ...item, hasDied });
  const { concerns, messageMark } = visit ? factsOf(visit) : { concerns: [], messageMark: null };
  const notes = <PracticeNotes notes={appointment.notes} />;
  const reason = useMissedReason({
    ...{ companyId: company.id, appointment },
    isStored: session.capabilities.listAppointmentHistory !== undefined,
    canGive: session.capabilities.giveReason !== undefined && canChange('status'),
  });

  return (
    <DetailsPanel
      subject={id}
      onClose={onClose}
      heading={
        <PetHeading
          {...{ pet, petId, clientId, contact, today, addresses }}
          title={appointmentName(appointment, directory.pets)}
        />
      }
      actions={
        <>
          {canChange('status') || canMove ? null : <WhereToChange url={session.practiceSystemUrl} id={id} />}
          <AppointmentActions
            {...{ appointment, canMove, hasDied, reason }}
            statuses={canChange('status') ? statuses : null}
          >
            {canHaveNext ? (
              <BookingButton
                onClick={() =>
                  void navigate({
                    search: (before) => ({ ...before, ...createFollowUpSearch(appointment, directory) }),
                  })
                }
              >
                {texts.bookAgain}
              </BookingButton>
            ) : null}
          </AppointmentActions>
        </>
      }
    >
      <Alerts {...{ pet, today }} client={contact.client} className="border-b-2 border-danger px-4 py-2" />
      <AppointmentOverview
        {...{ appointment, directory, statuses, now, concerns, messageMark }}
        presence={changing.get(id) ?? ''}
        seriesPosition={seriesPositionText(findPositionInSeries(series, id))}
        clashes={(board.clashes.get(id) ?? []).map((clash) => ({
          id: clash.other.id,
          text: clashText(clash, appointment, directory),
        }))}
        onOpen={(other) => void navigate({ search: (before) => ({ ...before, appointment: other }), replace: true })}
        place={
          canPlace ? (
            <PlaceControls
              {...{ appointment, directory }}
              withRoom={canChange('roomId')}
              withVet={canChange('employeeId')}
            />
          ) : null
        }
      />
      <DetailsSection>
        {canChange('notes') ? (
          <NotesControl key={id} appointment={appointment}>
            {notes}
          </NotesControl>
        ) : (
          notes
        )}
        <OtherNotes {...appointment} />
      </DetailsSection>
      {hasMessages ? (
        <AppointmentMessages
          {...{ appointment, now }}
          name={appointmentName(appointment, directory.pets)}
          days={getIntervalOfDays(board.days)}
          zone={zoneOfAppointment(appointment, directory)}
          isTypeOff={directory.types.get(appointment.visitTypeId ?? '')?.isMessaged === false}
          enabled={hasSomeBudget}
        />
      ) : null}
      {isDimmed(appointment) ? (
        <DetailsSection key={`${id} ${appointment.updatedAt}`}>
          {reason.text === null ? null : <p dir="auto">{reason.text}</p>}
          <CancelledTimeOffer {...{ appointment, now }} />
        </DetailsSection>
      ) : null}
      {petId === null ? null : (
        <DetailsSection>
          <LastAndNextAppointments
            {...{ petId, household, today }}
            appointmentId={id}
            appointments={visits}
            around={{ directory, statuses, now, appointmentAddress: addresses.appointment }}
            petAddress={addresses.pet}
          />
        </DetailsSection>
      )}
      <SeriesSection
        {...{ series, appointment, directory, statuses, now }}
        appointmentAddress={addresses.appointment}
      />
      {session.capabilities.listAppointmentHistory ? (
        <AppointmentHistory key={id} companyId={company.id} names={{ directory, statuses }} {...{ appointment, now }} />
      ) : null}
      <SupportDetails {...{ appointment, directory, now }} origins={origins} />
    </DetailsPanel>
  );
}

/** The reason why the appointment cannot be shown, as far as the loaded data tells. */
function useMissingReason(id: string, appointment: ReceivedAppointment | null): MissingReason {
  const { board, directory, choice, day } = useBoard();
  const search = boardApi.useSearch();
  const now = useMinute();
  const addresses = useAddresses();
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  // Listeners are called in a microtask, since the cache may notify during a render, when no state may be set.
  const subscribe = useCallback((listener: () => void) => cache.subscribe(() => queueMicrotask(listener)), [cache]);
  // The appointment may be on an adjacent day, which may load later.
  const loadedAppointment = useSyncExternalStore(subscribe, () =>
    appointment === null ? findLoadedAppointment(queryClient, directory.company.id, id) : null,
  );
  const [seen, setSeen] = useState(appointment);
  if (appointment !== null && appointment !== seen) setSeen(appointment);

  if (appointment !== null || (day.isIncomplete && day.problem === null)) return { why: 'loading' };
  if (loadedAppointment) {
    const store = storeOf(loadedAppointment, directory);
    const when = instantInYearText(
      zoneOfAppointment(loadedAppointment, directory),
      Date.parse(loadedAppointment.start),
      now,
    );
    const name = store ? isolateText(store.name) : '';
    const place = name === '' ? when : t({ message: `${when}, ${name}`, comment: 'date and time, then the store' });
    return { why: 'elsewhere', place, to: addresses.appointment(loadedAppointment) };
  }
  if (board.unresolvedIds.includes(id)) return { why: 'unreadable' };
  if (day.isIncomplete) return { why: 'incomplete', onRetry: day.onRetry };
  if (seen?.id === id) return { why: 'gone' };
  const all = directory.company.stores.map((store) => store.id);
  const hasHiddenStores = all.some((storeId) => !choice.storeIds.includes(storeId));
  return { why: 'unknown', allStores: hasHiddenStores ? addresses.board({ ...search, store: all }) : null };
}
