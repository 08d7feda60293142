import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { recallQueries } from '#app/api/recalls.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Checkbox } from '#app/components/checkbox.tsx';
import { Select } from '#app/components/select.tsx';
import { TimeField } from '#app/components/time-field.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { ConflictingValue } from '#app/editor/record-form.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { listNumberChoices, onOffText, Section } from '#app/features/practice/settings-form.tsx';
import { messageKindText } from '#app/text/message-kind-text.ts';
import { clientLanguageSchema, clientLanguages, type PracticeMessageKind } from '#contract/enums.ts';
import { recallMessageGraceDays } from '#contract/recalls.ts';
import { addDays, dateIn } from '#scheduling/calendar-day.ts';
import { cancelUntilText, daysBeforeText, hoursBeforeText, languageText } from './message-words.ts';
import type { EditedSettings, SettingName } from './settings-values.ts';
import type { MessageSettingsForm } from './use-message-settings.ts';

const REMINDER_HOURS = [2, 4, 12, 24, 48, 72, 168];
const DUE_DAYS = [0, 7, 14, 21, 30, 60, 90];
const CANCEL_HOURS = [0, 2, 4, 12, 24, 48, 72];

/** The fields that say which messages are sent, when and in which language, and until when clients may cancel. */
export function SendingSettings({ form, hasRecalls }: { form: MessageSettingsForm; hasRecalls: boolean }) {
  const { input, problems, change, conflicts, saved } = form;
  const languages = clientLanguages.map((language) => ({ value: language, label: languageText(language) }));
  function renderConflict<Name extends SettingName>(
    name: Name,
    label: string,
    textOf: (value: EditedSettings[Name]) => string,
  ) {
    if (!conflicts.has(name)) return null;
    const value: EditedSettings[Name] = saved[name];
    return <ConflictingValue field={label} value={textOf(value)} onTake={() => change(name, value)} />;
  }
  const renderKindConflict = (kind: PracticeMessageKind) => renderConflict(kind, messageKindText(kind), onOffText);
  return (
    <>
      <Section title={t`What clients get`}>
        <ul className="divide-y divide-line">
          <MessageKind
            kind="confirmation"
            text={t`Five minutes after an appointment is booked or moved`}
            isOn={input.confirmation}
            onChange={(isOn) => change('confirmation', isOn)}
          >
            {renderKindConflict('confirmation')}
          </MessageKind>
          <MessageKind
            kind="reminder"
            text={t`Before the appointment, so that the client doesn’t forget it`}
            isOn={input.reminder}
            onChange={(isOn) => change('reminder', isOn)}
            choice={
              <Select
                label={t({ message: 'Reminder is sent', comment: 'label of a choice: 1 day before, 2 days before …' })}
                labelHidden="always"
                className="w-full sm:w-44"
                options={listNumberChoices(REMINDER_HOURS, input.hoursBefore).map((hours) => ({
                  value: String(hours),
                  label: hoursBeforeText(hours),
                }))}
                value={String(input.hoursBefore)}
                onChange={(hours) => change('hoursBefore', Number(hours))}
              />
            }
          >
            {renderKindConflict('reminder')}
            {renderConflict('hoursBefore', messageKindText('reminder'), hoursBeforeText)}
          </MessageKind>
          <MessageKind
            kind="cancellation"
            text={t`Five minutes after the practice cancels an appointment`}
            isOn={input.cancellation}
            onChange={(isOn) => change('cancellation', isOn)}
          >
            {renderKindConflict('cancellation')}
          </MessageKind>
          {hasRecalls ? (
            <MessageKind
              kind="due"
              text={t`When a pet is due for its next visit, such as a vaccination`}
              isOn={input.due}
              onChange={(isOn) => change('due', isOn)}
              choice={
                <Select
                  label={t({
                    message: 'Sent when a pet is due again',
                    comment: 'label of a choice: 7 days before, 14 days before …',
                  })}
                  labelHidden="always"
                  className="w-full sm:w-44"
                  options={listNumberChoices(DUE_DAYS, input.daysBefore).map((days) => ({
                    value: String(days),
                    label: daysBeforeText(days),
                  }))}
                  value={String(input.daysBefore)}
                  onChange={(days) => change('daysBefore', Number(days))}
                />
              }
            >
              {input.due && !saved.due ? <RecallCount daysBefore={input.daysBefore} /> : null}
              {renderKindConflict('due')}
              {renderConflict('daysBefore', messageKindText('due'), daysBeforeText)}
            </MessageKind>
          ) : null}
        </ul>
      </Section>
      <Section title={t`When and how`}>
        <div className="grid items-start gap-x-4 gap-y-3 px-4 py-3 sm:grid-cols-2 xl:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-1.5">
            <div className="grid grid-cols-2 gap-2">
              <TimeField
                label={t({ message: 'Not before', comment: 'the earliest time of day at which messages leave' })}
                value={input.earliest}
                error={problems.settings.earliest}
                onChange={(earliest) => change('earliest', earliest)}
              />
              <TimeField
                label={t({ message: 'Not after', comment: 'the latest time of day at which messages leave' })}
                value={input.latest}
                error={problems.settings.latest}
                onChange={(latest) => change('latest', latest)}
              />
            </div>
            <p className="text-xs text-muted">{t`In the store’s local time. Messages due at night are sent in the morning.`}</p>
            {renderConflict('earliest', t`Not before`, String)}
            {renderConflict('latest', t`Not after`, String)}
          </div>
          <div className="flex min-w-0 flex-col gap-1.5">
            <Select
              label={t`Language`}
              hint={t`For clients with no language on file`}
              options={languages}
              value={input.language}
              onChange={(language) => change('language', clientLanguageSchema.parse(language))}
            />
            {renderConflict('language', t`Language`, languageText)}
          </div>
          <div className="flex min-w-0 flex-col gap-1.5">
            <Select
              label={t`Clients can cancel online`}
              hint={t`Clients use the link in their messages. With it, they can always confirm or ask for another time.`}
              options={[
                { value: '', label: cancelUntilText(null) },
                ...listNumberChoices(CANCEL_HOURS, input.cancelUntilHours ?? 0).map((hours) => ({
                  value: String(hours),
                  label: cancelUntilText(hours),
                })),
              ]}
              value={input.cancelUntilHours === null ? '' : String(input.cancelUntilHours)}
              onChange={(hours) => change('cancelUntilHours', hours === '' ? null : Number(hours))}
            />
            {renderConflict('cancelUntilHours', t`Clients can cancel online`, cancelUntilText)}
          </div>
        </div>
      </Section>
    </>
  );
}

