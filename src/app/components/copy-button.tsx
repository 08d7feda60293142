import { t } from '@lingui/core/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

const CONFIRMATION_MS = 2000;

interface CopyButtonProps {
  text: string;
  label: string;
  onCopied?: (() => void) | undefined;
}

/** Removes the confirmation of the previous copy, since the clipboard holds only one text. */
let clearLastConfirmation = () => {};

/** Copies a text, and reports for a moment whether that worked: `note` is the report, and empty at other times. */
export function useCopy(text: string, onCopied?: () => void) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    isCopied: state === 'copied',
    note: state === 'copied' ? t`Copied` : state === 'failed' ? t`Couldn’t copy` : '',
    copy: () =>
      void writeText(text).then(
        () => {
          clearLastConfirmation();
          clearLastConfirmation = () => setState('idle');
          setState('copied');
          onCopied?.();
        },
        () => setState('failed'),
      ),
  };
}

/** Copies a text and confirms it, or reports that the browser refused. */
export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const { isCopied, note, copy } = useCopy(text, onCopied);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button compact onClick={copy}>
      <Icon aria-hidden="true" size={13} />
      <span aria-live="polite">{note || label}</span>
    </Button>
  );
}

/** Rejects if the browser refuses, or offers the page no clipboard, as on plain HTTP other than loopback. */
async function writeText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
