import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Controller, useFormState, useWatch } from 'react-hook-form';
import { useApi } from '#app/api/api-context.ts';
import { petById } from '#app/api/by-id.ts';
import { createEnumLooks, type EnumLooks } from '#app/appearance/enum-look.ts';
import { Select } from '#app/components/select.tsx';
import { TextArea } from '#app/components/text-area.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { durationText } from '#app/scheduling/duration.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedAppointmentType, ReceivedEmployee, ReceivedEnums } from '#contract/received.ts';
import {
  type BookingForm,
  type BookingPrefill,
  type BookingStore,
  canPlace,
  type ListField,
  type PetChoice,
} from './booking-schema.ts';
import { clickedRoomText } from './booking-text.ts';
import { PetField, unavailableVet, unavailableVisitType, VetField, VisitTypeField } from './choice-fields.tsx';
import { FreeTimesGroup } from './free-times-group.tsx';
import { NotOnFile } from './not-on-file.tsx';
import { errorText } from './refused-fields.tsx';
import { NewClient } from './register/new-client.tsx';
import { newcomerOf } from './register/register.ts';
import type { DayFreshness } from './warnings/use-current-day.ts';
import { WhenFields } from './when-fields.tsx';

interface BookingFieldsProps {
  form: BookingForm;
  companyId: string;
  stores: readonly BookingStore[];
  enums: ReceivedEnums;
  employees: readonly ReceivedEmployee[];
  appointmentTypes: readonly ReceivedAppointmentType[];
  prefill: BookingPrefill;
  capabilities: Capabilities;
  freshness: DayFreshness;
  /** Saves the form as its draft now, without the usual delay. */
  keepDraft: () => void;
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
  const { capabilities, freshness, keepDraft, onTyping } = props;
  const { control, setValue, setFocus, trigger } = form;
  const { isSubmitted } = useFormState({ control });
  const storeId = useWatch({ control, name: 'storeId' });
  const store = stores.find(({ id }) => id === storeId) ?? stores[0];
  const categories = useMemo(() => createEnumLooks(enums, 'VISIT_TYPE_CATEGORY'), [enums]);
  const statuses = useMemo(() => createEnumLooks(enums, 'APPOINTMENT_STATUS'), [enums]);
  const types = useMemo(() => bookable(appointmentTypes), [appointmentTypes]);
  const vets = useMemo(() => employees.filter(({ isActive }) => isActive), [employees]);
  const petHint = usePrefilledPet({ form, companyId, prefill });
  const unavailable = useUnavailable({ form, prefill, employees, appointmentTypes });
  const [unmatched, newcomer] = useWatch({ control, name: ['unmatched', 'newcomer'] });
  const [forbidden, setForbidden] = useState(false);
  const canRegister = !forbidden && capabilities.createClient !== null && capabilities.createPet !== null;
  /** The pet that was registered last; a new one remounts the pet field. */
  const [registered, setRegistered] = useState('');
  const takeRegistered = (pet: PetChoice) => {
    setValue('newcomer', null, { shouldDirty: true });
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
    <div className="flex flex-col gap-3">
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
              if (pet && newcomer && !newcomer.sent) setValue('newcomer', null, { shouldDirty: true });
            }}
            onBlur={onBlur}
            hint={petHint}
            error={errorText('pet', fieldState.error)}
            renderUnknown={(typed, onSearchAgain) =>
              newcomer ? null : (
                <NotOnFile
                  {...{ form, typed, stores, employees, appointmentTypes, onSearchAgain }}
                  onRegister={
                    canRegister ? () => setValue('newcomer', newcomerOf(typed), { shouldDirty: true }) : undefined
                  }
                />
              )
            }
            {...unmatchedAt('pet')}
          />
        )}
      />
      {newcomer ? (
        <NewClient
          {...{ form, companyId, capabilities, keepDraft }}
          onRegistered={takeRegistered}
          onForbidden={() => setForbidden(true)}
          onCancel={() => setValue('newcomer', null, { shouldDirty: true })}
        />
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Controller
          control={control}
          name="visitTypeId"
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <VisitTypeField
              ref={(input) => {
                ref(input);
                if (prefill.petId !== undefined) firstInput.current = input;
              }}
              types={types}
              all={appointmentTypes}
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
        <Controller
          control={control}
          name="storeId"
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <Select
              ref={ref}
              label={t({ message: 'Store', comment: 'a location of the practice' })}
              options={stores.map(({ id, name }) => ({ value: id, label: name }))}
              value={value}
              onChange={(id) => {
                onChange(id);
                setValue('fold', null);
              }}
              onBlur={onBlur}
              hint={clickedRoomText(prefill.roomId, { storeId: value, stores, isPlaced: canPlace(capabilities) })}
              error={errorText('storeId', fieldState.error)}
            />
          )}
        />
      </div>
      <WhenFields form={form} store={store ?? nowhere} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Controller
          control={control}
          name="employeeId"
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <VetField
              ref={ref}
              vets={vets}
              all={employees}
              storeId={storeId}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              hint={unavailable.employeeId}
              error={errorText('employeeId', fieldState.error)}
              {...unmatchedAt('employeeId')}
            />
          )}
        />
        <Controller
          control={control}
          name="status"
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <Select
              ref={ref}
              label={t`Status`}
              options={statusOptions(statuses)}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={errorText('status', fieldState.error)}
            />
          )}
        />
      </div>
      <FreeTimesGroup {...{ form, companyId, stores, employees, appointmentTypes, freshness }} />
      <Controller
        control={control}
        name="notes"
        render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
          <TextArea
            ref={ref}
            label={t`Notes`}
            optional
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={errorText('notes', fieldState.error)}
          />
        )}
      />
    </div>
  );
});

