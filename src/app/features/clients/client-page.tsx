import { t } from '@lingui/core/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Pencil, Plus } from 'lucide-react';
import type { ComponentType } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { bookingParams } from '#app/addresses/board-search.ts';
import { type Directory, fallbackNames, indexById } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Alerts } from '#app/components/alerts.tsx';
import { AppLink } from '#app/components/app-link.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { EditorContext } from '#app/editor/editor.ts';
import { canSave, savedText } from '#app/editor/use-record-form.ts';
import { BookingButton } from '#app/session/booking-button.tsx';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { deadOrInactiveText, isDeadOrInactive, petText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment, ReceivedPet } from '#contract/received.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { appointmentsTakingPlace, groupAppointments } from '#scheduling/pet-appointments.ts';
import { ContactLines } from './contact-lines.tsx';
import { editText, FormButton } from './form-button.tsx';
import { LinesSkeleton, LoadingContent } from './loading-content.tsx';
import { type AppointmentContext, appointmentDay, PatientAppointmentRow } from './patient-appointments.tsx';
import { PetRecalls } from './pet-recalls.tsx';
import { addPetText, clientKind, petKind } from './record-kinds.tsx';
import { AppointmentLists, EditForm, RecordPage, RowList } from './record-page.tsx';
import { usePetReference } from './use-pet-reference.ts';
import { useRecordEditor } from './use-record-editor.ts';
import { useClientPets, useContact, usePatientAppointments } from './use-records.ts';

interface ClientPageProps {
  /** Lists the messages that were sent to the client. The component comes from `features/messages`. */
  Messages: ComponentType<{ clientId: string; pets: Directory['pets'] }>;
}

/** The page of the client whose id is in the URL. */
export function ClientPage({ Messages }: ClientPageProps) {
  const { clientId } = useParams({ from: '/desk/clients/$clientId' });
  return <ClientDetails key={clientId} {...{ clientId, Messages }} />;
}

/** A client: contact details, pets, appointments, and messages. */
function ClientDetails({ clientId, Messages }: ClientPageProps & { clientId: string }) {
  const { directory, statuses } = useReference();
  const { session } = useDesk();
  const addresses = useAddresses();
  const now = useMinute();
  const { company, fallbackZone } = directory;
  const companyId = company.id;
  const household = useClientPets({ companyId, clientId, enabled: true });
  const own = usePatientAppointments({ companyId, patient: { clientId }, enabled: true });
  const named = household.pets.find(({ clientName }) => clientName !== '')?.clientName ?? '';
  const contact = useContact({ companyId, clientId, name: named, enabled: household.progress !== 'loading' });

  const name = contact.client?.name || named || fallbackNames.client(clientId);
  const today = dateIn(fallbackZone, now);
  const { underWay, toCome, past } = groupAppointments(own.appointments, now);
  const petNames = new Map(household.pets.map((pet) => [pet.id, pet.name]));
  const around: AppointmentContext = { directory, statuses, now, appointmentAddress: addresses.appointment };
  const renderRow = (appointment: ReceivedAppointment) => (
    <PatientAppointmentRow
      key={appointment.id}
      appointment={appointment}
      petName={petNames.get(appointment.petId ?? '')}
      {...around}
    />
  );
  const { client } = contact;
  const editor = useRecordEditor('/desk/clients/$clientId', { clients: new Set([clientId]) });
  const reference = usePetReference({ species: '', client: { id: clientId, name } });
  const canEdit = client !== null && client.updatedAt !== null && canSave(editor, clientKind, false);
  const canAdd = client !== null && canSave(editor, petKind, true);
  const adding = `new pet ${clientId}`;
  const isNobody = household.pets.length === 0 && own.appointments.length === 0 && client === null;

  if (isNobody && [household, own, contact].every(({ progress }) => progress === 'known')) {
    return (
      <RecordPage kind="client" title={t`Client not found`}>
        <p>{t`The client in this link is not on file. They may have been removed, or belong to another company.`}</p>
      </RecordPage>
    );
  }
  return (
    <EditorContext value={editor}>
      <RecordPage
        kind="client"
        loads={[household, own, contact]}
        title={isNobody && contact.progress === 'loading' ? texts.loading : name}
        actions={
          <>
            {canEdit ? <FormButton id={clientId} icon={Pencil} label={editText()} /> : null}
            {canAdd ? <FormButton id={adding} icon={Plus} label={addPetText()} /> : null}
          </>
        }
      >
        {canEdit ? <EditForm kind={clientKind} item={client} id={clientId} reference={null} /> : null}
        {canAdd ? (
          <EditForm
            kind={petKind}
            item={null}
            id={adding}
            fixedInput={{ clientId }}
            reference={reference}
            onCreated={(_, { name: petName }) => {
              showNotice({ tone: 'ok', title: isolateText(petName), text: savedText() });
              return Promise.resolve(null);
            }}
          />
        ) : null}
        <section aria-label={t`Phone and e-mail`}>
          <ContactLines
            contact={contact}
            withMessages={session.capabilities.changeClient?.fields.includes('contactBy') ?? false}
          />
        </section>
        <Alerts pet={null} client={client} today={today} className="rounded-lg px-3 py-2" />
        <LoadingContent
          of={household}
          waiting={<LinesSkeleton label={t`Loading the pets`} lines={2} />}
          failed={t`The pets couldn’t be loaded.`}
        >
          <RowList title={t`Pets`} empty={household.whole ? t`No pets on file.` : t`No pets were found.`}>
            {household.pets.map((pet) => (
              <PetRow key={pet.id} {...{ pet, own, around, today }} />
            ))}
          </RowList>
          {household.whole ? null : <p className="text-muted">{t`There may be more pets than these.`}</p>}
        </LoadingContent>
        <AppointmentLists appointments={own} coming={[...underWay, ...toCome]} past={past} row={renderRow} />
        <Messages clientId={clientId} pets={indexById(household.pets)} />
      </RecordPage>
    </EditorContext>
  );
}

