import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { Controller, useFormState, useWatch } from 'react-hook-form';
import { useApi } from '#app/api/api-context.ts';
import { petById } from '#app/api/by-id.ts';
import { createEnumLooks, type EnumLooks } from '#app/components/enum-look.ts';
import { Select } from '#app/components/select.tsx';
import { TextArea } from '#app/components/text-area.tsx';
import { durationText } from '#app/scheduling/duration.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import type { ReceivedAppointmentType, ReceivedEmployee, ReceivedEnums } from '#contract/received.ts';
import type { BookingFormApi } from './booking-form-api.ts';
import type { BookingPrefill, BookingStore, ListedField } from './booking-model.ts';
import { VetField, VisitTypeField } from './choice-fields.tsx';
import { goneVet, goneVisitType } from './gone-choice.ts';
import { PetField } from './pet-field.tsx';
import { errorText } from './refused-fields.ts';
import { WhenFields } from './when-fields.tsx';

interface BookingFieldsProps {
  form: BookingFormApi;
  companyId: string;
  stores: readonly BookingStore[];
  enums: ReceivedEnums;
  employees: readonly ReceivedEmployee[];
  appointmentTypes: readonly ReceivedAppointmentType[];
  initial: BookingPrefill;
  /** The first field that is not filled in yet. */
  firstInput: RefObject<HTMLInputElement | null>;
}

/** The fields of a booking, in the order in which they are asked on the phone. */
export function BookingFields(props: BookingFieldsProps) {
  const { form, companyId, stores, enums, employees, appointmentTypes, initial, firstInput } = props;
  const { control, setValue, trigger } = form;
  const { isSubmitted } = useFormState({ control });
  const storeId = useWatch({ control, name: 'storeId' });
  const zone = (stores.find(({ id }) => id === storeId) ?? stores[0])?.timeZone ?? 'UTC';
  const categories = useMemo(() => createEnumLooks(enums, 'VISIT_TYPE_CATEGORY'), [enums]);
  const statuses = useMemo(() => createEnumLooks(enums, 'APPOINTMENT_STATUS'), [enums]);
  const types = useMemo(() => bookable(appointmentTypes), [appointmentTypes]);
  const vets = useMemo(() => employees.filter(({ isActive }) => isActive), [employees]);
  const petHint = usePrefilledPet({ form, companyId, initial });
  const gone = useGone({ form, initial, employees, appointmentTypes });
  const unmatched = useWatch({ control, name: 'unmatched' });
  const leftAt = (field: ListedField) => ({
    unmatched: unmatched?.[field] ?? '',
    onUnmatched: (text: string) => {
      setValue(`unmatched.${field}`, text, { shouldDirty: true });
      if (isSubmitted) void trigger(field);
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <Controller
        control={control}
        name="pet"
        render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
          <PetField
            ref={(input) => {
              ref(input);
              if (initial.petId === undefined) firstInput.current = input;
            }}
            companyId={companyId}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            hint={petHint}
            error={errorText('pet', fieldState.error)}
            {...leftAt('pet')}
          />
        )}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Controller
          control={control}
          name="visitTypeId"
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <VisitTypeField
              ref={(input) => {
                ref(input);
                if (initial.petId !== undefined) firstInput.current = input;
              }}
              types={types}
              all={appointmentTypes}
              value={value}
              onBlur={onBlur}
              categoryLabel={(category) => categories.of(category).label}
              hint={gone.visitTypeId}
              error={errorText('visitTypeId', fieldState.error)}
              {...leftAt('visitTypeId')}
              onChange={(type) => {
                onChange(type?.id ?? null);
                if (!type?.durationMinutes) return;
                setValue('length', durationText(type.durationMinutes), { shouldDirty: true });
                setValue('end', '');
                if (isSubmitted) void trigger(['length', 'end']);
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
              label="Store"
              options={stores.map(({ id, name }) => ({ value: id, label: name }))}
              value={value}
              onChange={(id) => {
                onChange(id);
                setValue('fold', null);
              }}
              onBlur={onBlur}
              error={errorText('storeId', fieldState.error)}
            />
          )}
        />
      </div>
      <WhenFields form={form} zone={zone} />
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
              hint={gone.employeeId}
              error={errorText('employeeId', fieldState.error)}
              {...leftAt('employeeId')}
            />
          )}
        />
        <Controller
          control={control}
          name="status"
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <Select
              ref={ref}
              label="Status"
              options={statusOptions(statuses)}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={errorText('status', fieldState.error)}
            />
          )}
        />
      </div>
      <Controller
        control={control}
        name="notes"
        render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
          <TextArea
            ref={ref}
            label="Notes"
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
}

/** The types that can be booked, by name; what is inactive the service would refuse. */
function bookable(types: readonly ReceivedAppointmentType[]): ReceivedAppointmentType[] {
  return types.filter(({ isActive }) => isActive).sort((a, b) => a.name.localeCompare(b.name));
}

/** The statuses of the enum in its order; the service's default is there even where the enum does not list it. */
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

type GoneInput = Pick<BookingFieldsProps, 'form' | 'initial' | 'employees' | 'appointmentTypes'>;

/**
 * Says whom and what the lists do not offer although a link, an earlier appointment or a draft names them. A vet that was
 * only asked for is taken out of the form. One of a draft stays, to be seen and cleared: what was sent may be looked for by it.
 */
function useGone({ form, initial, employees, appointmentTypes }: GoneInput) {
  const { control, resetField } = form;
  const [visitTypeId, employeeId] = useWatch({ control, name: ['visitTypeId', 'employeeId'] });
  const askedInVain = employeeId === initial.employeeId && goneVet(employeeId, employees) !== undefined;
  useEffect(() => {
    if (askedInVain) resetField('employeeId', { defaultValue: null });
  }, [askedInVain, resetField]);
  return {
    visitTypeId: goneVisitType(visitTypeId ?? initial.visitTypeId, appointmentTypes),
    employeeId: goneVet(employeeId ?? initial.employeeId, employees),
  };
}

/** Puts the pet that the form was opened for into it, as soon as it is found and unless one was chosen meanwhile. */
function usePrefilledPet({ form, companyId, initial }: Pick<BookingFieldsProps, 'form' | 'companyId' | 'initial'>) {
  const api = useApi();
  const { petId, clientId } = initial;
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
  if (isLoading) return 'Looking for the pet…';
  return isError || data === null ? 'The pet of this link was not found. Choose one.' : undefined;
}
