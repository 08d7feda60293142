import { plural, t } from '@lingui/core/macro';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Directory } from '#app/api/directory.ts';
import type { EntryScope, PlanActions } from '#app/changes/plan-actions.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { focusFirstProblem } from '#app/components/first-problem.ts';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { reasonsForTimeOff } from '#app/text/plan-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { mediumDateText } from '#app/text/time-text.ts';
import { dateIn, planZoneOf } from '#scheduling/calendar-day.ts';
import { ConflictingAppointments } from './conflicting-appointments.tsx';
import { PlaceFields, RepeatFields, TimeFields } from './entry-fields.tsx';
import {
  createEntries,
  type EntryField,
  type EntryReading,
  initialValues,
  onlyStoreId,
  readAllEntries,
} from './entry-values.ts';
import type { EntryValues, FormSubject, TypedEntry } from './open-form.ts';
import { describeEntry, entryTimeText } from './plan-text.ts';

interface EntryDialogProps {
  of: FormSubject;
  /** The input from before the dialog was remounted; null if there is none. */
  typed: TypedEntry | null;
  directory: Directory;
  changes: Pick<PlanActions, 'canChange' | 'create' | 'change' | 'remove'>;
  /** Called with the input to store; null if there is none. */
  onType: (typed: TypedEntry | null) => void;
  onClose: () => void;
}

const meetingText = () => t({ message: 'Meeting', comment: 'why someone is away, or a room is blocked' });
const lunchText = () => t({ message: 'Lunch', comment: 'why someone is away' });
/** The titles of entries that take only a part of the day. */
const titlesOfPartialDays = () => [meetingText(), lunchText()];

const suggestedTitles = {
  shift: () => [],
  away: () => [...reasonsForTimeOff(), meetingText(), lunchText()],
  blocked: () => [
    meetingText(),
    t({ message: 'Cleaning', comment: 'why a room or a store is blocked' }),
    t({ message: 'Repairs', comment: 'why a room or a store is blocked' }),
    t({ message: 'Public holiday', comment: 'why a room or a store is blocked' }),
  ],
} as const;

const newTitles = {
  shift: () => texts.planShifts,
  away: () => t({ message: 'Time off', comment: 'of someone who is away: on holiday, sick' }),
  blocked: () => t`Block time`,
} as const;

const saveTexts = {
  ...newTitles,
  away: () => t({ message: 'Enter time off', comment: 'button: saves that someone is away' }),
} as const;

