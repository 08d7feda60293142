import { t } from '@lingui/core/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ArrowRightLeft, CalendarPlus, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { bookingParams } from '#app/addresses/board-search.ts';
import { createFollowUpSearch } from '#app/addresses/follow-up-search.ts';
import { fallbackNames } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Alerts } from '#app/components/alerts.tsx';
import { AppLink } from '#app/components/app-link.tsx';
import { EditorContext } from '#app/editor/editor.ts';
import { canSave } from '#app/editor/use-record-form.ts';
import { BookingButton } from '#app/session/booking-button.tsx';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { isDeadOrInactive, petAndSexText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { appointmentsTakingPlace, groupAppointments, isAtPractice } from '#scheduling/pet-appointments.ts';
import { hadLastAppointment, isLastAppointment } from '#scheduling/visit.ts';
import { AppointmentsOfDeadPet } from './appointments-of-dead-pet.tsx';
import { ContactLines } from './contact-lines.tsx';
import { editText, FormButton } from './form-button.tsx';
import { LinesSkeleton, LoadingContent } from './loading-content.tsx';
import { type AppointmentContext, AppointmentSummary, PatientAppointmentRow } from './patient-appointments.tsx';
import { PetList } from './pet-list.tsx';
import { PetRecalls } from './pet-recalls.tsx';
import { clientOfPetKind, petKind } from './record-kinds.tsx';
import { AppointmentLists, Card, EditForm, RecordPage } from './record-page.tsx';
import { usePetReference } from './use-pet-reference.ts';
import { useRecordEditor } from './use-record-editor.ts';
import { useClientPets, useContact, usePatientAppointments, usePet } from './use-records.ts';

/** The page of the pet whose id is in the URL. */
export function PetPage() {
  const { petId } = useParams({ from: '/desk/pets/$petId' });
  return <PetDetails key={petId} petId={petId} />;
}

/** A pet: its last and next appointment, its client, and all of its appointments. */
function PetDetails({ petId }: { petId: string }) {
  const { directory, statuses } = useReference();
  const { session } = useDesk();
  const addresses = useAddresses();
  const navigate = useNavigate();
  const now = useMinute();
  const { company, fallbackZone } = directory;
  const companyId = company.id;
  const found = usePet(companyId, petId);
  const own = usePatientAppointments({ companyId, patient: { petId }, enabled: true });
  const { pet } = found;
  const clientId =
    pet?.clientId ?? own.appointments.find((appointment) => appointment.clientId !== null)?.clientId ?? null;
  const settled = found.progress !== 'loading';
  const contact = useContact({ companyId, clientId, name: pet?.clientName ?? '', enabled: settled });
  const household = useClientPets({ companyId, clientId, enabled: settled });

  const { underWay, toCome, past } = groupAppointments(own.appointments, now);
  const coming = [...underWay, ...toCome];
  const here = underWay.find(isAtPractice) ?? null;
  const earlier = here ?? appointmentsTakingPlace(past)[0] ?? null;
  const next = [...underWay.filter((one) => one !== here), ...appointmentsTakingPlace(toCome)][0] ?? null;
  const today = dateIn(earlier ? zoneOfAppointment(earlier, directory) : fallbackZone, now);
  const name = pet?.name || fallbackNames.pet(petId);
  const clientName = contact.client?.name || pet?.clientName || '';
  const others = household.pets.filter(({ id }) => id !== petId);
  const around: AppointmentContext = { directory, statuses, now, appointmentAddress: addresses.appointment };
  const renderRow = (appointment: ReceivedAppointment) => (
    <PatientAppointmentRow key={appointment.id} appointment={appointment} {...around} />
  );
  // A practice system that cannot return a single pet does not report its death either, so a euthanasia is recognised from the
  // appointments.
  const isLast =
    (earlier !== null && isLastAppointment(earlier)) ||
    (!session.capabilities.getPet && hadLastAppointment(own.appointments));
  const whyNot =
    pet && isDeadOrInactive(pet)
      ? t`No new appointment is suggested.`
      : isLast
        ? t`No appointments are suggested after euthanasia.`
        : null;
  const editor = useRecordEditor('/desk/pets/$petId', { pets: new Set([petId]) });
  const reference = usePetReference({ species: pet?.species ?? '', client: { id: clientId, name: clientName } });
  const hasVersion = pet !== null && pet.updatedAt !== null;
  const canEdit = hasVersion && canSave(editor, petKind, false);
  const canMove = hasVersion && canSave(editor, clientOfPetKind, false);
  const moving = `client of ${petId}`;
  const openBooking = (again: ReceivedAppointment | null) => {
    const search = again ? createFollowUpSearch(again, directory) : { ...bookingParams, new: true as const };
    void navigate({ to: '/', search: { ...search, company: companyId, pet: petId } });
  };

  if (found.progress === 'known' && pet === null && own.progress === 'known' && own.appointments.length === 0) {
    return (
      <RecordPage kind="pet" title={t`Pet not found`}>
        <p>{t`The pet in this link is not on file. It may have been removed, or belong to another company.`}</p>
      </RecordPage>
    );
  }
  return (
    <EditorContext value={editor}>
      <RecordPage
        kind="pet"
        loads={[found, own, contact, household]}
        title={found.progress === 'loading' ? texts.loading : name}
        detail={pet ? petAndSexText(pet, today) : ''}
        actions={
          <>
            {whyNot === null ? (
              <BookingButton tone="primary" onClick={() => openBooking(null)}>
                <CalendarPlus aria-hidden="true" size={16} />
                {texts.newAppointment}
              </BookingButton>
            ) : null}
            {whyNot === null && earlier ? (
              <BookingButton onClick={() => openBooking(earlier)}>{texts.bookAgain}</BookingButton>
            ) : null}
            {canEdit ? <FormButton id={petId} icon={Pencil} label={editText()} /> : null}
          </>
        }
      >
        <Alerts {...{ pet, today }} client={contact.client} className="rounded-lg px-3 py-2" />
        {pet?.deceasedOn == null ? null : <AppointmentsOfDeadPet coming={coming} />}
        {whyNot === null ? null : (
          <p className="flex flex-wrap items-center gap-x-2">
            {whyNot}
            <BookingButton compact tone="quiet" onClick={() => openBooking(null)}>
              {texts.bookAnyway}
            </BookingButton>
          </p>
        )}
        <LoadingContent of={found} waiting={null} failed={t`The pet couldn’t be loaded.`}>
          {null}
        </LoadingContent>
        {canEdit ? <EditForm kind={petKind} item={pet} id={petId} reference={reference} /> : null}
        {canMove ? <EditForm kind={clientOfPetKind} item={pet} id={moving} reference={reference} /> : null}
        <div className="grid grid-cols-2 gap-2 md:grid-cols-3">
          <Card
            title={here ? t({ message: 'Here now', comment: 'Heading: the pet is in the practice' }) : texts.lastHere}
          >
            <HighlightedAppointment appointment={earlier} {...{ own, around }}>
              {own.whole ? texts.neverYet : null}
            </HighlightedAppointment>
          </Card>
          <Card title={t`Next appointment`}>
            <HighlightedAppointment appointment={next} {...{ own, around }}>
              {own.whole ? texts.noneBooked : null}
            </HighlightedAppointment>
          </Card>
          <div className="max-md:col-span-2">
            <Card title={t`Client`}>
              <p className="text-base font-semibold break-words">
                {clientId === null ? (
                  <bdi>{clientName || (settled ? unknownText() : texts.loading)}</bdi>
                ) : (
                  <AppLink to={addresses.client(clientId)}>
                    <bdi>{clientName || fallbackNames.client(clientId)}</bdi>
                  </AppLink>
                )}
              </p>
              {clientId === null ? null : <ContactLines contact={contact} />}
              {canMove ? (
                <FormButton look="quiet" id={moving} icon={ArrowRightLeft} label={t`Move to another client`} />
              ) : null}
            </Card>
          </div>
        </div>
        {pet === null ? null : <PetRecalls {...{ pet, coming, around }} />}
        <AppointmentLists appointments={own} coming={coming} past={past} hidesEmptyNextList row={renderRow} />
        {others.length > 0 ? (
          <section aria-label={texts.otherPets}>
            <h2 className="pb-1 text-base font-semibold">{texts.otherPets}</h2>
            <PetList pets={others} today={today} petAddress={addresses.pet} />
          </section>
        ) : null}
      </RecordPage>
    </EditorContext>
  );
}

function unknownText(): string {
  return t({ message: 'Unknown', comment: 'In place of an appointment or of a client' });
}

interface HighlightedAppointmentProps {
  appointment: ReceivedAppointment | null;
  own: ReturnType<typeof usePatientAppointments>;
  around: AppointmentContext;
  /** The text if there is no such appointment; null if there may be one that is not loaded. */
  children: ReactNode;
}

/** The last or the next appointment, in large type. */
function HighlightedAppointment({ appointment, own, around, children }: HighlightedAppointmentProps) {
  if (own.progress === 'loading') return <LinesSkeleton label={texts.loading} lines={3} />;
  if (appointment) {
    return (
      <AppointmentSummary appointment={appointment} {...around}>
        {isAtPractice(appointment) ? around.statuses.of(appointment.status).label : undefined}
      </AppointmentSummary>
    );
  }
  const text = own.progress === 'failed' ? unknownText() : (children ?? texts.noAppointmentFound);
  return <p className="text-base font-semibold text-muted">{text}</p>;
}
