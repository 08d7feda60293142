import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#app/api/queries.ts';
import { useFailure } from '#app/api/use-failure.ts';
import { useEditor } from '#app/editor/editor.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { instantText } from '#app/text/time-text.ts';
import { type Device, deviceCalls } from '#contract/desk-devices.ts';
import { CredentialList, CredentialRow } from './credential-list.tsx';

interface DeviceListProps {
  employeeId: string;
  /** Whether the person may have a PIN; people who have left may not. */
  canHave: boolean;
}

/** The browsers in which a person has a PIN, the most recently used first. */
export function DeviceList({ employeeId, canHave }: DeviceListProps) {
  const { api, companyId } = useEditor();
  const { session } = useDesk();
  const devices = useQuery(endpointQuery(api, deviceCalls.listDevices, { companyId, employeeId }));
  const failure = useFailure(devices, employeeId);
  return (
    <CredentialList
      title={t`Browsers with a PIN`}
      items={devices.data?.devices}
      failure={failure}
      onRetry={() => void devices.refetch()}
      failed={t`The list of browsers couldn’t be loaded.`}
      empty={
        canHave && session.pins !== null
          ? t`No PIN yet. After signing in with a key, this person can set a PIN under Settings, in each browser that they use.`
          : t`This person has no PIN in any browser.`
      }
      row={(device) => <DeviceRow key={device.id} device={device} employeeId={employeeId} />}
    />
  );
}

function DeviceRow({ device, employeeId }: { device: Device; employeeId: string }) {
  const { zone } = usePractice();
  const { api, companyId } = useEditor();
  const timeText = (instant: string) => instantText(zone, Date.parse(instant));
  const browser = browserText(device.browser);
  const createdAt = timeText(device.createdAt);
  const usedAt = timeText(device.usedAt);
  return (
    <CredentialRow
      texts={[
        browser,
        t({ message: `PIN set ${createdAt}`, comment: 'when someone set their PIN in a browser' }),
        t({ message: `last used ${usedAt}`, comment: 'when someone last signed in with their PIN' }),
      ]}
      button={{
        text: t({ message: 'Remove', context: 'button: the PIN that a person has in a browser' }),
        name: t({ message: `Remove the PIN in ${browser}, set ${createdAt}`, comment: 'button' }),
      }}
      question={{
        label: browser,
        confirm: t({ message: 'Remove PIN', comment: 'button: confirms it' }),
        failed: t`The PIN couldn’t be removed.`,
        onConfirm: () => api.call(deviceCalls.endDevice, { companyId, employeeId, id: device.id }),
        children: t`This person is signed out of that browser immediately, and needs their key to sign in there again.`,
      }}
    />
  );
}

/** A browser and its system in words. The gateway joins them in English, such as `Chrome on Windows`. */
function browserText(browser: string | null): string {
  const [name, system] = browser?.split(' on ') ?? [];
  if (name === undefined) return t({ message: 'Unknown browser', comment: 'one that does not say which it is' });
  if (system === undefined) return name;
  return t({ message: `${name} on ${system}`, comment: 'a browser and its system, such as Chrome on Windows' });
}