interface PetRowProps {
  pet: ReceivedPet;
  /** The appointments of all of the client's pets. */
  own: ReturnType<typeof usePatientAppointments>;
  around: AppointmentContext;
  /** `YYYY-MM-DD` */
  today: string;
}

/** A pet of the client, with its last and next appointment. */
function PetRow({ pet, own, around, today }: PetRowProps) {
  const addresses = useAddresses();
  const navigate = useNavigate();
  const { underWay, toCome, past } = groupAppointments(
    own.appointments.filter(({ petId }) => petId === pet.id),
    around.now,
  );
  const companyId = around.directory.company.id;
  const alert = pet.alert?.trim() ?? '';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line px-3 py-2 first:border-t-0 md:grid-cols-[minmax(0,1fr)_14rem_14rem_9.5rem]">
      <div className="min-w-0">
        <AppLink to={addresses.pet(pet.id)} className="text-base font-semibold break-words text-accent">
          <bdi>{pet.name || fallbackNames.pet(pet.id)}</bdi>
        </AppLink>
        <p className="text-muted">{factsText([deadOrInactiveText(pet, today), petText(pet, today)])}</p>
        {alert === '' ? null : <p className="font-semibold break-words text-danger">{alert}</p>}
      </div>
      {isDeadOrInactive(pet) ? (
        <span />
      ) : (
        <BookingButton
          compact
          className="justify-self-end md:order-last"
          onClick={() =>
            void navigate({ to: '/', search: { ...bookingParams, new: true, company: companyId, pet: pet.id } })
          }
        >
          {texts.newAppointment}
        </BookingButton>
      )}
      {own.progress === 'known' ? (
        <dl className="grid grid-cols-2 gap-x-4 max-md:col-span-2 md:col-span-2">
          <AppointmentDay title={texts.lastHere} appointment={appointmentsTakingPlace(past)[0]} around={around}>
            {own.whole ? texts.neverYet : texts.noneFound}
          </AppointmentDay>
          <AppointmentDay
            title={t`Next appointment`}
            appointment={[...underWay, ...appointmentsTakingPlace(toCome)][0]}
            around={around}
          >
            {own.whole ? texts.noneBooked : texts.noneFound}
          </AppointmentDay>
        </dl>
      ) : own.progress === 'loading' ? (
        <LinesSkeleton label={t`Loading the appointments`} lines={2} />
      ) : null}
      <div className="col-span-full order-last empty:hidden">
        <PetRecalls {...{ pet, around }} coming={[...underWay, ...toCome]} />
      </div>
    </li>
  );
}

interface AppointmentDayProps {
  title: string;
  appointment: ReceivedAppointment | undefined;
  around: AppointmentContext;
  /** The text to show if there is no appointment. */
  children: string;
}

function AppointmentDay({ title, appointment, around, children }: AppointmentDayProps) {
  const day = appointment ? appointmentDay(appointment, around) : null;
  return (
    <div>
      <dt className="text-xs text-muted">{title}</dt>
      <dd className="tabular-nums">
        {day ? (
          <>
            {day.date} <span className="whitespace-nowrap text-muted">{day.distance}</span>
          </>
        ) : (
          <span className="text-muted">{children}</span>
        )}
      </dd>
    </div>
  );
}
