import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { Button } from '#app/components/button.tsx';
import { Checkbox } from '#app/components/checkbox.tsx';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { isolated } from '#app/text/isolated.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { createPlanCheck, type Owner } from '#scheduling/conflicting-appointments.ts';
import { colleaguesFor, type Giving, giveAll } from '#scheduling/give.ts';
import { GiveRow } from './give-row.tsx';
import { notGivenText } from './give-text.ts';
import type { OwnersDay } from './use-owners-day.ts';

interface GiveListProps {
  owner: Owner;
  /** The name of the owner within a sentence. */
  name: string;
  day: OwnersDay;
  onOpen: (id: string) => void;
}

/** The appointments by time. Those of a person can be given to a colleague all at once, as far as they fit. */
export function GiveList({ owner, name, day, onOpen }: GiveListProps) {
  const changes = useChanges();
  const { state, own, span, stores, appointments, plan, employees, now } = day;
  const isComplete = state === 'complete';
  const conflictsWithPlan = createPlanCheck({ span, plan, employees });
  const conflicting = own.filter((one) => {
    const store = stores.find(({ id }) => id === one.storeId);
    return store !== undefined && conflictsWithPlan(owner, one, store);
  });
  // Decided once: after the conflicting appointments have been given away, the others do not take their place.
  const [isNarrowed, setNarrowed] = useState<boolean | null>(null);
  if (isNarrowed === null && isComplete) setNarrowed(conflicting.length > 0);
  const [tried, setTried] = useState<ReceivedEmployee | null>(null);
  const listed = isNarrowed ? conflicting : own;

  const canGive = owner.kind === 'person' && changes.can.has('employeeId');
  const canChangeRoom = changes.can.has('roomId');
  const giving: Giving = { from: owner.id, span, appointments, plan, stores, employees, canChangeRoom, now };
  const isKnown = isComplete && day.unreadable === 0;
  const reasons = new Map(
    tried && isKnown
      ? giveAll(listed, tried, giving).staying.map(({ appointment, why }) => [
          appointment.id,
          notGivenText(appointment, tried, why, day),
        ])
      : [],
  );

  function give(colleague: ReceivedEmployee): void {
    const to = isolated(colleague.name);
    const { given } = giveAll(listed, colleague, giving);
    const text = t({
      message: plural(given.length, { one: `# appointment given to ${to}`, other: `# appointments given to ${to}` }),
      comment: 'to: a vet',
    });
    changes.changeTogether(given, text);
    setTried(colleague);
  }

  const count = listed.length;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="grow font-medium">
          {plural(count, { one: '# appointment', other: '# appointments' })}
        </p>
        {canGive ? (
          <Menu
            label={t`Give all to…`}
            trigger={<Button tone="primary" compact disabled={!isKnown || count === 0}>{t`Give all to…`}</Button>}
          >
            <AllChoices appointments={listed} giving={giving} onChoose={give} />
          </Menu>
        ) : null}
      </div>
      {isNarrowed === null || own.length === conflicting.length || (!isNarrowed && conflicting.length === 0) ? null : (
        <label className="flex min-h-6 items-center gap-2">
          <Checkbox checked={isNarrowed} onChange={setNarrowed} />
          {narrowText(owner.kind, name)}
        </label>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {listed.map((appointment) => (
          <GiveRow
            key={appointment.id}
            {...{ appointment, day, onOpen }}
            giving={canGive ? giving : null}
            isKnown={isKnown}
            reason={reasons.get(appointment.id) ?? ''}
          />
        ))}
      </ul>
    </>
  );
}

function narrowText(kind: Owner['kind'], name: string): string {
  if (kind === 'person') return t({ message: `Only while ${name} is away`, comment: 'of a list of appointments' });
  return t({ message: `Only while ${name} is blocked`, comment: 'of a list of appointments; name: a room or a store' });
}

interface AllChoicesProps {
  appointments: readonly ReceivedAppointment[];
  giving: Giving;
  onChoose: (colleague: ReceivedEmployee) => void;
}

/** The colleagues, each with how many of the appointments they can take. */
function AllChoices({ appointments, giving, onChoose }: AllChoicesProps) {
  const count = appointments.length;
  const colleagues = colleaguesFor(appointments, giving);
  if (colleagues.length === 0)
    return <p className="px-2.5 py-1.5 text-sm text-muted">{t`This store has no other vets.`}</p>;
  return colleagues.map((colleague) => {
    const fitting = giveAll(appointments, colleague, giving).given.length;
    return (
      <MenuItem key={colleague.id} disabled={fitting === 0} onChoose={() => onChoose(colleague)}>
        <span className="flex justify-between gap-6">
          <bdi>{colleague.name}</bdi>
          <span className="text-muted tabular-nums">
            {t({ message: `${fitting} of ${count}`, comment: 'how many of the appointments a colleague can take' })}
          </span>
        </span>
      </MenuItem>
    );
  });
}
