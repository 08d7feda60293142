import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { LeaveDialog, LeaveGuard } from '#app/components/leave-dialog.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { type KeyCard, KeyCards } from './key-cards.tsx';

/** The cards of keys that were just issued. It asks before they are left, since they are never shown again. */
export function KeyCardsDialog({ cards, onClose }: { cards: readonly KeyCard[]; onClose: () => void }) {
  const { addresses } = useDesk().session;
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (isSaved ? onClose() : setIsAsking(true));
  const name = cards[0]?.name ?? '';
  const question = {
    title: t`Leave without saving the key?`,
    leave: t`Leave without it`,
    children: (
      <p>{t`You haven’t printed or copied the key, and it won’t be shown again. If it’s lost, create a new one.`}</p>
    ),
  };
  return (
    <Dialog title={t`Key of ${name}`} onClose={close}>
      <div className="overflow-y-auto p-4">
        <KeyCards cards={cards} addresses={addresses} onSaved={() => setSaved(true)} />
        <div className="pt-4">
          <Button onClick={close}>{t({ message: 'Done', comment: 'button: the key was printed or copied' })}</Button>
        </div>
      </div>
      {isAsking ? <LeaveDialog {...question} onLeave={onClose} onStay={() => setIsAsking(false)} /> : null}
      <LeaveGuard {...question} isActive={!isSaved} />
    </Dialog>
  );
}
