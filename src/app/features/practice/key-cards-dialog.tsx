import { t } from '@lingui/core/macro';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { type KeyCard, KeyCards, LeaveKeys } from './key-cards.tsx';

/** The cards of keys that were just issued. The page cannot be left meanwhile, since they are never shown again. */
export function KeyCardsDialog({ cards, onClose }: { cards: readonly KeyCard[]; onClose: () => void }) {
  const { addresses } = useDesk().session;
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  useBlocker({ shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname, enableBeforeUnload: true });
  const close = () => (isSaved ? onClose() : setIsAsking(true));
  const name = cards[0]?.name ?? '';
  return (
    <Dialog title={t`Key of ${name}`} onClose={close}>
      <div className="overflow-y-auto p-4">
        <KeyCards cards={cards} addresses={addresses} onSaved={() => setSaved(true)} />
        <div className="pt-4">
          <Button onClick={close}>{t({ message: 'Done', comment: 'button: the key was printed or copied' })}</Button>
        </div>
      </div>
      {isAsking ? (
        <LeaveKeys onLeave={onClose} onStay={() => setIsAsking(false)}>
          {t`You haven’t printed or copied the key, and it won’t be shown again. If it’s lost, create a new one.`}
        </LeaveKeys>
      ) : null}
    </Dialog>
  );
}
