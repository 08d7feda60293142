import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/api/queries.ts';
import { useFailure } from '#app/api/use-failure.ts';
import { Button } from '#app/components/button.tsx';
import { Texts } from '#app/components/texts.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { Question } from '#app/editor/question.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { instantText } from '#app/text/time-text.ts';
import { type Device, sessionEndpoints } from '#contract/desk.ts';
import { PersonList } from './person-list.tsx';

interface DevicesProps {
  employeeId: string;
  /** Whether the person may have a PIN, which those who have left may not. */
  canHave: boolean;
}

/** The browsers in which a person has a PIN, the most recently used first. */
export function Devices({ employeeId, canHave }: DevicesProps) {
  const { api, companyId } = useEditor();
  const { session } = useDesk();
  const devices = useQuery(queryOf(api, sessionEndpoints.listDevices, { companyId, employeeId }));
  const failure = useFailure(devices, employeeId);
  return (
    <PersonList
      title={t`Browsers with a PIN`}
      items={devices.data?.devices}
      failure={failure}
      onRetry={() => void devices.refetch()}
      failed={t`The browsers couldn’t be loaded.`}
      empty={
        canHave && session.pins !== null
          ? t`No PIN yet. After signing in with a key, this person can set a PIN under Settings, in each browser that they use.`
          : t`This person has no PIN in any browser.`
      }
      row={(device) => <OneDevice key={device.id} device={device} employeeId={employeeId} />}
    />
  );
}

function OneDevice({ device, employeeId }: { device: Device; employeeId: string }) {
  const { zone } = usePractice();
  const { api, companyId } = useEditor();
  const [isAsked, setAsked] = useState(false);
  const at = (instant: string) => instantText(zone, Date.parse(instant));
  const browser = browserText(device.browser);
  const createdAt = at(device.createdAt);
  const usedAt = at(device.usedAt);
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="min-w-0 grow basis-48">
          <Texts
            of={[
              browser,
              t({ message: `PIN set ${createdAt}`, comment: 'when someone set their PIN in a browser' }),
              t({ message: `last used ${usedAt}`, comment: 'when someone last signed in with their PIN' }),
            ]}
          />
        </p>
        <Button
          compact
          tone="quiet"
          aria-label={t({ message: `Remove the PIN in ${browser}, set ${createdAt}`, comment: 'button' })}
          aria-expanded={isAsked}
          onClick={() => setAsked(!isAsked)}
        >
          {t({ message: 'Remove', context: 'button: the PIN that a person has in a browser' })}
        </Button>
      </div>
      {isAsked ? (
        <Question
          label={browser}
          confirm={t({ message: 'Remove PIN', comment: 'button: confirms it' })}
          failed={t`The PIN couldn’t be removed.`}
          onConfirm={() => api.call(sessionEndpoints.endDevice, { companyId, employeeId, id: device.id })}
          onClose={() => setAsked(false)}
        >
          {t`This person is signed out of that browser immediately, and needs their key to sign in there again.`}
        </Question>
      ) : null}
    </li>
  );
}

/** A browser and its system in words. The gateway joins them in English, such as `Chrome on Windows`. */
function browserText(browser: string | null): string {
  const [name, system] = browser?.split(' on ') ?? [];
  if (name === undefined) return t({ message: 'Unknown browser', comment: 'one that does not say which it is' });
  if (system === undefined) return name;
  return t({ message: `${name} on ${system}`, comment: 'a browser and its system, such as Chrome on Windows' });
}
