import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { Select } from '#app/components/select.tsx';
import { TextArea } from '#app/components/text-field.tsx';
import type { ReceivedAppointment } from '#contract/received.ts';
import { VetField, VisitTypeField } from './choice-fields.tsx';
import { ExpectedToday } from './expected-today.tsx';
import { NewPetFields } from './new-pet-fields.tsx';
import { PetField } from './pet-field.tsx';
import { StateLine } from './state-line.tsx';
import { useFormOfPanel } from './use-booking-form.ts';
import { WhenFields } from './when.tsx';

interface AppointmentFieldsProps {
  /** Which parts of a registration were sent and can therefore no longer be edited. */
  sent?: { client: boolean; pet: boolean };
  /** Checks in today's appointment of the pet; undefined if statuses cannot be changed. */
  onCheckIn?: ((appointment: ReceivedAppointment) => void) | undefined;
  /** Content that depends on the time, such as the dates of a series. */
  children?: ReactNode;
}

const NOTHING_SENT = { client: false, pet: false };

/** The fields of a booking panel, in the order of a phone call. */
export function AppointmentFields({ sent = NOTHING_SENT, onCheckIn, children }: AppointmentFieldsProps) {
  const { purpose, can, lists, newPetFields, store, values } = useFormOfPanel();
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
      <WhenFields />
      {purpose.kind === 'walk-in' && onCheckIn ? <ExpectedToday onCheckIn={onCheckIn} /> : null}
      <StateLine />
      {children}
      {can.room && store.rooms.length > 0 ? <RoomField /> : null}
      {isMove ? null : <NotesField />}
    </div>
  );
}

function StoreField() {
  const { form, lists, faults, change } = useFormOfPanel();
  const { field } = useController({ control: form.control, name: 'storeId' });
  return (
    <Select
      {...field}
      label={t({ message: 'Store', comment: 'a location of the practice' })}
      options={lists.stores.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(storeId) => change({ storeId, roomId: null })}
      error={faults.storeId}
    />
  );
}

function RoomField() {
  const { form, store, requested, check, change } = useFormOfPanel();
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
  const { form, faults } = useFormOfPanel();
  const { field } = useController({ control: form.control, name: 'notes' });
  return <TextArea {...field} label={t`Notes`} optional rows={1} error={faults.notes} />;
}
