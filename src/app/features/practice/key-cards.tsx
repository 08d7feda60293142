import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Printer, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { lazy } from '#app/components/lazy.tsx';
import { LeaveDialog, LeaveGuard } from '#app/components/leave-dialog.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import type { DeskSession } from '#contract/desk.ts';
import { type CardAddresses, chooseCardAddresses } from './card-addresses.ts';
import './key-cards.css';

const QrCode = lazy({
  load: () => import('./qr-code.tsx').then((module) => module.QrCode),
  // If the QR code cannot be loaded, the key can still be typed.
  Fallback: ({ children }) => <div className="size-full overflow-hidden text-xs">{children}</div>,
});

export interface KeyCard {
  /** The name of the person whose key the card shows. */
  name: string;
  key: string;
  practice: string;
}

interface KeyCardsProps {
  cards: readonly KeyCard[];
  /** The origins at which other computers open Frontdesk: empty if only its own computer can, null if they are unknown. */
  addresses: DeskSession['addresses'];
  /** Called after all keys were copied, or the user confirmed that the cards were printed. */
  onSaved?: () => void;
}

/**
 * The keys that were just issued, as one card for each person, to print or copy; they are never shown again. The printout
 * contains nothing but the cards. Browsers do not report whether printing was cancelled, so the user is asked.
 */
export function KeyCards({ cards, addresses: elsewhere, onSaved }: KeyCardsProps) {
  const addresses = chooseCardAddresses(elsewhere, location);
  const [isAskingIfPrinted, setAskingIfPrinted] = useState(false);
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const onPrint = () => setAskingIfPrinted(true);
    window.addEventListener('afterprint', onPrint);
    return () => window.removeEventListener('afterprint', onPrint);
  }, []);
  function onCopied({ key }: KeyCard) {
    const all = new Set([...copied, key]);
    setCopied(all);
    if (all.size === cards.length) onSaved?.();
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 grow basis-64">
          <strong className="font-semibold">
            {plural(cards.length, { one: 'You’ll only see this key once.', other: 'You’ll only see these keys once.' })}
          </strong>{' '}
          {plural(cards.length, {
            one: 'Print the card or copy the key, and hand it over. A lost key is replaced by a new one.',
            other: 'Print the cards or copy the keys, and hand them over. A lost key is replaced by a new one.',
          })}
        </p>
        <Button tone="primary" onClick={() => print()}>
          <Printer aria-hidden="true" size={16} />
          {plural(cards.length, { one: 'Print card', other: 'Print cards' })}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {isAskingIfPrinted ? (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-accent-soft px-3 py-2">
            <p className="min-w-0 grow">
              {plural(cards.length, { one: 'Has the card been printed?', other: 'Have the cards been printed?' })}
            </p>
            <Button
              compact
              onClick={() => {
                setAskingIfPrinted(false);
                onSaved?.();
              }}
            >
              {t({ message: 'Yes', comment: 'button: the cards have been printed' })}
            </Button>
            <Button compact onClick={() => setAskingIfPrinted(false)}>
              {t({ message: 'No', comment: 'button: the cards have not been printed' })}
            </Button>
          </div>
        ) : null}
      </div>
      {addresses.isLocalOnly ? <LocalOnlyWarning /> : null}
      <ul className="flex flex-col gap-3">
        {cards.map((card) => (
          <li
            key={card.key}
            className="flex flex-wrap gap-4 rounded-lg border border-line-strong bg-surface p-4"
            aria-label={card.name}
          >
            <KeyCardContent
              card={card}
              addresses={addresses}
              heading={
                <h3 className="text-lg font-semibold break-words" dir="auto">
                  {card.name}
                </h3>
              }
            >
              <CopyButton text={card.key} label={t`Copy key`} onCopied={() => onCopied(card)} />
            </KeyCardContent>
          </li>
        ))}
      </ul>
      {createPortal(
        <div className="key-cards-print">
          {cards.map((card) => (
            <section key={card.key}>
              <KeyCardContent card={card} addresses={addresses} heading={<h2 dir="auto">{card.name}</h2>} />
            </section>
          ))}
        </div>,
        document.body,
      )}
    </div>
  );
}