/** The types that can be booked, by name; the service refuses inactive ones. */
function bookable(types: readonly ReceivedAppointmentType[]): ReceivedAppointmentType[] {
  return types.filter(({ isActive }) => isActive).sort((a, b) => a.name.localeCompare(b.name, shownLocale));
}

/** The statuses in the order of the enum, with the service's default even where the enum does not list it. */
function statusOptions(statuses: EnumLooks) {
  const looks = statuses.listed.some(({ value }) => value === defaultAppointmentStatus)
    ? statuses.listed
    : [statuses.of(defaultAppointmentStatus), ...statuses.listed];
  return looks.map(({ value, label, color }) => ({
    value,
    label,
    mark: <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full" style={{ backgroundColor: color }} />,
  }));
}

type Choices = Pick<BookingFieldsProps, 'form' | 'prefill' | 'employees' | 'appointmentTypes'>;

/**
 * Hints for a vet and a visit type that a link, an earlier appointment or a draft names but the lists do not offer. A
 * vet from a link is removed from the form; one from a draft stays until it is cleared, since a booking already sent
 * may be identified by it.
 */
function useUnavailable({ form, prefill, employees, appointmentTypes }: Choices) {
  const { control, resetField } = form;
  const [visitTypeId, employeeId] = useWatch({ control, name: ['visitTypeId', 'employeeId'] });
  const notOffered = employeeId === prefill.employeeId && unavailableVet(employeeId, employees) !== undefined;
  useEffect(() => {
    if (notOffered) resetField('employeeId', { defaultValue: null });
  }, [notOffered, resetField]);
  return {
    visitTypeId: unavailableVisitType(visitTypeId ?? prefill.visitTypeId, appointmentTypes),
    employeeId: unavailableVet(employeeId ?? prefill.employeeId, employees),
  };
}

/** Fills in the pet that the form was opened for, as soon as it is loaded and unless another was chosen meanwhile. */
function usePrefilledPet({ form, companyId, prefill }: Pick<BookingFieldsProps, 'form' | 'companyId' | 'prefill'>) {
  const api = useApi();
  const { petId, clientId } = prefill;
  const { data, isLoading, isError } = useQuery({
    ...petById(api, { companyId, petId: petId ?? '', clientId }),
    enabled: petId !== undefined,
  });
  const placed = useRef(false);
  useEffect(() => {
    if (!data || placed.current) return;
    placed.current = true;
    if (form.getValues('pet') === null) form.setValue('pet', data);
  }, [data, form]);
  if (petId === undefined) return undefined;
  if (isLoading) return t`Searching for the pet…`;
  return isError || data === null ? t`The pet of this link was not found. Choose one.` : undefined;
}
