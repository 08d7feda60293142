import { t } from '@lingui/core/macro';
import { memo, type ReactNode, type RefObject, useMemo, useState } from 'react';
import { Controller, type FieldError, useController, useFormState, useWatch } from 'react-hook-form';
import { Said } from '#app/api/failures.tsx';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import { DateField } from '#app/components/date-field.tsx';
import { Select } from '#app/components/select.tsx';
import { TextArea, TextField } from '#app/components/text-field.tsx';
import { ClockChoice, clockFault, clockHint, TimeField } from '#app/components/time-field.tsx';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { dayText, durationBetween, durationText } from '#app/scheduling/time-text.ts';
import { clockAt, type Fold, formatClockTime, usesTwelveHours } from '#app/scheduling/wall-clock.ts';
import type { DayFreshness } from '#app/session/current-day.ts';
import { parseDuration } from '#app/typed/times.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedEnums } from '#contract/received.ts';
import {
  adviceAt,
  type BookingForm,
  type BookingLists,
  type BookingPrefill,
  type BookingStore,
  canPlace,
  canRegisterClients,
  endOf,
  endTextOf,
  type FormValues,
  isPlanned,
  type ListField,
  type PetChoice,
  requestedTime,
  startOf,
  type TypedEnd,
  wallTimeOf,
} from './booking-schema.ts';
import { clickedRoomText } from './booking-text.ts';
import {
  PetField,
  statusOptions,
  usePrefilledPet,
  useUnavailable,
  VetField,
  VisitTypeField,
} from './choice-fields.tsx';
import { FreeTimesGroup } from './free-times-group.tsx';
import { NewClient, NotOnFile } from './register/new-client.tsx';
import { newClientFrom } from './register/register.ts';

interface BookingFieldsProps extends BookingLists {
  form: BookingForm;
  enums: ReceivedEnums;
  prefill: BookingPrefill;
  capabilities: Capabilities;
  freshness: DayFreshness;
  /** Saves the form as its draft now, without the usual delay. */
  keepDraft: () => void;
  /** Only pet, visit type, vet and room, for a patient who is seen now. */
  brief: boolean;
  /** Called with whether text is being typed into a combobox that nothing is chosen by yet. */
  onTyping: (typing: boolean) => void;
  /** Ref of the first field that is still empty. */
  firstInput: RefObject<HTMLInputElement | null>;
}

const nowhere = { timeZone: 'UTC', openingHours: [] };

/**
 * The fields of a booking, in the order of a phone call. A keystroke renders only its own field, although the form
 * around it follows what is typed.
 */
