interface Versioned {
  id: string;
  updatedAt: string | null;
}

interface LocalVersion<Saved> {
  /** The latest result: an undo expects it unchanged. */
  record: Saved;
  /** `updatedAt` of the versions that it came from by changes of this tab alone. */
  replaced: readonly string[];
}

/** What this tab has made of records of the practice system, by their ids. */
export type LocalVersions<Saved extends Versioned> = ReadonlyMap<string, LocalVersion<Saved>>;

/** The versions with one more: what this tab has made of a record. */
export function withVersion<Saved extends Versioned>(
  versions: LocalVersions<Saved>,
  before: Saved,
  after: Saved,
): LocalVersions<Saved> {
  const known = versions.get(before.id);
  const earlier = known && known.record.updatedAt === before.updatedAt ? known.replaced : [];
  return new Map(versions).set(after.id, { record: after, replaced: [...earlier, before.updatedAt ?? ''] });
}

/**
 * A record that a person sees with all that this tab has saved of it since. What a colleague has changed since is not in it.
 *
 * @param id its id in the practice system, where a person saw it before it had one
 */
export function latestLocalVersion<Saved extends Versioned>(
  versions: LocalVersions<Saved>,
  seen: Saved,
  id = seen.id,
): Saved {
  const local = versions.get(id);
  return local?.replaced.includes(seen.updatedAt ?? '') ? local.record : seen;
}
