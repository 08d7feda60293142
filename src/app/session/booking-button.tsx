import type { ComponentProps } from 'react';
import { Button } from '#app/components/button.tsx';
import { useDesk } from './use-desk.ts';

/** A button that opens the booking panel, which tells a person who may not book why. */
export function BookingButton(props: ComponentProps<typeof Button>) {
  const { bookingRefusal } = useDesk();
  return <Button {...props} aria-disabled={bookingRefusal !== null} title={bookingRefusal ?? undefined} />;
}
