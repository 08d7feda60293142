import { plural, t } from '@lingui/core/macro';
import { type Ref, useState } from 'react';
import type { Directory } from '#app/api/directory.ts';
import { LabelledCheckbox } from '#app/components/checkbox.tsx';
import { Combobox } from '#app/components/combobox.tsx';
import { DateField } from '#app/components/date-field.tsx';
import { Select } from '#app/components/select.tsx';
import { TimeField } from '#app/components/time-field.tsx';
import { WeekdayChoice } from '#app/components/weekday-choice.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { mediumDateText } from '#app/text/time-text.ts';
import { recurrenceLimits } from '#contract/availability-rules.ts';
import { matchesWords } from '#reading/text.ts';
import { isDate, planZoneOf, weekdayOf } from '#scheduling/calendar-day.ts';
import { type EntryField, moveEnd, readEndTime, readStartTime } from './entry-values.ts';
import type { EntryValues } from './open-form.ts';

interface FieldsProps {
  values: EntryValues;
  directory: Directory;
  change: (changed: Partial<EntryValues>) => void;
  /** The error of a field; undefined if there is none, or if it should not be shown yet. */
  errorOf: (field: EntryField) => string | undefined;
}

interface NamedRecord {
  id: string;
  name: string;
}

/** The option values that stand for something other than one store or room. */
const EVERYWHERE = 'everywhere';
const ALL_STORES = 'all stores';
const NO_ROOM = 'no room';

