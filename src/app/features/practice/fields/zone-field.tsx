import { t } from '@lingui/core/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useMinute } from '#app/browser/use-now.ts';
import { Combobox } from '#app/components/combobox.tsx';
import type { Field, FieldInputProps } from '#app/editor/field.ts';
import { browserZone, clockText, zoneCity, zoneText } from '#app/text/time-text.ts';
import { isTimeZone } from '#contract/practice-setup.ts';
import { findZones, listZoneChoices, toZoneChoice, type ZoneChoice } from './zones.ts';

interface ZoneInput {
  /** The IANA name of the chosen zone. */
  readonly zone: string;
  /** Typed text that is not a zone; empty otherwise. */
  readonly unmatched: string;
}

export const zoneField: Field<string | null, ZoneInput> = {
  label: () => t`Time zone`,
  value: z.nullable(z.string()),
  input: z.object({ zone: z.string(), unmatched: z.string() }),
  text: (zone) => (zone === null ? '' : zoneCity(zone)),
  begin: (zone) => ({ zone: zone ?? '', unmatched: '' }),
  read: ({ zone, unmatched }) =>
    unmatched === '' && isTimeZone(zone) ? { value: zone } : { problem: t`Choose a time zone from the list.` },
  Input: ZoneCombobox,
};

const NO_ZONES: readonly ZoneChoice[] = [];

/** A combobox of time zones, searchable by city or country. It shows the current time in the chosen zone. */
function ZoneCombobox({ label, value, onChange, onBlur, error }: FieldInputProps<ZoneInput>) {
  const { zone: current, unmatched } = value;
  const now = useMinute();
  const [typed, setTyped] = useState(unmatched);
  // Naming hundreds of zones and their countries takes time, so the list is created only when someone is about to use the
  // field.
  const [isNeeded, setIsNeeded] = useState(unmatched !== '');
  const all = isNeeded ? listZoneChoices(browserZone) : NO_ZONES;
  const items = findZones(all, typed);
  const chosen = isNeeded ? toZoneChoice(current) : { zone: current, text: zoneCity(current) };
  const clock = isTimeZone(current) ? clockText(current, now) : '';
  const zone = isTimeZone(current) ? zoneText(current, now) : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects that the field inside is about to be used.
    <div
      onFocus={() => setIsNeeded(true)}
      onPointerDown={() => setIsNeeded(true)}
      onMouseUp={({ target }) => {
        // A click selects the whole text, as Tab does, so that typing replaces the current zone.
        if (typed === '' && target instanceof HTMLInputElement) target.select();
      }}
    >
      <Combobox<ZoneChoice>
        label={label}
        items={items}
        value={chosen}
        onChange={(choice) => choice && onChange({ zone: choice.zone, unmatched: '' })}
        onType={setTyped}
        matches={null}
        idOf={({ zone }) => zone}
        textOf={({ text }) => text}
        renderOption={({ zone, text }) => (
          <span className="flex min-w-0 grow items-baseline gap-2">
            <span className="truncate">{text}</span>
            <span className="ms-auto shrink-0 text-xs text-muted tabular-nums">{clockText(zone, now)}</span>
          </span>
        )}
        unmatched={unmatched}
        onUnmatched={(text) => {
          onChange({ ...value, unmatched: text });
          onBlur();
        }}
        empty={t`No matching time zone. Try a large city nearby, or the country.`}
        hint={
          clock === ''
            ? undefined
            : t({
                message: `It is ${clock} there now. ${zone}`,
                comment: 'the time of day in a time zone, and the name of the zone',
              })
        }
        error={error}
      />
    </div>
  );
}