export const BookingFields = memo(function BookingFields(props: BookingFieldsProps) {
  const { form, companyId, stores, enums, employees, appointmentTypes, prefill, firstInput } = props;
  const { capabilities, freshness, keepDraft, brief, onTyping } = props;
  const { control, setValue, setFocus, trigger } = form;
  const { isSubmitted } = useFormState({ control });
  const [storeId, roomId] = useWatch({ control, name: ['storeId', 'roomId'] });
  const store = stores.find(({ id }) => id === storeId) ?? stores[0];
  const categories = useMemo(() => createEnumDisplays(enums, 'VISIT_TYPE_CATEGORY'), [enums]);
  const statuses = useMemo(() => createEnumDisplays(enums, 'APPOINTMENT_STATUS'), [enums]);
  const petHint = usePrefilledPet({ form, companyId, prefill });
  const unavailable = useUnavailable({ form, prefill, employees, appointmentTypes });
  const [unmatched, newClient] = useWatch({ control, name: ['unmatched', 'newClient'] });
  const [forbidden, setForbidden] = useState(false);
  const canRegister = !forbidden && canRegisterClients(capabilities);
  /** The pet that was registered last; a new one remounts the pet field. */
  const [registered, setRegistered] = useState('');
  const register = canRegister
    ? (typed: string) => setValue('newClient', newClientFrom(typed), { shouldDirty: true })
    : undefined;
  const takeRegistered = (pet: PetChoice) => {
    setValue('newClient', null, { shouldDirty: true });
    setValue('unmatched.pet', '', { shouldDirty: true });
    setValue('pet', pet, { shouldDirty: true, shouldValidate: isSubmitted });
    setRegistered(pet.id);
    keepDraft();
    setFocus('visitTypeId');
  };
  const unmatchedAt = (field: ListField) => ({
    unmatched: unmatched[field],
    onUnmatched: (text: string) => {
      setValue(`unmatched.${field}`, text, { shouldDirty: true });
      if (isSubmitted) void trigger(field);
    },
    onTyping,
  });
  return (
    <div className="@container flex flex-col gap-3">
      <Controller
        control={control}
        name="pet"
        render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
          <PetField
            key={registered}
            ref={(input) => {
              ref(input);
              if (prefill.petId === undefined) firstInput.current = input;
            }}
            companyId={companyId}
            value={value}
            onChange={(pet) => {
              onChange(pet);
              // Once a pet is found, no client is registered; a registration already sent is finished first.
              if (pet && newClient && !newClient.sent) setValue('newClient', null, { shouldDirty: true });
            }}
            onBlur={onBlur}
            hint={petHint}
            error={errorText('pet', fieldState.error)}
            onRegister={register}
            registers={newClient !== null}
            renderUnknown={(typed, onSearchAgain) =>
              newClient ? null : (
                <NotOnFile
                  {...{ form, typed, stores, employees, appointmentTypes, onSearchAgain }}
                  onRegister={register && (() => register(typed))}
                />
              )
            }
            {...unmatchedAt('pet')}
          />
        )}
      />
      {newClient ? (
        <NewClient
          {...{ form, companyId, capabilities, keepDraft }}
          onRegistered={takeRegistered}
          onForbidden={() => setForbidden(true)}
          onCancel={() => setValue('newClient', null, { shouldDirty: true })}
        />
      ) : null}
      <div className={`grid gap-3 ${brief ? '' : '@min-[20rem]:grid-cols-2'}`}>
        <Controller
          control={control}
          name="visitTypeId"
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <VisitTypeField
              ref={(input) => {
                ref(input);
                if (prefill.petId !== undefined) firstInput.current = input;
              }}
              types={appointmentTypes}
              value={value}
              onBlur={onBlur}
              categoryLabel={(category) => categories.of(category).label}
              hint={unavailable.visitTypeId}
              error={errorText('visitTypeId', fieldState.error)}
              {...unmatchedAt('visitTypeId')}
              onChange={(type) => {
                onChange(type?.id ?? null);
                if (!type?.durationMinutes) return;
                setValue('length', durationText(type.durationMinutes), { shouldDirty: true });
                setValue('end', '');
                void trigger(['length', 'end']);
              }}
            />
          )}
        />
        {brief ? null : (
          <Controller
            control={control}
            name="storeId"
            render={({ field, fieldState }) => (
              <Select
                {...field}
                label={t({ message: 'Store', comment: 'a location of the practice' })}
                options={stores.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id) => {
                  field.onChange(id);
                  setValue('fold', null);
                  setValue('roomId', null);
                }}
                hint={canPlace(capabilities) ? undefined : clickedRoomText(roomId, { storeId: field.value, stores })}
                error={errorText('storeId', fieldState.error)}
              />
            )}
          />
        )}
      </div>
      {brief ? null : (
        <WhenFields form={form} store={store ?? nowhere}>
          <Controller
            control={control}
            name="status"
            render={({ field, fieldState }) => (
              <Select
                {...field}
                label={t`Status`}
                options={statusOptions(statuses)}
                error={errorText('status', fieldState.error)}
              />
            )}
          />
        </WhenFields>
      )}
      <div className="grid gap-3 @min-[20rem]:grid-cols-2">
        <Controller
          control={control}
          name="employeeId"
          render={({ field, fieldState }) => (
            <VetField
              {...field}
              employees={employees}
              storeId={storeId}
              hint={unavailable.employeeId}
              error={errorText('employeeId', fieldState.error)}
              {...unmatchedAt('employeeId')}
            />
          )}
        />
        {store && canPlace(capabilities) && store.rooms.length > 0 ? (
          <Controller
            control={control}
            name="roomId"
            render={({ field, fieldState }) => (
              <Select
                {...field}
                label={t`Room`}
                optional
                value={field.value ?? ''}
                options={[
                  { value: '', label: t({ message: 'Any room', comment: 'no room is chosen for an appointment' }) },
                  ...store.rooms.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(id) => field.onChange(id === '' ? null : id)}
                error={errorText('roomId', fieldState.error)}
              />
            )}
          />
        ) : null}
      </div>
      {brief ? null : (
        <FreeTimesGroup
          {...{ form, companyId, stores, employees, appointmentTypes, freshness }}
          hasPlan={isPlanned(capabilities)}
        />
      )}
      {brief ? null : (
        <Controller
          control={control}
          name="notes"
          render={({ field, fieldState }) => (
            <TextArea {...field} label={t`Notes`} optional error={errorText('notes', fieldState.error)} />
          )}
        />
      )}
    </div>
  );
});

/** The error of a field; of a suggestion by the service, the part about this field. */
export function errorText(field: keyof FormValues, error: FieldError | undefined): ReactNode {
  if (error?.type !== 'server') return error?.message;
  const advice = adviceAt(field, error.message ?? '');
  return advice === '' ? t`The practice system refuses this.` : <Said text={advice} />;
}