interface MessageKindProps {
  kind: PracticeMessageKind;
  /** Says when the message is sent. */
  text: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  choice?: ReactNode;
  /** What a colleague has changed, and how many clients would get the message. */
  children: ReactNode;
}

function MessageKind({ kind, text, isOn, onChange, choice, children }: MessageKindProps) {
  return (
    <li className="flex flex-col gap-1.5 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-h-9 min-w-0 grow basis-60 items-center gap-3">
          <Checkbox checked={isOn} onChange={onChange} />
          <span className="min-w-0">
            <span className="block font-medium">{messageKindText(kind)}</span>
            <span className="block text-muted">{text}</span>
          </span>
        </label>
        {isOn ? choice : null}
      </div>
      {children}
    </li>
  );
}

/** Says how many pets are due now, whose clients get a message once messages about recalls are switched on. */
function RecallCount({ daysBefore }: { daysBefore: number }) {
  const { api, companyId, offered } = useEditor();
  const { zone } = usePractice();
  const today = dateIn(zone, useMinute());
  const dueDates = { from: addDays(today, -recallMessageGraceDays), until: addDays(today, daysBefore) };
  const { data } = useInfiniteQuery({
    ...recallQueries.between(api, { companyId, status: 'due', ...dueDates }),
    enabled: offered('listRecalls') !== undefined,
  });
  const [first] = data?.pages ?? [];
  if (first === undefined) return null;
  const count = first.totalCount ?? first.records.length;
  return (
    <p role="status" className="ps-8 text-muted">
      {count === 0
        ? t`No pet is due at the moment.`
        : t({
            message: plural(count, {
              one: '# pet is due at the moment. Its client gets a message if they can be reached, unless it was due before it was imported.',
              other:
                '# pets are due at the moment. Their clients get a message if they can be reached, except about those that were due before they were imported.',
            }),
            comment: 'what happens once messages about pets that are due again are switched on',
          })}
    </p>
  );
}
