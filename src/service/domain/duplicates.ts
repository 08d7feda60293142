import type { DuplicateReason } from '#contract/enums.ts';

/** The minimum number of digits of a phone number that is compared: a shorter number may be the end of many others. */
const MIN_DIGITS = 6;
/** The trunk prefix that some people write within an international number: `+44 (0)20 …`. */
const TRUNK_PREFIX = /\(\s*0\s*\)/;

/** The digits that the national and the international notation of a phone number have in common. */
function extractLineDigits(phone: string): string {
  return phone.replace(TRUNK_PREFIX, '').replace(/\D/g, '').replace(/^0+/, '');
}

/**
 * Whether two phone numbers belong to the same line: one is the end of the other, as a local number is of an international
 * one.
 */
export function isSamePhoneNumber(one: string, other: string): boolean {
  const [short = '', long = ''] = [extractLineDigits(one), extractLineDigits(other)].sort(
    (a, b) => a.length - b.length,
  );
  return short.length >= MIN_DIGITS && long.endsWith(short);
}

/** A client who is compared. `name` is in the form in which names are compared (`sortNameOf`). */
interface Candidate {
  id: string;
  phone: string | null;
  name: string;
}

/** Clients who share a phone number, or their name and the name of a pet. */
export interface CandidateGroup {
  reason: DuplicateReason;
  clients: readonly Candidate[];
}

export interface CandidatePair {
  ids: readonly [string, string];
  reasons: DuplicateReason[];
  /** The likeliest pairs have the lowest rank. */
  rank: number;
}

/**
 * Ranks a pair by its reasons. The lowest rank is for both reasons, followed by the same name and pet, and then by the same
 * number together with the same name, with a part of the name, and with another name.
 */
function rankPair(reasons: readonly DuplicateReason[], one: Candidate, other: Candidate): number {
  if (reasons.length > 1) return 0;
  if (reasons.includes('name_and_pet')) return 1;
  if (one.name === other.name) return 2;
  const words = new Set(one.name.split(' '));
  return other.name.split(' ').some((word) => words.has(word)) ? 3 : 4;
}

/** The maximum number of clients of a group that are compared with one another; a placeholder number may have hundreds. */
const MAX_COMPARED_CLIENTS = 30;

/** The pairs of clients in these groups, each once with all its reasons, the likeliest first; ties stay in their order. */
export function findDuplicatePairs(groups: readonly CandidateGroup[]): CandidatePair[] {
  const pairs = new Map<string, CandidatePair>();
  for (const { reason, clients } of groups) {
    const compared = [...clients].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, MAX_COMPARED_CLIENTS);
    for (const [index, one] of compared.entries()) {
      for (const other of compared.slice(index + 1)) {
        if (reason === 'phone' && !isSamePhoneNumber(one.phone ?? '', other.phone ?? '')) continue;
        const key = `${one.id} ${other.id}`;
        const pair = pairs.get(key) ?? { ids: [one.id, other.id], reasons: [], rank: 0 };
        if (!pair.reasons.includes(reason)) pair.reasons.push(reason);
        pairs.set(key, { ...pair, rank: rankPair(pair.reasons, one, other) });
      }
    }
  }
  return [...pairs.values()].sort((one, other) => one.rank - other.rank);
}
