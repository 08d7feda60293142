import { t } from '@lingui/core/macro';
import { Checkbox } from '#app/components/checkbox.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { ConflictingValue } from '#app/editor/record-form.tsx';
import { onOffText, Section } from '#app/features/practice/settings-form.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { factsText } from '#app/text/list-text.ts';
import { durationText } from '#app/text/time-text.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import { storeInput, type TypeInput, typeFieldName, typeInput } from './booking-values.ts';
import type { BookingSettingsForm } from './use-booking-settings.ts';

/** The visit types that clients can request, and the names under which clients see them. */
export function OfferedTypes({ form }: { form: BookingSettingsForm }) {
  const { input, stores, types } = form;
  const isNoTypeOn = types.length > 0 && types.every((type) => !typeInput(input, type).isOn);
  const isAnyStoreOn = stores.some((store) => storeInput(input, store).isOn);
  return (
    <Section title={t`Visit types`} text={t`The visit types that clients can request, and the names they see.`}>
      {isNoTypeOn && isAnyStoreOn ? (
        <p className="border-b border-line px-4 py-2.5 text-warn">{t`Choose at least one visit type. Otherwise the page only asks clients to call you.`}</p>
      ) : null}
      <ul className="divide-y divide-line">
        {types.map((type) => (
          <OfferedType key={type.id} type={type} form={form} />
        ))}
      </ul>
      {types.length === 0 ? <p className="px-4 py-3 text-muted">{t`No visit types yet.`}</p> : null}
    </Section>
  );
}

function OfferedType({ type, form }: { type: ReceivedAppointmentType; form: BookingSettingsForm }) {
  const name = typeFieldName(type);
  const { isOn, publicName } = typeInput(form.input, type);
  const saved = typeInput(form.saved, type);
  const title = isolateText(type.name);
  const change = (to: Partial<TypeInput>) => form.change(name, { isOn, publicName, ...to });
  return (
    <li className="flex flex-col gap-1.5 px-4 py-1.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <label className="flex min-h-9 min-w-0 grow basis-48 items-center gap-3">
          <Checkbox checked={isOn} onChange={(checked) => change({ isOn: checked })} />
          <span className="min-w-0 wrap-anywhere">
            <bdi className={isOn ? 'font-medium' : ''}>{type.name}</bdi>
            {type.durationMinutes === null ? null : (
              <span className="ms-2 whitespace-nowrap text-muted">{durationText(type.durationMinutes)}</span>
            )}
          </span>
        </label>
        {isOn ? (
          <TextField
            label={t({ message: `Name of ${title} on the page`, comment: 'that clients read for a visit type' })}
            labelHidden="always"
            className="w-full sm:w-72"
            placeholder={type.name}
            value={publicName}
            error={form.problems[name]}
            onChange={(typed) => change({ publicName: typed })}
          />
        ) : null}
      </div>
      {form.conflicts.has(name) ? (
        <ConflictingValue
          field={type.name}
          value={factsText([onOffText(saved.isOn), saved.publicName])}
          onTake={() => form.change(name, saved)}
        />
      ) : null}
    </li>
  );
}