/** Warns that only this computer can open Frontdesk, and names the settings that change this. */
function LocalOnlyWarning() {
  const [origin, host] = [<code key="origin">PUBLIC_ORIGIN</code>, <code key="host">HOST</code>];
  return (
    <div className="flex gap-2 rounded-md bg-warn-soft px-3 py-2">
      <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-semibold">{t`Only this computer can open Frontdesk`}</p>
        <p>
          <Trans>
            To open it on other computers, set {origin} or {host} and restart Frontdesk, as described under “TLS and a
            reverse proxy” in docs/deploy.md. The keys stay valid.
          </Trans>
        </p>
      </div>
    </div>
  );
}

interface KeyCardContentProps {
  card: KeyCard;
  addresses: CardAddresses;
  heading: ReactNode;
  children?: ReactNode;
}

function KeyCardContent({
  card,
  addresses: { isLocalOnly: isOnlyHere, first, others },
  heading,
  children,
}: KeyCardContentProps) {
  return (
    <>
      <div className="min-w-0 grow basis-56">
        <p className="break-words" dir="auto">
          {card.practice}
        </p>
        {heading}
        <dl>
          <dt className="pt-2 text-xs text-muted">
            {isOnlyHere
              ? t({ message: 'Open on the computer that runs Frontdesk', comment: 'above an address' })
              : t({ message: 'Open in the browser', comment: 'above an address' })}
          </dt>
          <dd className="key-card-address break-all" dir="ltr">
            {first}
          </dd>
          {others.length > 0 ? (
            <>
              <dt className="key-card-others pt-1 text-xs text-muted">
                {t({ message: 'If that address doesn’t open', comment: 'above further addresses of the same' })}
              </dt>
              {others.map((origin) => (
                <dd key={origin} className="key-card-others text-xs break-all" dir="ltr">
                  {origin}
                </dd>
              ))}
            </>
          ) : null}
          <dt className="pt-2 text-xs text-muted">{t`Your sign-in key: scan it or type it`}</dt>
          <dd className="key-card-key" dir="ltr" translate="no">
            <KeyText text={card.key} />
          </dd>
        </dl>
        {children ? <div className="pt-2">{children}</div> : null}
      </div>
      <div className="key-card-code">
        <QrCode text={card.key} />
      </div>
    </>
  );
}

const GROUP_LENGTH = 4;

/** A key in groups of four characters, which are easier to read. Selected and copied text has no spaces. */
function KeyText({ text }: { text: string }) {
  const groups = text.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'gs')) ?? [];
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a key never change.
    <span key={index}>{group}</span>
  ));
}

/**
 * The cards of keys that were just issued. They are never shown again, so the dialog asks before it closes if they were neither
 * printed nor copied.
 */
export function KeyCardsDialog({ cards, onClose }: { cards: readonly KeyCard[]; onClose: () => void }) {
  const { addresses } = useDesk().session;
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const closeOrAsk = () => (isSaved ? onClose() : setIsAsking(true));
  const name = cards[0]?.name ?? '';
  const question = {
    title: t`Leave without saving the key?`,
    leave: t`Leave without it`,
    children: (
      <p>{t`You haven’t printed or copied the key, and it won’t be shown again. If it’s lost, create a new one.`}</p>
    ),
  };
  return (
    <Dialog title={t`Key of ${name}`} onClose={closeOrAsk}>
      <div className="overflow-y-auto p-4">
        <KeyCards cards={cards} addresses={addresses} onSaved={() => setSaved(true)} />
        <div className="pt-4">
          <Button onClick={closeOrAsk}>
            {t({ message: 'Done', comment: 'button: the key was printed or copied' })}
          </Button>
        </div>
      </div>
      {isAsking ? <LeaveDialog {...question} onLeave={onClose} onStay={() => setIsAsking(false)} /> : null}
      <LeaveGuard {...question} isActive={!isSaved} />
    </Dialog>
  );
}
