import { t } from '@lingui/core/macro';
import { texts } from '#app/text/shared-texts.ts';
import { CopyButton } from './copy-button.tsx';

/** The id of an error to quote in a support request; renders nothing without an id. */
export function ErrorId({ id }: { id: string | null }) {
  if (id === null) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-2 text-muted">
      <span>
        {t({ message: 'Error ID', comment: 'Before the identifier of an error, which support asks for' })}{' '}
        <code className="break-all">{id}</code>
      </span>
      <CopyButton text={id} label={texts.copyErrorId} />
    </span>
  );
}
