import type { ComponentProps } from 'react';
import { Button } from '#app/components/button.tsx';
import { useDesk } from './use-desk.ts';

/** A button that opens the booking panel; without the permission to book, it explains why. */
export function BookingButton(props: ComponentProps<typeof Button>) {
  const { bookingRefusal } = useDesk();
  return <Button {...props} aria-disabled={bookingRefusal !== null} title={bookingRefusal ?? undefined} />;
}
