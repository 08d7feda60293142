import type { ComponentProps } from 'react';
import { Button } from '#app/components/button.tsx';
import { useDesk } from '#app/session/use-desk.ts';

/** A button that opens the booking panel. If the person may not book, it says why. */
export function BookButton({
  onClick,
  ...props
}: Omit<ComponentProps<typeof Button>, 'onClick'> & { onClick: () => void }) {
  const { bookingRefusal } = useDesk();
  return (
    <Button
      {...props}
      aria-disabled={bookingRefusal !== null}
      title={bookingRefusal ?? undefined}
      onClick={() => (bookingRefusal === null ? onClick() : undefined)}
    />
  );
}
