import { t } from '@lingui/core/macro';
import type { ReceivedEnumEntry, ReceivedEnums } from '#contract/received.ts';
import { colorOfText } from './contrast.ts';
import { tintClass } from './tint.ts';

/** Label and colour of an enum value. */
export interface EnumLook {
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

function lookOf(value: string, entry: ReceivedEnumEntry | null): EnumLook {
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
export interface EnumLooks {
  readonly listed: readonly EnumLook[];
  of(value: string): EnumLook;
}

/** Creates the looks of the enum with that name; empty where the service does not have it. */
export function createEnumLooks(enums: ReceivedEnums | undefined, name: string): EnumLooks {
  const listed = (enums?.[name] ?? []).map((entry) => lookOf(entry.value, entry));
  const known = new Map(listed.map((look) => [look.value, look]));
  return {
    listed,
    of(value) {
      const found = known.get(value);
      if (found) return found;
      const look = lookOf(value, null);
      known.set(value, look);
      return look;
    },
  };
}
