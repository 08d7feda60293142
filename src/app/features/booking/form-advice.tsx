import { useWatch } from 'react-hook-form';
import { useDebounced } from '#app/components/use-debounced.ts';
import { dayOfInstant } from '#app/scheduling/calendar-day.ts';
import { isStay } from '#app/scheduling/visit.ts';
import { usesTwelveHours } from '#app/scheduling/wall-clock.ts';
import type { ReceivedAppointmentType, ReceivedEmployee } from '#contract/received.ts';
import { type AdviceProps, BookingAdvice } from './booking-advice.tsx';
import type { BookingFormApi } from './booking-form-api.ts';
import { spanOf, startFields } from './booking-times.ts';

interface FormAdviceProps extends Pick<AdviceProps, 'companyId' | 'stores' | 'onTold'> {
  form: BookingFormApi;
  employees: readonly ReceivedEmployee[];
  appointmentTypes: readonly ReceivedAppointmentType[];
}

/** A date that is being typed passes through years that nobody means: the day is read once it stands still. */
const STILL_MS = 200;
/** The days of a stay are many pages. */
const STAY_STILL_MS = 1000;

/** Follows the form and says what speaks against the booking, once its time can be read. */
export function FormAdvice({ form, employees, appointmentTypes, stores, ...rest }: FormAdviceProps) {
  const { control, setValue } = form;
  const watched = useWatch({ control });
  const { date = '', start = '', fold = null, length = '', end = '' } = watched;
  const store = stores.find(({ id }) => id === watched.storeId);
  const span = store ? spanOf({ date, start, fold, length, end }, store.timeZone) : null;
  const stillMs = store && span && isStay(span, dayOfInstant(store.timeZone, span.start)) ? STAY_STILL_MS : STILL_MS;
  const from = useDebounced(span?.start ?? null, stillMs);
  const to = useDebounced(span?.end ?? null, stillMs);
  if (!store || from === null || to === null || to <= from) return <div className="min-h-24" />;
  return (
    <BookingAdvice
      {...rest}
      stores={stores}
      store={store}
      span={{ start: from, end: to }}
      pet={form.getValues('pet')}
      vet={employees.find(({ id }) => id === watched.employeeId) ?? null}
      type={appointmentTypes.find(({ id }) => id === watched.visitTypeId) ?? null}
      onStart={(instant) => {
        const offered = startFields(instant, store.timeZone, usesTwelveHours());
        setValue('date', offered.date, { shouldDirty: true });
        setValue('start', offered.start, { shouldDirty: true });
        setValue('fold', offered.fold, { shouldDirty: true });
        // An end that was typed belongs to the start before.
        setValue('end', '');
      }}
    />
  );
}
