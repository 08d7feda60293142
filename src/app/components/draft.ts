/** What stands in a field whose value lives elsewhere, such as in the address, and comes back from there after a while. */
export interface Draft {
  text: string;
  /** The value as it last came from elsewhere. */
  value: string;
  /** What was sent and has not come back yet, the oldest first. */
  sent: readonly string[];
}

/** A field that shows a value, and nothing typed. */
export function draftOf(value: string): Draft {
  return { text: value, value, sent: [] };
}

/**
 * The field once a value arrives. What this field sent itself leaves the text alone, since typing has gone on meanwhile; what
 * anybody else set replaces it.
 */
export function received(draft: Draft, value: string): Draft {
  if (value === draft.value) return draft;
  const at = draft.sent.indexOf(value);
  // A value may be overtaken by the next one and then never arrive.
  return at < 0 ? draftOf(value) : { ...draft, value, sent: draft.sent.slice(at + 1) };
}

/** What the place of the value holds already, or will once everything sent has arrived. */
export function settledValue({ value, sent }: Draft): string {
  return sent.at(-1) ?? value;
}
