import { t } from '@lingui/core/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { words } from '#app/text/words.ts';
import { Button } from './button.tsx';

const SHOWN_MS = 2000;

/** Copies a text and confirms it, or says that the browser refused. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <Button
      compact
      onClick={() =>
        void copy(text).then(
          () => setState('copied'),
          () => setState('failed'),
        )
      }
    >
      <Icon aria-hidden="true" size={13} />
      <span aria-live="polite">{state === 'copied' ? t`Copied` : state === 'failed' ? t`Could not copy` : label}</span>
    </Button>
  );
}

/** Pages that are neither loopback nor TLS have no clipboard; that counts as a refusal. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** The error id to quote in a support request. */
export function ErrorId({ id }: { id: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2 text-muted">
      <span>
        {t({ message: 'Error id', comment: 'Before the identifier of an error, which support asks for' })}{' '}
        <code className="break-all">{id}</code>
      </span>
      <CopyButton text={id} label={words.copyErrorId} />
    </span>
  );
}
