import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#app/components/button.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import type { EntryMatch, WaitingActions } from './waiting-context.ts';

interface BookMatchButtonProps {
  match: EntryMatch;
  petName: string;
  onBook: WaitingActions['book'];
  onBooked?: () => void;
}

/** Books an entry at its matching time. */
export function BookMatchButton({ match, petName, onBook, onBooked }: BookMatchButtonProps) {
  const queryClient = useQueryClient();
  const mutationKey = ['book from the waiting list', match.entry.id];
  const booking = useMutation({
    mutationKey,
    // By default, mutations are paused while offline. This one runs, so that `onBook`, which then sends nothing, can show a
    // notice.
    networkMode: 'always',
    mutationFn: () => onBook(match, petName),
    ...(onBooked ? { onSuccess: onBooked } : {}),
  });
  const name = isolateText(petName);
  return (
    <Button
      compact
      tone="primary"
      aria-label={t({ message: `Book ${name}`, comment: 'button: books a pet that waits at the time that is free' })}
      aria-disabled={booking.isPending}
      onClick={() => (queryClient.isMutating({ mutationKey }) > 0 ? undefined : booking.mutate())}
    >
      {booking.isPending ? t`Booking…` : t({ message: 'Book', comment: 'button: a pet that waits' })}
    </Button>
  );
}
