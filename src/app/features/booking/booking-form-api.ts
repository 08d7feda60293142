import type { UseFormReturn } from 'react-hook-form';
import type { BookingFormValues } from './booking-model.ts';
import type { BookingRequest } from './booking-schema.ts';

/** The form as react-hook-form holds it: typed values in, the document's request out. */
export type BookingFormApi = UseFormReturn<BookingFormValues, unknown, BookingRequest>;
