import { t } from '@lingui/core/macro';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { Controller, useFormContext, useFormState } from 'react-hook-form';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { Button } from '#app/components/button.tsx';
import { Select } from '#app/components/select.tsx';
import { TextArea } from '#app/components/text-field.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { clockText, intervalText } from '#app/text/time-text.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import type { Interval } from '#scheduling/interval.ts';
import '#scheduling/temporal.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { recordedTime } from '#scheduling/visit.ts';
import {
  type BookingLists,
  type BookingPrefill,
  type BookingValues,
  type ListField,
  startAt,
} from './booking-values.ts';
import { statusOptions, unavailableText, VetField, VisitTypeField } from './choice-fields.tsx';
import { NewPetFields } from './new-pet-fields.tsx';
import { PetField, usePrefilledPet } from './pet-field.tsx';
import { newPetFrom } from './registration.ts';
import { StateLine } from './state-line.tsx';
import type { BookingFormInput, useBookingForm } from './use-booking-form.ts';
import { WhenFields } from './when.tsx';

interface AppointmentFieldsProps {
  input: Pick<BookingFormInput, 'purpose' | 'day' | 'status' | 'newPetFields'>;
  state: ReturnType<typeof useBookingForm>;
  lists: BookingLists & { categories: EnumDisplays; statuses: EnumDisplays };
  prefill: BookingPrefill;
  /** Which fields can be changed. */
  can: { type: boolean; vet: boolean; room: boolean };
  /** The day of the appointment that this one follows up on, `YYYY-MM-DD`; null if there is none. */
  after: string | null;
  /** Which parts of a registration were sent and can therefore no longer be edited. */
  sent: { client: boolean; pet: boolean };
  /** Checks in today's appointment of the pet; undefined if statuses cannot be changed. */
  onCheckIn?: ((appointment: ReceivedAppointment) => void) | undefined;
  firstInput: RefObject<HTMLInputElement | null>;
  /** Actions for the day, shown in its heading. */
  dayAction?: ReactNode;
  /** Content that depends on the time, such as the dates of a course. */
  children?: ReactNode;
}

