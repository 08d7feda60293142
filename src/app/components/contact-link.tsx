import type { LucideIcon } from 'lucide-react';

const PHONE_PATTERN = /^[+(]?[\d\s().\-/*#–]+$/;
const EXTENSION_PATTERN = /^(.*?)[\s,;]*(?:ext|extension|x)\.?\s*(\d{1,7})$/i;
const MIN_DIGITS = 3;

/**
 * The `tel:` URL (RFC 3966) of a phone number as people write it; null for text that is not exactly one number, so that
 * a click never calls the wrong person.
 */
export function phoneHref(text: string): string | null {
  const plain = text.normalize('NFKC').trim();
  const [, number = plain, extension] = EXTENSION_PATTERN.exec(plain) ?? [];
  // A trunk zero in brackets is not dialled from abroad: +44 (0)20 …
  const dialled = number.startsWith('+') ? number.replace(/\(0\)/, '') : number;
  const signs = dialled.replace(/[^\d*#]/g, '');
  if (!PHONE_PATTERN.test(dialled) || signs.length < MIN_DIGITS) return null;
  const plus = dialled.startsWith('+') ? '+' : '';
  return `tel:${plus}${signs.replaceAll('#', '%23')}${extension === undefined ? '' : `;ext=${extension}`}`;
}

const EMAIL_PATTERN = /^([^\s@<>()[\],;:"\\]+)@([^\s@<>()[\],;:"\\/?#&]+)$/;

/** The `mailto:` URL (RFC 6068) of one e-mail address; null for any other text. */
export function emailHref(text: string): string | null {
  const [, local, domain] = EMAIL_PATTERN.exec(text.trim()) ?? [];
  return local === undefined || domain === undefined ? null : `mailto:${encodeURIComponent(local)}@${domain}`;
}

interface ContactLinkProps {
  icon: LucideIcon;
  text: string;
  /** Null for text that is neither a phone number nor an e-mail address. */
  href: string | null;
  className?: string;
  tabIndex?: 0 | -1;
}

/** A phone number or an e-mail address as a link, or plain text if it is neither. */
export function ContactLink({ icon: Icon, text, href, className = '', tabIndex }: ContactLinkProps) {
  const content = (
    <>
      <Icon aria-hidden="true" size={14} className="shrink-0 text-muted" />
      <bdi className="min-w-0 break-words">{text}</bdi>
    </>
  );
  const look = `inline-flex min-h-6 max-w-full items-center gap-1.5 ${className}`;
  if (href === null) return <span className={look}>{content}</span>;
  return (
    <a href={href} tabIndex={tabIndex} className={`${look} rounded text-accent hover:underline`}>
      {content}
    </a>
  );
}
