import './tint.css';
import type { CSSProperties } from 'react';
import type { ReceivedEnumEntry, ReceivedEnums } from '#contract/received.ts';
import { colorOfText, tintOf } from './contrast.ts';

/** How a value of an enum is shown. */
export interface EnumLook {
  value: string;
  label: string;
  /** `#rrggbb` */
  color: string;
  /** Whether the enum lists the value. */
  listed: boolean;
  /** CSS variables of its tint in both themes, for the class `tint`. */
  style: CSSProperties;
}

/** The colour of what no enum lists. */
const NEUTRAL = '#7a858c';

/** `ready_for_checkout` → `Ready for checkout`: the own name of a value that brings no label. */
export function humanName(value: string): string {
  const words = value.replace(/[_-]+/g, ' ').trim();
  return words === '' ? 'Unknown' : words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

function styleOf(color: string): CSSProperties {
  const light = tintOf(color, 'light');
  const dark = tintOf(color, 'dark');
  const variables: Record<`--${string}`, string> = {
    '--tint-ground': `light-dark(${light.ground}, ${dark.ground})`,
    '--tint-ink': `light-dark(${light.ink}, ${dark.ink})`,
    '--tint-bar': `light-dark(${light.bar}, ${dark.bar})`,
  };
  return variables;
}

function lookOf(value: string, entry: ReceivedEnumEntry | null): EnumLook {
  const color = entry ? (entry.color ?? colorOfText(value)) : NEUTRAL;
  return {
    value,
    label: entry?.label ?? humanName(value),
    color,
    listed: entry !== null,
    style: styleOf(color),
  };
}

/** The looks of one enum: the listed values in the service's order, and any other value on demand. */
export interface EnumLooks {
  readonly listed: readonly EnumLook[];
  of(value: string): EnumLook;
}

/** Creates the looks of the enum of that name; an enum that the service does not have lists nothing. */
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
