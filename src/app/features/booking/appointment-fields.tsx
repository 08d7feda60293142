import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { Button } from '#app/components/button.tsx';
import { Select } from '#app/components/select.tsx';
import { TextArea } from '#app/components/text-field.tsx';
import { clockText } from '#app/text/time-text.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { VetField, VisitTypeField } from './choice-fields.tsx';
import { NewPetFields } from './new-pet-fields.tsx';
import { PetField } from './pet-field.tsx';
import { StateLine } from './state-line.tsx';
import { useBookingFormContext } from './use-booking-form.ts';
import { WhenFields } from './when-fields.tsx';

interface AppointmentFieldsProps {
  /** Which parts of a registration were sent and can therefore no longer be edited. */
  sent?: { client: boolean; pet: boolean };
  /** Checks in today's appointment of the pet; undefined if statuses cannot be changed. */
  onCheckIn?: ((appointment: ReceivedAppointment) => void) | undefined;
  /** Content below the time fields, such as the dates of a series. */
  children?: ReactNode;
}

const NOTHING_SENT = { client: false, pet: false };

/** The fields of a booking panel, in the order in which a phone call covers them. */
export function AppointmentFields({ sent = NOTHING_SENT, onCheckIn, children }: AppointmentFieldsProps) {
  const { purpose, can, lists, newPetFields, store, values, panel } = useBookingFormContext();
  const isMove = purpose.kind === 'move';
  return (
    <div className="labels-beside flex flex-col gap-1.5">
      {isMove ? null : values.newPet && newPetFields ? (
        <NewPetFields values={values.newPet} fields={newPetFields} sent={sent} />
      ) : (
        <PetField />
      )}
      {can.type ? <VisitTypeField /> : null}
      {can.vet ? <VetField /> : null}
      {lists.stores.length > 1 && !isMove ? <StoreField /> : null}
      {/* An entry on the waiting list has no time yet. */}
      {panel.isForWaitingList ? null : (
        <>
          <WhenFields />
          {purpose.kind === 'walk-in' && onCheckIn ? <AppointmentsToday onCheckIn={onCheckIn} /> : null}
          <StateLine />
          {children}
          {can.room && store.rooms.length > 0 ? <RoomField /> : null}
          {isMove ? null : <NotesField />}
        </>
      )}
    </div>
  );
}

function StoreField() {
  const { form, lists, errors, change } = useBookingFormContext();
  const { field } = useController({ control: form.control, name: 'storeId' });
  return (
    <Select
      {...field}
      label={t({ message: 'Store', comment: 'a location of the practice' })}
      options={lists.stores.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(storeId) => change({ storeId, roomId: null })}
      error={errors.storeId}
    />
  );
}

function RoomField() {
  const { form, store, requested, check, change } = useBookingFormContext();
  const { field } = useController({ control: form.control, name: 'roomId' });
  const proposed = store.rooms.find(({ id }) => id === check.roomId)?.name;
  return (
    <Select
      {...field}
      label={t`Room`}
      optional
      value={requested.roomId ?? ''}
      options={[
        { value: '', label: t({ message: 'Any room', comment: 'no room is chosen for an appointment' }) },
        ...store.rooms.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(id) => change({ roomId: id === '' ? null : id })}
      hint={requested.roomId === null ? proposed : undefined}
    />
  );
}

function NotesField() {
  const { form, errors } = useBookingFormContext();
  const { field } = useController({ control: form.control, name: 'notes' });
  return <TextArea {...field} label={t`Notes`} optional rows={1} error={errors.notes} />;
}

const EXPECTED_STATUSES: ReadonlySet<string> = new Set(['requested', 'confirmed'] satisfies AppointmentStatus[]);

/** Lists today's appointments of a walk-in's pet, each with a button that checks it in instead of booking another. */
function AppointmentsToday({ onCheckIn }: { onCheckIn: (appointment: ReceivedAppointment) => void }) {
  const { freeTimes, store, values } = useBookingFormContext();
  const expected = freeTimes.petAppointments.filter(({ status }) => EXPECTED_STATUSES.has(status));
  if (expected.length === 0 || values.pet?.deceasedOn != null) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-2.5 py-1.5 text-sm">
      <span>{t`Has an appointment today.`}</span>
      {expected.map((appointment) => {
        const time = clockText(store.timeZone, recordedTime(appointment).start);
        return (
          <Button key={appointment.id} compact tone="primary" onClick={() => onCheckIn(appointment)}>
            {t({ message: `Check in the ${time} appointment instead`, comment: 'button: the time of an appointment' })}
          </Button>
        );
      })}
    </div>
  );
}