/** The form that plans shifts or blocks time, or that changes or deletes an existing entry. */
export function EntryDialog({ of, typed, directory, changes, onType, onClose }: EntryDialogProps) {
  const { entry, isNew } = of;
  const [initial] = useState(() => initialValues(isNew ? entry : { ...entry, ...of.wanted }, directory));
  const [values, setValues] = useState(typed?.values ?? initial);
  const [scope, setScope] = useState<EntryScope>(typed?.scope ?? (isNew ? 'this' : of.scope));
  const [areErrorsShown, setAreErrorsShown] = useState(false);
  /** Whether the entry is saved and the dialog stays open to show the conflicting appointments. */
  const [isSaved, setIsSaved] = useState(false);
  useEffect(() => {
    onType(isSaved || (values === initial && scope === 'this') ? null : { values, scope });
  }, [values, initial, scope, isSaved, onType]);
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [firstField] = useState(() => firstFocusedField(values));
  const reading = readAllEntries(values, directory, entry);
  /** Whether it is certain that there are no conflicting appointments. */
  const [isFree, setIsFree] = useState(false);
  const errors = 'errors' in reading ? reading.errors : {};
  const errorOf = (field: EntryField) => (areErrorsShown ? errors[field] : undefined);
  const change = (changed: Partial<EntryValues>) => setValues({ ...values, ...changed });
  const read = 'errors' in reading ? null : reading;
  const maySave = changes.canChange;
  const blocks = values.what !== 'shift';

  function save(event: FormEvent) {
    event.preventDefault();
    if (!maySave) return;
    setAreErrorsShown(true);
    const [single] = read ?? [];
    if (read === null || single === undefined) {
      focusFirstProblem(form);
      return;
    }
    const { start, end, title, employeeId, roomId } = single.entry;
    if (isNew) changes.create(read.flatMap(createEntries));
    else changes.change(entry, { start, end, title, employeeId, roomId }, scope);
    if (isNew && blocks && !isFree) setIsSaved(true);
    else onClose();
  }

  const title = isNew ? newTitles[values.what]() : describeEntry(entry, directory);
  if (isSaved && read) {
    return (
      <Dialog title={title} description={savedEntriesTitle(read, directory)} onClose={onClose}>
        <div className="flex flex-col gap-4 overflow-y-auto p-4">
          <ConflictingAppointments blocked={read} directory={directory} onLeave={onClose} />
          <p>
            <Button tone="primary" onClick={onClose}>
              {texts.close}
            </Button>
          </p>
        </div>
      </Dialog>
    );
  }
  const times = read?.[0]?.times ?? [];
  const last = times.at(-1);
  const zone = planZoneOf(values.storeId, directory);
  const lastDay = last ? mediumDateText(dateIn(zone, last.start)) : null;
  return (
    <Dialog
      title={title}
      description={isNew ? null : entryTimeText(entry, directory)}
      initialFocus={first}
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={save} className="flex min-h-0 flex-col">
        <div className="min-h-0 overflow-y-auto">
          <fieldset disabled={!maySave} className="flex min-w-0 flex-col gap-4 p-4">
            {isNew ? (
              <RadioChoice
                look="chips"
                label={t({ message: 'What', comment: 'on duty, away, or a blocked time' })}
                value={values.what}
                options={[
                  { value: 'shift' as const, label: t({ message: 'On duty', comment: 'an employee' }) },
                  { value: 'away' as const, label: t({ message: 'Away', comment: 'an employee' }) },
                  { value: 'blocked' as const, label: t({ message: 'Room or store', comment: 'is blocked' }) },
                ]}
                onChange={(what) =>
                  change({
                    ...{ what, allStores: false, roomId: what === 'blocked' ? undefined : null },
                    storeId: values.storeId ?? (what === 'away' ? null : onlyStoreId(directory)),
                  })
                }
              />
            ) : null}
            <PlaceFields
              {...{ values, directory, isNew, change, errorOf }}
              {...(firstField === 'employeeId' ? { who: first } : {})}
            />
            <TimeFields
              {...{ values, directory, change, errorOf }}
              endsOn={read?.[0]?.endsOn ?? null}
              {...(firstField === 'date' ? { day: first } : {})}
            />
            <div className="flex flex-col gap-1.5">
              <TextField
                {...(firstField === 'title' ? { ref: first } : {})}
                label={t({ message: 'Title', comment: 'of a shift, or of a blocked time' })}
                value={values.title}
                optional
                error={errorOf('title')}
                onChange={(text) => change({ title: text })}
              />
              <div className="flex flex-wrap gap-1.5">
                {suggestedTitles[values.what]().map((pick) => (
                  <Button
                    key={pick}
                    compact
                    aria-pressed={values.title === pick}
                    onClick={() =>
                      change({ title: pick, ...(titlesOfPartialDays().includes(pick) ? { allDay: false } : {}) })
                    }
                  >
                    {pick}
                  </Button>
                ))}
              </div>
            </div>
            {isNew ? <RepeatFields {...{ values, directory, change, errorOf }} /> : null}
            {isNew && values.repeats && lastDay !== null ? (
              <p role="status" className="text-sm text-muted">
                {t({
                  message: `${plural(times.length, { one: '# day', other: '# days' })}, the last on ${lastDay}`,
                  comment: 'on which a shift or time off repeats',
                })}
              </p>
            ) : null}
            {!isNew && entry.seriesId !== null ? (
              <RadioChoice
                look="chips"
                label={t({ message: 'Change', comment: 'which entries of a series' })}
                value={scope}
                options={[
                  { value: 'this', label: t({ message: 'Only this one', comment: 'of a series of shifts' }) },
                  {
                    value: 'following',
                    label: t({ message: 'This and the following ones', comment: 'of a series of shifts' }),
                  },
                ]}
                onChange={setScope}
              />
            ) : null}
            {blocks && read ? (
              <ConflictingAppointments
                {...{ blocked: read, directory, onFree: setIsFree }}
                // Following a link closes the dialog, so there are no links as long as it has unsaved input.
                onLeave={isNew || values !== initial ? null : onClose}
              />
            ) : null}
          </fieldset>
        </div>
        <div className="flex flex-wrap gap-2 border-t border-line p-4">
          {maySave ? (
            <Button type="submit" tone="primary">
              {isNew ? saveTexts[values.what]() : t`Save`}
            </Button>
          ) : null}
          <Button onClick={onClose}>{texts.close}</Button>
          {!isNew && maySave ? (
            <Button
              tone="danger"
              className="ms-auto"
              onClick={() => {
                changes.remove([entry], scope);
                onClose();
              }}
            >
              <Trash2 aria-hidden="true" size={16} />
              {scope === 'following' && entry.seriesId !== null
                ? t({ message: 'Delete this and the following ones', comment: 'of a series of shifts' })
                : t({ message: 'Delete', comment: 'an entry of the plan' })}
            </Button>
          ) : null}
        </div>
      </form>
    </Dialog>
  );
}

/** The first field that still has to be filled in; the title if there is none. */
function firstFocusedField({ what, employeeId, date }: EntryValues): EntryField {
  if (what !== 'blocked' && employeeId === null) return 'employeeId';
  return date === '' ? 'date' : 'title';
}

/** The title of the dialog once new entries are saved: what is blocked, or that all stores are closed. */
function savedEntriesTitle([first, ...others]: readonly EntryReading[], directory: Directory): string {
  if (first === undefined) return '';
  if (others.length === 0) return describeEntry(first.entry, directory);
  return factsText([t`All stores are closed`, first.entry.title && isolateText(first.entry.title)]);
}