/** The fields for the person and the place of an entry. The store of an existing entry cannot be changed. */
export function PlaceFields({
  values,
  directory,
  isNew,
  who,
  change,
  errorOf,
}: FieldsProps & { isNew: boolean; who?: Ref<HTMLInputElement> }) {
  const { what, storeId, allStores, roomId, employeeId } = values;
  const { stores } = directory.company;
  const isOfPerson = what === 'blocked' && employeeId !== null;
  const [unmatched, setUnmatched] = useState('');
  const people: NamedRecord[] = [...directory.employees.values()].filter(
    ({ id, isActive }) => isActive || id === employeeId,
  );
  const rooms = stores.find(({ id }) => id === storeId)?.rooms ?? [];
  const storeOptions = stores.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {allStores ? null : (
        <Combobox<NamedRecord>
          {...(who === undefined ? {} : { ref: who })}
          label={t({ message: 'Who', comment: 'an employee who is on duty or away' })}
          items={people}
          value={people.find(({ id }) => id === employeeId) ?? null}
          idOf={({ id }) => id}
          textOf={({ name }) => name}
          matches={({ name }, typed) => matchesWords([name], typed)}
          optional={what === 'blocked'}
          empty={texts.nothingByThatName}
          unmatched={unmatched}
          onUnmatched={setUnmatched}
          error={errorOf('employeeId')}
          hint={isOfPerson && roomId == null ? t`Without a room, only this person is blocked.` : undefined}
          onChange={(person) =>
            change({
              employeeId: person?.id ?? null,
              // Removing the person does not block the whole store: the whole store has to be chosen.
              ...(what === 'blocked' && roomId === null ? { roomId: undefined } : {}),
            })
          }
        />
      )}
      {isNew ? (
        <Select
          label={t({ message: 'Store', comment: 'a location of the practice' })}
          options={[
            ...(what === 'away'
              ? [{ value: EVERYWHERE, label: t({ message: 'Everywhere', comment: 'away from all stores' }) }]
              : []),
            ...(what === 'blocked' && stores.length > 1 ? [{ value: ALL_STORES, label: t`All stores` }] : []),
            ...storeOptions,
          ]}
          placeholder={t`Choose…`}
          value={allStores ? ALL_STORES : (storeId ?? (what === 'away' ? EVERYWHERE : ''))}
          error={errorOf('storeId')}
          onChange={(id) =>
            change({
              storeId: id === EVERYWHERE || id === ALL_STORES ? null : id,
              allStores: id === ALL_STORES,
              roomId: what === 'blocked' ? undefined : null,
            })
          }
        />
      ) : null}
      {what !== 'away' && rooms.length > 0 ? (
        <Select
          label={t`Room`}
          options={[
            {
              value: NO_ROOM,
              label:
                what === 'shift'
                  ? t({ message: 'Any room', comment: 'no room of their own while on duty' })
                  : isOfPerson
                    ? texts.noRoom
                    : t({ message: 'The whole store', comment: 'is blocked' }),
            },
            ...rooms.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          placeholder={t`Choose…`}
          value={roomId === undefined && !isOfPerson ? '' : (roomId ?? NO_ROOM)}
          error={errorOf('roomId')}
          onChange={(id) => change({ roomId: id === NO_ROOM ? null : id })}
        />
      ) : null}
    </div>
  );
}

/** The fields for the start and end of an entry. */
export function TimeFields({
  values,
  directory,
  endsOn,
  day,
  change,
  errorOf,
}: FieldsProps & { endsOn: string | null; day?: Ref<HTMLInputElement | null> }) {
  const { what, date, lastDate, from, to, allDay, storeId } = values;
  const zone = planZoneOf(storeId, directory);
  const endDay = endsOn === null ? '' : mediumDateText(endsOn);
  const hasTimes = what === 'shift' || !allDay;
  const [syncedDate, setSyncedDate] = useState(date);
  /** The last start that could be read, from which the length is measured. */
  const [syncedFrom, setSyncedFrom] = useState(from);
  function changeFrom(next: string) {
    const moved = what === 'shift' ? null : moveEnd(next, { ...values, from: syncedFrom }, directory);
    if (readStartTime({ ...values, from: next }, directory) !== null) setSyncedFrom(next);
    change({ from: next, ...(moved === null ? {} : { to: moved }) });
  }
  function changeDate(next: string) {
    if (!isDate(next)) return change({ date: next });
    setSyncedDate(next);
    // The chosen weekdays and the last day move along with the first day.
    const days = isDate(syncedDate) ? values.weekdays.filter((day) => day !== weekdayOf(syncedDate)) : values.weekdays;
    const weekdays = [...new Set([...days, weekdayOf(next)])];
    change({ date: next, weekdays, ...(lastDate === syncedDate || lastDate < next ? { lastDate: next } : {}) });
  }
  return (
    <div className="@container flex flex-col gap-2 text-sm">
      <div
        className={`grid grid-cols-2 gap-3 ${hasTimes ? '@lg:grid-cols-[3fr_2fr_3fr_2fr]' : '@lg:grid-cols-[3fr_3fr_4fr]'}`}
      >
        <DateField
          {...(day === undefined ? {} : { ref: day })}
          label={t`Date`}
          value={date}
          zone={zone}
          onChange={changeDate}
          error={errorOf('date')}
        />
        {hasTimes ? (
          <TimeField
            label={t({ message: 'From', comment: 'a time of day' })}
            value={from}
            parse={(text) => readStartTime({ ...values, from: text }, directory)}
            onChange={changeFrom}
            unreadable={texts.notATime}
            error={errorOf('from')}
          />
        ) : null}
        {what === 'shift' ? null : (
          <DateField
            label={t({ message: 'Last day', comment: 'of what lasts several days' })}
            value={lastDate}
            zone={zone}
            onChange={(text) => change({ lastDate: text })}
            error={errorOf('lastDate')}
          />
        )}
        {hasTimes ? (
          <TimeField
            label={t({ message: 'To', comment: 'a time of day' })}
            value={to}
            parse={(text) => readEndTime({ ...values, to: text }, directory)}
            onChange={(text) => change({ to: text })}
            unreadable={texts.notATime}
            error={errorOf('to')}
            hint={
              endsOn === null || endsOn === lastDate ? undefined : t({ message: `On ${endDay}`, comment: 'a date' })
            }
          />
        ) : null}
      </div>
      {what === 'shift' ? null : (
        <LabelledCheckbox
          label={t`All day`}
          isChecked={allDay}
          onChange={(isChecked) => change({ allDay: isChecked })}
        />
      )}
    </div>
  );
}

/** The fields that say whether the entry repeats, on which days and until when. */
export function RepeatFields({ values, directory, change, errorOf }: FieldsProps) {
  const { repeats, weekdays, everyWeeks, until, storeId } = values;
  const weeks = Array.from({ length: recurrenceLimits.weeks }, (_, index) => index + 1);
  return (
    <div className="flex flex-col gap-3 text-sm">
      <LabelledCheckbox
        label={t({ message: 'Repeat', comment: 'on several days' })}
        isChecked={repeats}
        onChange={(isChecked) => change({ repeats: isChecked })}
      />
      {repeats ? (
        <>
          <WeekdayChoice
            label={t({ message: 'On', comment: 'days of the week' })}
            value={weekdays}
            onChange={(chosen) => change({ weekdays: chosen })}
            error={errorOf('weekdays')}
          />
          <div className="grid grid-cols-2 gap-3">
            <Select
              label={t({ message: 'Every', comment: 'so many weeks' })}
              options={weeks.map((count) => ({
                value: String(count),
                label: t({ message: plural(count, { one: 'week', other: '# weeks' }), comment: 'every so many weeks' }),
              }))}
              value={String(everyWeeks)}
              onChange={(count) => change({ everyWeeks: Number(count) })}
            />
            <DateField
              label={t({ message: 'Until', comment: 'the last date of what repeats' })}
              value={until}
              zone={planZoneOf(storeId, directory)}
              onChange={(text) => change({ until: text })}
              error={errorOf('until')}
            />
          </div>
        </>
      ) : null}
    </div>
  );
}
