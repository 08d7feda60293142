import { useWatch } from 'react-hook-form';
import type { BookingFormApi } from './booking-form-api.ts';
import type { BookingStore } from './booking-model.ts';
import { bookedText, othersText } from './booking-notices.ts';
import { type BookingRequest, type createBookingSchema, isSameRequest } from './booking-schema.ts';
import { OutcomePanel } from './outcome-panel.tsx';
import type { Trouble } from './use-booking.ts';

interface FormTroubleProps {
  form: BookingFormApi;
  schema: ReturnType<typeof createBookingSchema>;
  stores: readonly BookingStore[];
  trouble: Trouble;
  onAgain: () => void;
  onDiscard: () => void;
}

/** What stands in the way of the booking, as long as the form still says what it is about. */
export function FormTrouble({ form, schema, stores, trouble, onAgain, onDiscard }: FormTroubleProps) {
  const values = useWatch({ control: form.control });
  if (trouble.kind === 'changed') {
    const request = schema.safeParse(values).data;
    if (request && !isSameRequest(request, trouble.request)) return null;
  }
  return (
    <OutcomePanel
      trouble={trouble}
      othersText={trouble.kind === 'changed' ? othersText(trouble.others, placeOf(trouble.request), stores) : []}
      bookedText={trouble.kind === 'left' ? bookedText(trouble.booked, stores) : ''}
      onAgain={onAgain}
      onDiscard={onDiscard}
    />
  );
}

function placeOf({ storeIds, start, end }: BookingRequest) {
  return { storeId: storeIds[0] ?? '', start, end };
}
