import { t } from '@lingui/core/macro';
import { CalendarClock, ChevronDown, ClockArrowDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useChanges, useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { Button } from '#app/components/button.tsx';
import { useFollowingAppointments } from '#app/days/series.ts';
import { nextStepText } from '#app/text/next-step-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { stageOf } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { isDimmed, suggestedNextStatus } from '#scheduling/visit.ts';
import { CancelSeriesMenu, cancelTogether } from './cancel-series.tsx';
import { CANCELLED_STATUS } from './changes.ts';
import type { MissedReasonParts } from './missed-reason.tsx';

interface AppointmentActionsProps {
  appointment: ReceivedAppointment;
  /** Null if the status cannot be changed. */
  statuses: EnumDisplays | null;
  canMove: boolean;
  /** Whether the pet has died. */
  hasDied: boolean;
  reason: MissedReasonParts;
  /** Further actions, shown before the button that cancels. */
  children: ReactNode;
}

/**
 * The actions for an appointment: the most likely next step first, cancelling last. After **Cancel appointment** is
 * pressed, the button for the reason takes its place, and never another action, so that a second press does no harm.
 */
export function AppointmentActions(props: AppointmentActionsProps) {
  const { appointment, statuses, canMove, hasDied, reason, children } = props;
  const { change, changeTogether, openMenu, reschedule, canMoveRest, openMoveRest } = useChanges();
  const now = useMinute();
  const step = suggestedNextStatus(appointment, { hasDied });
  const isUncertain = useUnsavedChanges().uncertain.has(appointment.id);
  const following = useFollowingAppointments(appointment);
  const [asksAt, setAsksAt] = useState<Element | null>(null);
  const cancelAppointments = (others: readonly ReceivedAppointment[]) =>
    cancelTogether({ change, changeTogether }, appointment, others);
  const isOver = isDimmed(appointment) || stageOf(appointment) === 'ended';
  const canCancel = statuses?.of(CANCELLED_STATUS).listed === true && !isOver;
  return (
    <>
      {isUncertain ? (
        <p role="status" className="text-xs font-semibold text-warn">
          {t`Not saved yet. Frontdesk keeps trying until the practice system responds. Keep this page open.`}
        </p>
      ) : null}
      {reason.question}
      <div className="flex flex-wrap gap-2 *:grow empty:hidden">
        {step !== null && statuses?.of(step).listed ? (
          <Button tone="primary" onClick={() => change(appointment, { status: step })}>
            {nextStepText(step)}
          </Button>
        ) : null}
        {canMove ? (
          <Button onClick={() => reschedule(appointment)}>
            <CalendarClock aria-hidden="true" size={15} />
            {texts.reschedule}
          </Button>
        ) : null}
        {statuses === null ? null : (
          <Button aria-haspopup="menu" onClick={({ currentTarget }) => openMenu(appointment, currentTarget, true)}>
            {t`Status`}
            <ChevronDown aria-hidden="true" size={15} />
          </Button>
        )}
        {canMove && canMoveRest(appointment, now) ? (
          <Button onClick={() => openMoveRest(appointment)}>
            <ClockArrowDown aria-hidden="true" size={15} />
            {t`Move the rest`}
          </Button>
        ) : null}
      </div>
      <div className="grid grid-cols-2 gap-2 not-has-[button,p]:hidden">
        {children}
        <div className="col-start-2 flex flex-col justify-center text-center empty:hidden">
          {canCancel ? (
            <Button
              tone="danger"
              {...(following.length > 0 ? { 'aria-haspopup': 'menu' } : {})}
              onClick={({ currentTarget }) =>
                following.length > 0 ? setAsksAt(currentTarget) : cancelAppointments([])
              }
            >
              {t`Cancel appointment`}
            </Button>
          ) : isDimmed(appointment) ? (
            (reason.button ?? <p className="text-muted">{statuses?.of(appointment.status).label}</p>)
          ) : null}
        </div>
      </div>
      {asksAt === null ? null : (
        <CancelSeriesMenu
          anchor={asksAt}
          following={following}
          onCancel={cancelAppointments}
          onClose={() => setAsksAt(null)}
        />
      )}
    </>
  );
}
