import { t } from '@lingui/core/macro';
import { words } from '#app/text/words.ts';
import { CopyButton } from './copy-button.tsx';

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
