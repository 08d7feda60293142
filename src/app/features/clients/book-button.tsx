import type { ComponentProps } from 'react';
import { Button } from '#app/components/button.tsx';
import { useDesk } from '#app/session/use-desk.ts';

/** A button that opens the booking panel, which tells a person who may not book why. */
export function BookButton(props: ComponentProps<typeof Button>) {
  const { bookingRefusal } = useDesk();
  return <Button {...props} aria-disabled={bookingRefusal !== null} title={bookingRefusal ?? undefined} />;
}
