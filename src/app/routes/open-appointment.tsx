import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Directory } from '#app/api/directory.ts';
import type { EnumLooks } from '#app/components/enum-look.ts';
import { mainEmployeeId } from '#app/features/board/board-columns.ts';
import { bookingParams } from '#app/routes/board-search.ts';
import { zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

const AppointmentDetails = lazy(() =>
  import('#app/features/appointment/appointment-details.tsx').then((module) => ({
    default: module.AppointmentDetails,
  })),
);

interface OpenAppointmentProps {
  appointment: ReceivedAppointment;
  reference: { directory: Directory; statuses: EnumLooks; categories: EnumLooks; origins: EnumLooks };
  bookingRefusal: string | null;
  onClose: () => void;
}

/** The details of the appointment that the address names, and the ways from there into the booking form. */
export function OpenAppointment({ appointment, reference, bookingRefusal, onClose }: OpenAppointmentProps) {
  const navigate = useNavigate({ from: '/' });
  const { directory } = reference;
  const store = directory.company.stores.find((candidate) => candidate.id === appointment.storeId) ?? null;

  function book(again: boolean) {
    if (bookingRefusal !== null) return;
    void navigate({
      search: (before) => ({
        ...before,
        ...bookingParams,
        new: true,
        pet: appointment.petId ?? undefined,
        bookStore: appointment.storeId ?? undefined,
        bookVet: mainEmployeeId(appointment) ?? undefined,
        bookType: again ? (appointment.visitTypeId ?? undefined) : undefined,
      }),
    });
  }

  return (
    <Suspense fallback={null}>
      <AppointmentDetails
        appointment={appointment}
        store={store}
        zone={zoneOfStore(store, directory.fallbackZone)}
        bookingRefusal={bookingRefusal}
        onClose={onClose}
        onFollowUp={() => book(false)}
        onBookAgain={() => book(true)}
        {...reference}
      />
    </Suspense>
  );
}
