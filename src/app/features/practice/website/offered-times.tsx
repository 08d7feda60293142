import { plural, t } from '@lingui/core/macro';
import { Select } from '#app/components/select.tsx';
import { ConflictingValue } from '#app/editor/record-form.tsx';
import { listNumberChoices, Section } from '#app/features/practice/settings-form.tsx';
import type { BookingSettingsForm } from './use-booking-settings.ts';

const NOTICE_HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168];
const DAYS_AHEAD = [7, 14, 30, 60, 90, 180];
const DAILY_LIMITS = [5, 10, 20, 30, 50, 100, 200];

function noticeText(hours: number): string {
  const days = hours / 24;
  return days >= 1 && Number.isInteger(days)
    ? plural(days, { one: '# day', other: '# days' })
    : plural(hours, { one: '# hour', other: '# hours' });
}
const daysText = (days: number) => plural(days, { one: '# day', other: '# days' });
const requestsText = (count: number) => plural(count, { one: '# request', other: '# requests' });

/** The fields that say which times are offered, and how many requests a store takes each day. */
export function OfferedTimes({ form }: { form: BookingSettingsForm }) {
  return (
    <Section title={t({ message: 'Times and limits', comment: 'appointments that clients request' })}>
      <div className="grid items-start gap-x-4 gap-y-3 px-4 py-3 sm:grid-cols-3">
        <NumberChoice
          form={form}
          name="noticeHours"
          label={t({
            message: 'Minimum notice',
            comment: 'how long before an appointment it can be requested at the latest',
          })}
          hint={t`How soon the first appointment can be`}
          usual={NOTICE_HOURS}
          textOf={noticeText}
        />
        <NumberChoice
          form={form}
          name="daysAhead"
          label={t({ message: 'Days ahead', comment: 'for how many days times are offered' })}
          hint={t`How far ahead clients can book`}
          usual={DAYS_AHEAD}
          textOf={daysText}
        />
        <NumberChoice
          form={form}
          name="dailyLimit"
          label={t({ message: 'Maximum per day', comment: 'requests from the web site, for each store' })}
          hint={t`For each store. Once it is reached, the page asks clients to call you.`}
          usual={DAILY_LIMITS}
          textOf={requestsText}
        />
      </div>
    </Section>
  );
}

interface NumberChoiceProps {
  form: BookingSettingsForm;
  name: 'noticeHours' | 'daysAhead' | 'dailyLimit';
  label: string;
  hint: string;
  usual: readonly number[];
  textOf: (value: number) => string;
}

function NumberChoice({ form, name, label, hint, usual, textOf }: NumberChoiceProps) {
  const { input, saved, conflicts, change } = form;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Select
        label={label}
        hint={hint}
        options={listNumberChoices(usual, input[name]).map((value) => ({ value: String(value), label: textOf(value) }))}
        value={String(input[name])}
        onChange={(value) => change(name, Number(value))}
      />
      {conflicts.has(name) ? (
        <ConflictingValue field={label} value={textOf(saved[name])} onTake={() => change(name, saved[name])} />
      ) : null}
    </div>
  );
}
