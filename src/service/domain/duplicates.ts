import type { DuplicateReason } from '#contract/client-duplicates.ts';

/** A shorter number may be the end of many others. */
const MIN_DIGITS = 6;
/** The trunk prefix that some people write within an international number: `+44 (0)20 …`. */
const TRUNK = /\(\s*0\s*\)/;

/** The digits of a phone number without what its national and international notations do not share. */
function lineDigits(phone: string): string {
  return phone.replace(TRUNK, '').replace(/\D/g, '').replace(/^0+/, '');
}

/** Whether two numbers are the same line: one is the end of the other, as a local number is of an international one. */
export function isSameLine(one: string, other: string): boolean {
  const [short = '', long = ''] = [lineDigits(one), lineDigits(other)].sort((a, b) => a.length - b.length);
  return short.length >= MIN_DIGITS && long.endsWith(short);
}

/** Clients who share something: `key` is what they share. */
export interface CandidateGroup {
  reason: DuplicateReason;
  clients: readonly { id: string; phone: string | null }[];
}

export interface CandidatePair {
  ids: readonly [string, string];
  reasons: DuplicateReason[];
}

/** The maximum number of clients of a group that are compared with one another; a placeholder number may have hundreds. */
const MAX_COMPARED = 30;

/**
 * The pairs of clients in these groups, each once with all its reasons. Those with both reasons come first, then those of
 * the same name; otherwise the order of the groups stays.
 */
export function duplicatePairs(groups: readonly CandidateGroup[]): CandidatePair[] {
  const pairs = new Map<string, CandidatePair>();
  for (const { reason, clients } of groups) {
    const compared = [...clients].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, MAX_COMPARED);
    for (const [index, one] of compared.entries()) {
      for (const other of compared.slice(index + 1)) {
        if (reason === 'phone' && !isSameLine(one.phone ?? '', other.phone ?? '')) continue;
        const key = `${one.id} ${other.id}`;
        const pair = pairs.get(key) ?? { ids: [one.id, other.id], reasons: [] };
        if (!pair.reasons.includes(reason)) pair.reasons.push(reason);
        pairs.set(key, pair);
      }
    }
  }
  const rank = ({ reasons }: CandidatePair) => (reasons.length > 1 ? 0 : reasons.includes('name_and_pet') ? 1 : 2);
  return [...pairs.values()].sort((one, other) => rank(one) - rank(other));
}
