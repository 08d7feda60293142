import { t } from '@lingui/core/macro';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { usePlanChanges } from '#app/changes/plan-changes.ts';
import { Button } from '#app/components/button.tsx';
import { Checkbox } from '#app/components/checkbox.tsx';
import { DateField } from '#app/components/date-field.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { TimeField } from '#app/components/time-field.tsx';
import { reasonsForTimeOff } from '#app/text/plan-words.ts';
import { words } from '#app/text/shared-texts.ts';
import { subtract } from '#contract/interval.ts';
import { isUsableDate } from '#scheduling/calendar-day.ts';
import { absencesOf, type PlanEntries } from '#scheduling/plan.ts';
import {
  type AwayRange,
  type AwayValues,
  initialValues,
  readAway,
  readFrom,
  readUntil,
  type StoreHours,
  timeOfRange,
} from './away-time.ts';

interface TimeOffFormProps {
  vet: { readonly id: string; readonly role: string };
  /** The first day, `YYYY-MM-DD`. */
  date: string;
  place: StoreHours;
  /** The entries of the week of that day, as far as they are loaded. */
  plan: PlanEntries;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** Called with the time that was entered. */
  onEntered: (range: AwayRange) => void;
}

/** From when until when a vet is away, and why. Enters the time off, unless the plan has it already. */
export function TimeOffForm({ vet, date, place, plan, now, onEntered }: TimeOffFormProps) {
  const changes = usePlanChanges();
  const [values, setValues] = useState(() => initialValues(date, now, place));
  const [why, setWhy] = useState<string>();
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const range = readAway(values, place);
  const faults = 'faults' in range ? range.faults : {};
  const faultOf = (field: keyof typeof faults) => (areFaultsShown ? faults[field] : undefined);
  const change = (changed: Partial<AwayValues>) => setValues({ ...values, ...changed });
  const isEntered = !('faults' in range) && isAwayThroughout(vet, range, place, plan);

  function changeFirstDay(firstDay: string) {
    const isBehind = isUsableDate(firstDay) && values.lastDay < firstDay;
    change({ firstDay, ...(isBehind ? { lastDay: firstDay } : {}) });
  }

  /** Enter takes what was typed; it does not enter the time off. */
  function takeTyped(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) form.current?.requestSubmit();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setAreFaultsShown(true);
    if ('faults' in range) {
      // The fields show their faults after the next render.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (!isEntered) {
      const { start, end } = timeOfRange(range, place.zone);
      const time = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
      const entry = { kind: 'unavailable' as const, storeId: null, employeeId: vet.id, roomId: null };
      changes?.create([{ ...entry, ...time, title: why ?? null }]);
    }
    onEntered(range);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={takeTyped} className="flex flex-col gap-4 p-4">
      <RadioChoice
        look="chips"
        label={t({ message: 'Why', comment: 'why someone is away' })}
        value={why}
        options={reasonsForTimeOff().map((reason) => ({ value: reason, label: reason }))}
        onChange={setWhy}
      />
      <div className="grid grid-cols-2 gap-3">
        <DateField
          label={t`First day`}
          value={values.firstDay}
          zone={place.zone}
          error={faultOf('firstDay')}
          onChange={changeFirstDay}
        />
        <DateField
          label={t`Last day`}
          value={values.lastDay}
          zone={place.zone}
          error={faultOf('lastDay')}
          onChange={(lastDay) => change({ lastDay })}
        />
      </div>
      <label className="flex min-h-6 w-fit items-center gap-2 text-sm">
        <Checkbox checked={values.allDay} onChange={(allDay) => change({ allDay })} />
        {t`All day`}
      </label>
      {values.allDay ? null : (
        <div className="grid grid-cols-2 gap-3">
          <TimeField
            label={t({ message: 'From', comment: 'a time of day' })}
            value={values.from}
            parse={(text) => readFrom({ ...values, from: text }, place)}
            unreadable={words.notATime}
            error={faultOf('from')}
            onChange={(from) => change({ from })}
          />
          <TimeField
            label={t({ message: 'Until', comment: 'a time of day' })}
            value={values.until}
            parse={(text) => readUntil({ ...values, until: text }, place)}
            unreadable={words.notATime}
            error={faultOf('until')}
            onChange={(until) => change({ until })}
          />
        </div>
      )}
      {isEntered ? <p className="text-sm text-muted">{t`This time off is already entered.`}</p> : null}
      <p>
        <Button type="submit" tone="primary" disabled={changes === null}>
          {isEntered ? t`Show appointments` : t`Enter time off`}
        </Button>
      </p>
    </form>
  );
}

/** Whether the plan already has time off for all of a range. */
function isAwayThroughout(
  vet: TimeOffFormProps['vet'],
  range: AwayRange,
  { zone }: StoreHours,
  plan: PlanEntries,
): boolean {
  const time = timeOfRange(range, zone);
  const absences = absencesOf(plan, vet, [], time).filter(({ kind }) => kind === 'away');
  return subtract([time], absences).length === 0;
}