/** The fields of a booking panel, in the order of a phone call. */
export function AppointmentFields(props: AppointmentFieldsProps) {
  const { input, state, lists, prefill, can, firstInput } = props;
  const { purpose, newPetFields, day } = input;
  const { values, store, type, requested, answer, when, skipped, check, checked, onDay } = state;
  const { companyId, stores, employees, types } = lists;
  const { control, setValues } = useFormContext<BookingValues>();
  const { isSubmitted } = useFormState({ control });
  // A message that a press has brought goes once its field is right, whatever made it so.
  const faults = 'faults' in checked ? checked.faults : {};
  const isMove = purpose.kind === 'move';
  const isWalkIn = purpose.kind === 'walk-in';
  const petHint = usePrefilledPet(companyId, prefill);
  const options = { shouldDirty: true, shouldValidate: isSubmitted };
  const [isTyping, setIsTyping] = useState(false);
  // Text in a combobox is not a selection yet. In the pet field, it becomes the name of a new pet once that is
  // selected.
  const { pet: unmatchedPet, ...unmatched } = values.unmatched;
  const isPetUnsettled = unmatchedPet !== '' && values.newPet === null;
  const isUnsettled = isTyping || isPetUnsettled || Object.values(unmatched).some((text) => text !== '');
  const unmatchedAt = (field: ListField) => ({
    onTyping: setIsTyping,
    unmatched: values.unmatched[field],
    onUnmatched: (text: string) => setValues({ unmatched: { ...values.unmatched, [field]: text } }, options),
  });
  function beginNewPet(typed: string) {
    setIsTyping(false);
    setValues({ newPet: newPetFrom(typed) }, options);
  }
  const ofPet = answer.ofPet.filter(({ id }) => !isMove || id !== purpose.appointment.id);
  const rooms = store.rooms;
  return (
    <div className="labels-beside flex flex-col gap-1.5">
      {isMove ? null : values.newPet && newPetFields ? (
        <NewPetFields
          companyId={companyId}
          values={values.newPet}
          fields={newPetFields}
          {...{ faults }}
          sent={props.sent}
          onPet={(pet) => setValues({ pet, newPet: null, unmatched: { ...values.unmatched, pet: '' } }, options)}
          onCancel={() => setValues({ newPet: null }, options)}
        />
      ) : (
        <Controller
          control={control}
          name="pet"
          render={({ field: { ref, ...field }, fieldState }) => (
            <PetField
              {...field}
              ref={(input) => {
                ref(input);
                if (prefill.petId === undefined) firstInput.current = input;
              }}
              companyId={companyId}
              today={day}
              ofDay={answer.petIds}
              hint={petHint}
              error={fieldState.error && faults.pet}
              onNew={newPetFields ? beginNewPet : undefined}
              {...unmatchedAt('pet')}
            />
          )}
        />
      )}
      {can.type ? (
        <Controller
          control={control}
          name="visitTypeId"
          render={({ field: { ref, ...field }, fieldState }) => (
            <VisitTypeField
              {...field}
              ref={(input) => {
                ref(input);
                if (prefill.petId !== undefined || isMove) firstInput.current = input;
              }}
              types={types}
              categoryLabel={(category) => lists.categories.of(category).label}
              hint={unavailableText(values.visitTypeId ?? prefill.visitTypeId, types)}
              error={fieldState.error && faults.visitTypeId}
              {...unmatchedAt('visitTypeId')}
              onChange={(chosen) => setValues({ visitTypeId: chosen?.id ?? null, length: '' }, options)}
            />
          )}
        />
      ) : null}
      {can.vet ? (
        <Controller
          control={control}
          name="employeeId"
          render={({ field, fieldState }) => (
            <VetField
              {...field}
              employees={employees}
              storeId={store.id}
              placeholder={
                (isWalkIn && employees.find(({ id }) => id === check.employeeId)?.name) ||
                t({ message: 'No preference', comment: 'whichever vet' })
              }
              hint={unavailableText(values.employeeId, employees)}
              error={fieldState.error && faults.employeeId}
              {...unmatchedAt('employeeId')}
            />
          )}
        />
      ) : null}
      {stores.length > 1 && !isMove ? (
        <Controller
          control={control}
          name="storeId"
          render={({ field, fieldState }) => (
            <Select
              {...field}
              label={t({ message: 'Store', comment: 'a location of the practice' })}
              options={stores.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(storeId) => setValues({ storeId, roomId: null }, options)}
              error={fieldState.error && faults.storeId}
            />
          )}
        />
      ) : null}
      <WhenFields
        {...{ answer, when, store, stores, employees, day, onDay, faults }}
        usualMinutes={type?.durationMinutes ?? null}
        isNow={isWalkIn}
        action={props.dayAction}
        note={isWalkIn ? '' : petDayText(ofPet.map(recordedTime), store.timeZone)}
      >
        {props.after === null ? null : <In after={props.after} onDay={onDay} />}
      </WhenFields>
      {isWalkIn && values.pet?.deceasedOn == null ? (
        <ExpectedToday appointments={ofPet} zone={store.timeZone} onCheckIn={props.onCheckIn} />
      ) : null}
      <StateLine
        state={isUnsettled ? { kind: 'silent' } : state.state}
        line={isUnsettled ? null : state.line}
        {...{ skipped, answer, store, employees, day, onDay }}
        onTake={(start, employeeId) => {
          setValues({ ...startAt(store.timeZone, start), ...(employeeId ? { employeeId } : {}) }, options);
          onDay(dateIn(store.timeZone, start));
        }}
      />
      {props.children}
      {can.room && rooms.length > 0 ? (
        <Controller
          control={control}
          name="roomId"
          render={({ field, fieldState }) => (
            <Select
              {...field}
              label={t`Room`}
              optional
              value={requested.roomId ?? ''}
              options={[
                { value: '', label: t({ message: 'Any room', comment: 'no room is chosen for an appointment' }) },
                ...rooms.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(id) => field.onChange(id === '' ? null : id)}
              hint={requested.roomId === null ? rooms.find(({ id }) => id === check.roomId)?.name : undefined}
              error={fieldState.error && faults.roomId}
            />
          )}
        />
      ) : null}
      {isMove || isWalkIn ? null : (
        <Controller
          control={control}
          name="status"
          render={({ field, fieldState }) => (
            <Select
              {...field}
              label={t`Status`}
              value={field.value || input.status}
              options={statusOptions(lists.statuses)}
              error={fieldState.error && faults.status}
            />
          )}
        />
      )}
      {isMove ? null : (
        <Controller
          control={control}
          name="notes"
          render={({ field, fieldState }) => (
            <TextArea {...field} label={t`Notes`} optional rows={1} error={fieldState.error && faults.notes} />
          )}
        />
      )}
    </div>
  );
}

/** Says that the pet already has appointments that day; empty if it has none. */
function petDayText(times: readonly Interval[], zone: string): string {
  const [first] = times;
  if (!first) return '';
  const list = listOf.format(times.map((time) => intervalText(zone, time, time.start)));
  return t({ message: `Already booked that day: ${list}`, comment: 'times of other appointments of the pet' });
}

const listOf = new Intl.ListFormat(shownLocale, { type: 'unit', style: 'short' });

interface ExpectedTodayProps {
  appointments: readonly ReceivedAppointment[];
  zone: string;
  onCheckIn: ((appointment: ReceivedAppointment) => void) | undefined;
}

/** Today's appointments of a walk-in, which can be checked in instead. */
function ExpectedToday({ appointments, zone, onCheckIn }: ExpectedTodayProps) {
  const expected = appointments.filter(({ status }) => EXPECTED.has(status));
  if (expected.length === 0 || !onCheckIn) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-2.5 py-1.5 text-sm">
      <span>{t`Has an appointment today.`}</span>
      {expected.map((appointment) => {
        const time = clockText(zone, recordedTime(appointment).start);
        return (
          <Button key={appointment.id} compact tone="primary" onClick={() => onCheckIn(appointment)}>
            {t({ message: `Check in ${time} instead`, comment: 'button: the time of an appointment' })}
          </Button>
        );
      })}
    </div>
  );
}

const EXPECTED: ReadonlySet<string> = new Set(['requested', 'confirmed'] satisfies AppointmentStatus[]);

/** The distances offered for a follow-up, counted from the day of its appointment. */
const distances = [
  { weeks: 1 },
  { weeks: 2 },
  { weeks: 4 },
  { months: 6 },
  { years: 1 },
] as const satisfies Temporal.DurationLike[];

/** Offers days at common distances from the appointment that is followed up. */
function In({ after, onDay }: { after: string; onDay: (day: string) => void }) {
  const heading = useId();
  const from = Temporal.PlainDate.from(after);
  const labels = [t`1 week`, t`2 weeks`, t`4 weeks`, t`6 months`, t`1 year`];
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend is on the same line as the buttons.
    <div role="group" aria-labelledby={heading} className="flex flex-wrap items-center gap-1">
      <span id={heading} className="w-21 text-xs font-semibold">
        {t({ message: 'In', comment: 'before distances such as 2 weeks: when an appointment follows' })}
      </span>
      {distances.map((distance, index) => (
        <Button key={labels[index]} compact onClick={() => onDay(from.add(distance).toString())}>
          {labels[index]}
        </Button>
      ))}
    </div>
  );
}
