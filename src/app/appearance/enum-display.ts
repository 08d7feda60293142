import { t } from '@lingui/core/macro';
import type { ReceivedEnumEntry, ReceivedEnums } from '#contract/received.ts';
import { colorOfText } from './contrast.ts';
import { tintClass } from './tint.ts';

/** Label and colour of an enum value. */
export interface EnumDisplay {
  value: string;
  label: string;
  /** `#rrggbb` */
  color: string;
  /** Whether the enum lists the value. */
  listed: boolean;
  /** The CSS class of its tint in both themes. */
  tint: string;
}

/** The colour of values that the enum does not list. */
const NEUTRAL = '#7a858c';

/** `ready_for_checkout` → `Ready for checkout`: the label of a value without one. */
export function humanName(value: string): string {
  const words = value.replace(/[_-]+/g, ' ').trim();
  return words === '' ? t`Unknown` : words.charAt(0).toUpperCase() + words.slice(1);
}

function displayOf(value: string, entry: ReceivedEnumEntry | null): EnumDisplay {
  const color = entry ? (entry.color ?? colorOfText(value)) : NEUTRAL;
  return {
    value,
    label: entry?.label ?? humanName(value),
    color,
    listed: entry !== null,
    tint: tintClass(color),
  };
}

/** The looks of an enum: the listed values in the service's order, and any other value on demand. */
export interface EnumDisplays {
  readonly listed: readonly EnumDisplay[];
  of(value: string): EnumDisplay;
}

/** Creates the looks of the enum with that name; empty where the service does not have it. */
export function createEnumDisplays(enums: ReceivedEnums | undefined, name: string): EnumDisplays {
  const listed = (enums?.[name] ?? []).map((entry) => displayOf(entry.value, entry));
  const known = new Map(listed.map((display) => [display.value, display]));
  return {
    listed,
    of(value) {
      const found = known.get(value);
      if (found) return found;
      const display = displayOf(value, null);
      known.set(value, display);
      return display;
    },
  };
}
