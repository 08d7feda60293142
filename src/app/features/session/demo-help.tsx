import { t } from '@lingui/core/macro';
import { CopyButton } from '#app/components/copy-button.tsx';

const COMMAND = 'npm run frontdesk -- practice new';

/** How to start with a practice of your own, shown in the demo. */
export function DemoHelp() {
  return (
    <div className="flex max-w-lg flex-col gap-2 text-sm text-ink">
      <p>{t`Everything in this practice is made up. Book, move and cancel as you like.`}</p>
      <p>
        {t`To begin with your own, whoever looks after Frontdesk runs this where it is installed. It asks a few questions and offers to remove the demo.`}
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <code className="rounded bg-sunken px-2 py-1 text-xs break-all">{COMMAND}</code>
        <CopyButton text={COMMAND} label={t`Copy command`} />
      </p>
    </div>
  );
}
