import type { EnumName } from '#contract/enums.ts';
import type { ReceivedEnumEntry, ReceivedEnums } from '#contract/received.ts';
import { colorForText } from './contrast.ts';
import { enumLabel } from './enum-labels.ts';
import { tintClass } from './tint.ts';

/** The label and the colour of an enum value. */
export interface EnumDisplay {
  value: string;
  /** In the language of the page, unless the practice system uses its own label. */
  label: string;
  /** `#rrggbb` */
  color: string;
  /** Whether the enum lists the value. */
  listed: boolean;
  /** The CSS class of its tint in both themes. */
  tint: string;
}

/** The colour of values that the enum does not list. */
const NEUTRAL_COLOR = '#7a858c';

function toEnumDisplay(name: EnumName, value: string, entry: ReceivedEnumEntry | null): EnumDisplay {
  const color = entry ? (entry.color ?? colorForText(value)) : NEUTRAL_COLOR;
  return {
    value,
    label: enumLabel(name, value, entry?.label ?? null),
    color,
    listed: entry !== null,
    tint: tintClass(color),
  };
}

/** The labels and colours of an enum: the listed values in the service's order, and any other value on demand. */
export interface EnumDisplays {
  readonly listed: readonly EnumDisplay[];
  of(value: string): EnumDisplay;
}

/** Creates the labels and colours of the enum with this name; empty if the service does not have it. */
export function createEnumDisplays(enums: ReceivedEnums | undefined, name: EnumName): EnumDisplays {
  const listed = (enums?.[name] ?? []).map((entry) => toEnumDisplay(name, entry.value, entry));
  const displays = new Map(listed.map((display) => [display.value, display]));
  return {
    listed,
    of(value) {
      const found = displays.get(value);
      if (found) return found;
      const display = toEnumDisplay(name, value, null);
      displays.set(value, display);
      return display;
    },
  };
}