type Store = Pick<BookingStore, 'timeZone' | 'openingHours'>;

/** Date, start, length and end, in the wall clock of the store. */
function WhenFields({ form, store, children }: { form: BookingForm; store: Store; children: ReactNode }) {
  const zone = store.timeZone;
  const { control, setValue, trigger } = form;
  const { isSubmitted, errors } = useFormState({ control });
  const date = useController({ control, name: 'date' });
  const start = useController({ control, name: 'start' });
  const length = useController({ control, name: 'length' });
  const end = useController({ control, name: 'end' });
  const fold = useWatch({ control, name: 'fold' });
  const [typedEnd, setTypedEnd] = useState<TypedEnd | null>(null);

  const times = {
    date: date.field.value,
    start: start.field.value,
    fold,
    length: length.field.value,
    end: end.field.value,
  };
  const wall = wallTimeOf(times, store);
  const time = requestedTime(times, store);
  const recheck = () => {
    const named = (['start', 'length', 'end'] as const).filter((field) => isSubmitted || errors[field] !== undefined);
    if (named.length > 0) void trigger(named);
  };
  const chooseFold = (chosen: Fold | null) => {
    setValue('fold', chosen, { shouldDirty: true });
    recheck();
  };
  const changeStart = (text: string) => {
    start.field.onChange(text);
    chooseFold(null);
  };
  const show = (instant: number) => formatClockTime(clockAt(zone, instant), usesTwelveHours());
  const endText = endTextOf(typedEnd, { length: length.field.value, end: end.field.value });
  // While the start or the length is invalid, the end stays as it was: an empty field would look like another error.
  const [lastEnd, setLastEnd] = useState('');
  const shownEnd = time ? show(time.end) : lastEnd;
  if (shownEnd !== lastEnd) setLastEnd(shownEnd);
  const parseTypedEnd = (text: string) => endOf({ ...times, end: text }, store);
  const leaveEnd = () => {
    end.field.onBlur();
    if (endText !== null && endText.trim() !== '' && !parseTypedEnd(endText)) return void trigger('end');
    if (time && endText !== null && endText.trim() !== '')
      setValue('length', durationBetween(time.start, time.end), { shouldDirty: true });
    if (time || endText?.trim() === '') {
      setTypedEnd(null);
      setValue('end', '');
      recheck();
    }
  };

  return (
    <div className="grid grid-cols-[1fr_1fr_1.4fr] gap-3 *:first:col-span-2 @lg:grid-cols-[3fr_2fr_2fr_2fr_3fr] @lg:*:first:col-span-1">
      <DateField
        ref={date.field.ref}
        label={t`Date`}
        value={date.field.value}
        zone={zone}
        onBlur={date.field.onBlur}
        onChange={(text) => {
          date.field.onChange(text);
          chooseFold(null);
        }}
        error={errorText('date', date.fieldState.error)}
      />
      <TimeField
        ref={start.field.ref}
        label={t({ message: 'Start', comment: 'when an appointment starts' })}
        value={start.field.value}
        parse={(text) => startOf({ ...times, start: text }, store)}
        onBlur={() => {
          start.field.onBlur();
          void trigger('start');
        }}
        onChange={changeStart}
        error={clockFault(wall, fold) ?? errorText('start', start.fieldState.error)}
        hint={clockHint(wall, fold)}
        remedy={
          <ClockChoice wall={wall} zone={zone} onFold={chooseFold} onStart={(instant) => changeStart(show(instant))} />
        }
      />
      <TextField
        ref={length.field.ref}
        label={t({ message: 'Length', comment: 'how long an appointment takes' })}
        value={length.field.value}
        onBlur={() => {
          const minutes = parseDuration(length.field.value);
          if (minutes !== null && durationText(minutes) !== length.field.value)
            length.field.onChange(durationText(minutes));
          length.field.onBlur();
          void trigger('length');
        }}
        onChange={(text) => {
          length.field.onChange(text);
          setValue('end', '');
          recheck();
        }}
        error={errorText('length', length.fieldState.error)}
      />
      <TimeField
        ref={end.field.ref}
        label={t({ message: 'End', comment: 'when an appointment ends' })}
        value={endText ?? shownEnd}
        parse={parseTypedEnd}
        onBlur={leaveEnd}
        onChange={(text) => {
          setTypedEnd({ text, length: length.field.value });
          end.field.onChange(text.trim());
          recheck();
        }}
        error={errorText('end', end.fieldState.error)}
        hint={time && dateIn(zone, time.end) !== dateIn(zone, time.start) ? dayText(zone, time.end) : undefined}
      />
      {children}
    </div>
  );
}
