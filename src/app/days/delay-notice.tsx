import { t } from '@lingui/core/macro';
import { useCountdown } from '#app/browser/use-now.ts';
import { retryAfterOf, systemBusyText } from '#app/text/error-texts.tsx';
import { texts } from '#app/text/shared-texts.ts';

/** Shown while the practice system accepts no requests; loading continues automatically. */
export function DelayNotice({ delays }: { delays: readonly unknown[] }) {
  const delay = delays.find((error) => error !== null);
  return delay === undefined ? null : <Countdown delay={delay} />;
}

function Countdown({ delay }: { delay: unknown }) {
  const seconds = useCountdown(retryAfterOf(delay), delay);
  return (
    <p className="rounded-lg bg-warn-soft px-4 py-3">
      <span role="status" className="sr-only">
        {texts.waiting}
      </span>
      {/* The seconds are not announced one by one. */}
      <strong className="font-semibold">{systemBusyText(seconds)}</strong>{' '}
      {t`The missing parts will load automatically.`}
    </p>
  );
}
