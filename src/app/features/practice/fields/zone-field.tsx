import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useMinute } from '#app/browser/use-now.ts';
import { Combobox } from '#app/components/combobox.tsx';
import { browserZone, clockText, zoneCity, zoneText } from '#app/text/time-text.ts';
import { isTimeZone } from '#contract/practice-setup.ts';
import { findZones, type ZoneChoice, zoneChoice, zoneChoices } from './zones.ts';

interface ZoneFieldProps {
  label: string;
  /** An IANA name. */
  value: string;
  onChange: (zone: string) => void;
  /** Typed text that is not a zone; empty otherwise. */
  unmatched: string;
  onUnmatched: (typed: string) => void;
  error?: string | undefined;
}

const NO_ZONES: readonly ZoneChoice[] = [];

/** The time zone of a store, searchable by city or country, with the current time there. */
export function ZoneField({ label, value, onChange, unmatched, onUnmatched, error }: ZoneFieldProps) {
  const now = useMinute();
  const [typed, setTyped] = useState(unmatched);
  // The names of hundreds of zones and their countries are only loaded once somebody is about to type or opens the list.
  const [isNeeded, setIsNeeded] = useState(unmatched !== '');
  const all = isNeeded ? zoneChoices(browserZone) : NO_ZONES;
  const items = findZones(all, typed);
  const chosen = isNeeded ? zoneChoice(value) : { zone: value, text: zoneCity(value) };
  const clock = isTimeZone(value) ? clockText(value, now) : '';
  const zone = isTimeZone(value) ? zoneText(value, now) : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects that the field inside is about to be used.
    <div
      onFocus={() => setIsNeeded(true)}
      onPointerDown={() => setIsNeeded(true)}
      onMouseUp={({ target }) => {
        // Typed text replaces the current zone, as if Tab had been pressed.
        if (typed === '' && target instanceof HTMLInputElement) target.select();
      }}
    >
      <Combobox<ZoneChoice>
        label={label}
        items={items}
        value={chosen}
        onChange={(choice) => choice && onChange(choice.zone)}
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
        onUnmatched={onUnmatched}
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
