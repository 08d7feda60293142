import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { setSession } from '#app/api/session.ts';
import { Failure } from '#app/components/failure.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { type DeskSession, sessionCalls } from '#contract/desk.ts';
import { lockMinutes } from '#contract/lock-minutes.ts';

type LockMinutes = (typeof lockMinutes)[number] | null;

/**
 * The setting that says after how many minutes without use this browser locks. The gateway stores the setting, since it ends
 * the sessions of an unused browser.
 */
export function LockSetting({ session, className }: { session: DeskSession; className: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const choosing = useMutation({
    mutationFn: (minutes: LockMinutes) => api.call(sessionCalls.setLock, { minutes }),
    onSuccess: (changed) => setSession(api, queryClient, changed),
  });
  const label = t`Lock when no one is using this computer`;
  if (session.pins === null || session.pins.length === 0) {
    return (
      <section aria-label={label} className={className}>
        <h2 className="pb-1 font-semibold">{label}</h2>
        <p className="text-muted">{t`Frontdesk doesn’t lock in this browser, because no one has set up a PIN here.`}</p>
      </section>
    );
  }
  const never = { value: null, label: t({ message: 'Never', context: 'the desk does not lock' }) };
  const times = lockMinutes.map((minutes) => ({
    value: minutes as LockMinutes,
    label: plural(minutes, { one: '# minute', other: '# minutes' }),
  }));
  const chosen = [...times, never].find(({ value }) => value === session.lockMinutes)?.value;
  const hasNever = session.canKeepUnlocked || chosen === null;
  return (
    <div className={className}>
      <RadioChoice
        look="plain"
        labelClass="block pb-1 font-semibold"
        label={label}
        options={hasNever ? [...times, never] : times}
        value={choosing.isPending ? choosing.variables : chosen}
        onChange={(minutes) => choosing.mutate(minutes)}
      />
      <p className="text-muted">{t`Anyone who comes back signs in with their PIN. Their unfinished work is kept.`}</p>
      {hasNever ? null : <p className="text-muted">{t`Only a manager can turn locking off.`}</p>}
      {choosing.isError ? (
        <Failure look="danger" className="mt-2" error={choosing.error}>
          {t`The change was not saved.`}
        </Failure>
      ) : null}
    </div>
  );
}
