import { plural, t } from '@lingui/core/macro';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useLoadedAppointments } from '#app/api/appointment-store.ts';
import { indexById } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import type { AppointmentChanges, LateColumn } from '#app/changes/appointment-changes.ts';
import { Button } from '#app/components/button.tsx';
import { Checkbox } from '#app/components/checkbox.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { Failure } from '#app/components/failure.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { ScrollRegion } from '#app/components/scroll-region.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { useDays } from '#app/days/use-days.ts';
import { appointmentNameText, type NameSources, roomNameText, vetNameText } from '#app/features/change/change-names.ts';
import { warningTexts } from '#app/features/change/change-warnings.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText, durationText, intervalText } from '#app/text/time-text.ts';
import { shiftsUnknownText } from '#app/text/time-warnings.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { parseDuration } from '#reading/times.ts';
import type { Arrival } from '#scheduling/arrival.ts';
import { dayOfInstant, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { recordedTime } from '#scheduling/visit.ts';
import { type DelayedResource, delayedResources, delayOf } from './late-appointment.ts';
import {
  delaySteps,
  laterAppointments,
  restOfColumn,
  restOfDayAfter,
  roundUpToDelayStep,
  timesAfterDelay,
} from './rest-of-day.ts';

/** The delay to propose, in minutes, if no late appointment suggests one. */
const USUAL_DELAY = 15;
/** The longest delay that is accepted, in minutes, since a longer one would move appointments to another day. */
const MAX_DELAY_MINUTES = 600;

interface MoveRestDialogProps {
  /** The appointment that is late or runs over, or the vet or room that is running late. */
  from: ReceivedAppointment | LateColumn;
  names: NameSources;
  /** Returns an appointment with the unsaved changes of this tab. */
  withLocalChanges: (seen: ReceivedAppointment) => ReceivedAppointment;
  onMove: AppointmentChanges['changeTogether'];
  onClose: () => void;
}

/**
 * A dialog that moves the later appointments of a vet or room. It first shows them at their new times, with the clashes
 * that would result.
 */
export function MoveRestDialog(props: MoveRestDialogProps) {
  const { from, names, onClose } = props;
  const { directory } = names;
  const appointment = 'start' in from ? from : null;
  const zone = 'start' in from ? zoneOfAppointment(from, directory) : from.zone;
  const now = useMinute();
  const [delay] = useState(() => appointment && delayOf(appointment, Date.now(), zone));
  const [typed, setTyped] = useState(() => String(roundUpToDelayStep(delay?.minutes ?? USUAL_DELAY)));
  const parsed = parseDuration(typed);
  const isRead = parsed !== null && parsed <= MAX_DELAY_MINUTES;
  const minutes = isRead ? parsed : 0;
  const choices = 'start' in from ? delayedResources(from) : [from];
  const [chosen, setChosen] = useState(0);
  const resource = choices[chosen];
  const chosenStep = useRef<HTMLInputElement>(null);
  const [opened] = useState(Date.now);
  const rest = 'start' in from ? restOfDayAfter(from, zone) : restOfColumn(from, opened);

  const { company } = useDesk();
  const loadedAppointments = useLoadedAppointments(company.id).map(props.withLocalChanges);
  const visits = resource ? laterAppointments(rest, resource, loadedAppointments) : [];
  const zones = [...new Set([zone, ...visits.map((visit) => zoneOfAppointment(visit, directory))])];
  const lastEnd = Math.max(rest.day.end, ...visits.map((visit) => recordedTime(visit).end + minutes * 60_000));
  const days = { start: rest.day.start, end: dayOfInstant(zone, lastEnd - 1).end };
  const known = useDays([days], { zones, freshness: { currentSince: opened } });
  const { held, plan, retry } = known;
  const { state } = known.statusOf(days);
  const failed = state === 'failed' || state === 'unplanned';
  const complete = state === 'complete';
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const isMoved = ({ id }: ReceivedAppointment) => !leftOut.has(id);
  const moved = visits.filter(isMoved).map((visit) => {
    const changes = timesAfterDelay(visit, minutes);
    return { visit, changes, next: applyChange(visit, changes, visit.start) };
  });
  const nextById = indexById(moved.map(({ next }) => next));
  const others = loadedAppointments.map((one) => nextById.get(one.id) ?? one);
  const warnings = new Map(
    moved.map(({ visit, changes, next }) => [
      visit.id,
      warningTexts(next, changes, { others, isComplete: true, held, plan, now }, directory),
    ]),
  );

  const count = moved.length;
  function leaveOut({ id }: ReceivedAppointment, isLeft: boolean) {
    const others = [...leftOut].filter((one) => one !== id);
    setLeftOut(new Set(isLeft ? [...others, id] : others));
  }
  const isReady = isRead && count > 0 && (complete || failed);
  function submitMove(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    const distance = durationText(minutes);
    props.onMove(
      moved.map(({ visit, changes }) => ({ appointment: visit, changes })),
      plural(count, { one: `# appointment moved by ${distance}`, other: `# appointments moved by ${distance}` }),
    );
    onClose();
  }

  const listLabel = t({ message: 'Appointments to move', comment: 'heads a list' });
  return (
    <Dialog
      title={t`Move the rest`}
      description={!('start' in from) ? lateText(from) : delay ? delayText(from, delay, names) : undefined}
      initialFocus={chosenStep}
      onClose={onClose}
    >
      <form noValidate onSubmit={submitMove} className="flex min-h-0 flex-col gap-3 p-4 text-sm">
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          {choices.length < 2 ? null : (
            <RadioChoice
              look="chips"
              label={t({ message: 'Move appointments of', comment: 'of a vet or in a room, which are to be moved' })}
              value={chosen}
              options={choices.map((choice, index) => ({ value: index, label: resourceText(choice, from, names) }))}
              onChange={setChosen}
            />
          )}
          <RadioChoice
            look="chips"
            label={t({ message: 'Later by', comment: 'by how many minutes appointments are moved' })}
            value={minutes}
            options={delaySteps.map((value): { value: number; label: string } => ({
              value,
              label: durationText(value),
            }))}
            chosenRef={chosenStep}
            onChange={(value) => setTyped(String(value))}
          />
          <TextField
            label={t({ message: 'Minutes', comment: 'a field: by how many minutes appointments are moved' })}
            className="w-24"
            value={typed}
            error={isRead ? undefined : t`Enter a number from 1 to ${MAX_DELAY_MINUTES}.`}
            onChange={setTyped}
          />
        </div>
        <div className="flex gap-2">
          <Button type="submit" tone="primary" aria-disabled={!isReady}>
            {plural(count, { one: 'Move # appointment', other: 'Move # appointments' })}
          </Button>
          <Button onClick={onClose}>{t({ message: 'Cancel', comment: 'button: nothing is done' })}</Button>
        </div>
        {failed ? (
          <Failure look="warning" onRetry={retry}>
            {state === 'unplanned'
              ? shiftsUnknownText()
              : t`Part of the day couldn’t be loaded. Appointments that aren’t listed won’t be moved and may clash.`}
          </Failure>
        ) : null}
        <p aria-live="polite" className="text-muted empty:hidden">
          {failed ? null : !complete ? (
            texts.checkingClashes
          ) : visits.length === 0 ? (
            t`No later appointments to move.`
          ) : count > 0 && [...warnings.values()].every((texts) => texts.length === 0) ? (
            <span className="flex items-center gap-2 text-ok">
              <CircleCheck aria-hidden="true" size={16} /> {t`These times are free.`}
            </span>
          ) : null}
        </p>
        {visits.length === 0 ? null : (
          <ScrollRegion label={listLabel} className="min-h-0 overflow-y-auto">
            <ul aria-label={listLabel} className="flex flex-col gap-2">
              {visits.map((visit) => (
                <li key={visit.id} className="border-b border-line pb-1.5 last:border-none">
                  <label className={`flex flex-wrap gap-x-3 ${isMoved(visit) ? '' : 'text-muted'}`}>
                    <span className="flex min-w-0 grow items-center gap-2">
                      <Checkbox checked={isMoved(visit)} onChange={(isChecked) => leaveOut(visit, !isChecked)} />
                      <span className="min-w-0 font-medium break-words">{appointmentNameText(visit, directory)}</span>
                    </span>
                    <OldAndNewTime
                      zone={zoneOfAppointment(visit, directory)}
                      from={visit}
                      to={nextById.get(visit.id) ?? null}
                    />
                  </label>
                  {warnings.get(visit.id)?.map((text) => (
                    <p key={text} className="flex gap-1.5 text-xs text-warn">
                      <TriangleAlert aria-hidden="true" size={13} className="mt-px shrink-0" />
                      <span className="min-w-0 break-words">{text}</span>
                    </p>
                  ))}
                </li>
              ))}
            </ul>
          </ScrollRegion>
        )}
      </form>
    </Dialog>
  );
}

function lateText({ title }: LateColumn): string {
  const name = isolateText(title);
  return t({ message: `${name} is running late.`, comment: 'a vet or a room' });
}

function delayText(appointment: ReceivedAppointment, { kind, minutes }: Arrival, { directory }: NameSources): string {
  const name = appointmentNameText(appointment, directory);
  const duration = durationText(minutes);
  return kind === 'late'
    ? t({ message: `${name} is ${duration} late.`, comment: 'a patient' })
    : t({ message: `${name} is ${duration} over.`, comment: 'an appointment that takes longer than planned' });
}

function resourceText(
  { kind, id }: DelayedResource,
  from: ReceivedAppointment | LateColumn,
  { directory }: NameSources,
): string {
  if (!('start' in from)) return isolateText(from.title);
  return kind === 'staff' ? vetNameText(id, directory) : roomNameText(id, from, directory);
}

function OldAndNewTime({
  zone,
  from,
  to,
}: {
  zone: string;
  from: ReceivedAppointment;
  to: ReceivedAppointment | null;
}) {
  const { start } = recordedTime(from);
  const before = clockText(zone, start);
  if (to === null) return <span className="tabular-nums">{before}</span>;
  const after = intervalText(zone, recordedTime(to), start);
  return (
    <span className="tabular-nums">
      <span className="sr-only">
        {t({ message: `moved from ${before} to ${after}`, comment: 'the old and the new time of an appointment' })}
      </span>
      <span aria-hidden="true">
        <s className="text-muted">{before}</s> <strong className="font-semibold">{after}</strong>
      </span>
    </span>
  );
}
