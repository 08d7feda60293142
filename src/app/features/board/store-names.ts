import { t } from '@lingui/core/macro';
import { browserZone, zoneCity } from '#app/text/time-text.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';

/** Returns the label of a time zone, such as `New York time`; empty for the browser's own zone. */
export function zoneLabel(zone: string): string {
  if (zone === browserZone) return '';
  const city = zoneCity(zone);
  return t({ message: `${city} time`, comment: 'whose clock times are on, such as “New York time”' });
}

/**
 * The leading words that all names share, such as the company's name at the start of each store's name. Every name
 * keeps at least one word of its own.
 */
export function sharedPrefix(names: readonly string[]): string {
  const [first = ''] = names;
  const starts = [...first.matchAll(/[\s\p{P}]+/gu)].map(({ index, 0: gap }) => first.slice(0, index + gap.length));
  return starts.findLast((start) => names.every((name) => name.startsWith(start) && name.length > start.length)) ?? '';
}

/** Short names that distinguish the shown stores, keyed by id; empty if only one store is shown. */
export function shortStoreNames(days: readonly StoreDay[]): ReadonlyMap<string, string> {
  const shared = sharedPrefix(days.map(({ store }) => store.name));
  return new Map(days.map(({ store }) => [store.id, days.length > 1 ? store.name.slice(shared.length) : '']));
}
