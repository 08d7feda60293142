import { t } from '@lingui/core/macro';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { DeskCompany } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { usePlanActions } from '#app/changes/plan-actions.ts';
import { Button } from '#app/components/button.tsx';
import { focusFirstProblem } from '#app/components/first-problem.ts';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { usePlan } from '#app/days/availability.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { reasonsForTimeOff } from '#app/text/plan-text.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import { type Interval, subtract } from '#contract/interval.ts';
import { dateIn, dayInterval, planZoneOf } from '#scheduling/calendar-day.ts';
import { likelyHours } from '#scheduling/opening-hours.ts';
import { findAbsences, weeksToLoad } from '#scheduling/plan.ts';
import { clockAt, findFirstInstant } from '#scheduling/wall-clock.ts';
import { TimeFields } from './entry-fields.tsx';
import { type EntryField, initialValues, readEntry } from './entry-values.ts';

interface TimeOffFormProps {
  vet: { readonly id: string; readonly role: string };
  /** The first day, `YYYY-MM-DD`. */
  date: string;
  /** The vet's store, whose clock and opening hours apply; undefined if there is none. */
  store: DeskCompany['stores'][number] | undefined;
  /** Called with the interval that was entered. */
  onEntered: (time: Interval) => void;
}

/** Asks from when until when a vet is away, and why. Enters the time off, unless it is already in the plan. */
export function TimeOffForm({ vet, date, store, onEntered }: TimeOffFormProps) {
  const changes = usePlanActions();
  const { company, hasPlan } = useDesk();
  const { directory: everywhere } = useReference();
  const now = useMinute();
  const directory = { ...everywhere, company: { ...company, stores: store ? [store] : [] } };
  const zone = planZoneOf(null, directory);
  const [values, setValues] = useState(() => ({
    ...initialValues({ kind: 'unavailable', employeeId: vet.id, ...likelyTime(), storeId: null }, directory),
    allDay: true,
  }));
  const [areErrorsShown, setAreErrorsShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const read = readEntry(values, directory, null);
  const errorOf = (field: EntryField) => ('errors' in read && areErrorsShown ? read.errors[field] : undefined);
  const mondays = weeksToLoad([zone], dayInterval(zone, date));
  const plan = usePlan({ companyId: company.id, mondays, isThere: hasPlan }).entries;
  const time = 'errors' in read ? null : parseInterval(read.entry);
  const absences = time === null ? [] : findAbsences(plan, vet, [], time).filter(({ kind }) => kind === 'away');
  const isEntered = time !== null && subtract([time], absences).length === 0;

  /**
   * The suggested start and end if the vet is away for part of the day: from now until closing, or on a day other than today,
   * from opening until closing.
   */
  function likelyTime() {
    const hours = likelyHours(store?.openingHours ?? [], date);
    const instantAtMinute = (minute: number) =>
      findFirstInstant(zone, date, { hour: Math.floor(minute / 60) % 24, minute: minute % 60 });
    const { hour, minute } = clockAt(zone, now);
    const isToday = dateIn(zone, now) === date;
    const start = instantAtMinute(isToday ? hour * 60 + minute - (minute % 15) : (hours[0]?.fromMinute ?? 0));
    const end = instantAtMinute(hours.at(-1)?.toMinute ?? 0);
    return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  }

  /** In a field, Enter only accepts the typed text; Ctrl+Enter or ⌘+Enter submits the form. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) form.current?.requestSubmit();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setAreErrorsShown(true);
    if ('errors' in read) {
      focusFirstProblem(form);
      return;
    }
    if (!isEntered) changes?.create([read.entry]);
    onEntered(parseInterval(read.entry));
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4"
    >
      <RadioChoice
        look="chips"
        label={t({ message: 'Reason', comment: 'why someone is away' })}
        value={values.title}
        options={reasonsForTimeOff().map((reason) => ({ value: reason, label: reason }))}
        onChange={(title) => setValues({ ...values, title })}
      />
      <TimeFields
        {...{ values, directory, errorOf }}
        change={(changed) => setValues({ ...values, ...changed })}
        endsOn={'errors' in read ? null : read.endsOn}
      />
      {isEntered ? <p className="text-sm text-muted">{t`This time off is already entered.`}</p> : null}
      <p>
        <Button type="submit" tone="primary" disabled={changes === null}>
          {isEntered ? t`Show appointments` : t`Enter time off`}
        </Button>
      </p>
    </form>
  );
}
