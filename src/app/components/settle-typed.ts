/** What typed text comes to when the person goes on to something else. */
export type Settled<Item> =
  /** Nothing was typed, so what was chosen stays chosen. */
  | { kind: 'untouched' }
  /** The field was emptied: it means none. */
  | { kind: 'emptied' }
  | { kind: 'taken'; item: Item }
  /** Nothing answers to it yet, but the answer is still on its way. */
  | { kind: 'awaited' }
  /** Nothing answers to it. */
  | { kind: 'unmatched' };

interface TypedText<Item> {
  /** Null while nothing was typed since the last choice. */
  typed: string | null;
  /** The items that answer to the text, in the order of the list. */
  candidates: readonly Item[];
  /** The item under the keyboard's highlight. It may be left over from an earlier text. */
  highlighted: Item | undefined;
  idOf: (item: Item) => string;
  /** Whether more candidates may come. */
  looking: boolean;
}

/** The highlighted item where it still answers to the text, else the first that does: text alone must never be lost. */
export function settleTyped<Item>(text: TypedText<Item>): Settled<Item> {
  const { typed, candidates, highlighted, idOf, looking } = text;
  if (typed === null) return { kind: 'untouched' };
  if (typed.trim() === '') return { kind: 'emptied' };
  const marked = highlighted === undefined ? undefined : candidates.find((item) => idOf(item) === idOf(highlighted));
  const [item] = marked === undefined ? candidates : [marked];
  if (item !== undefined) return { kind: 'taken', item };
  return { kind: looking ? 'awaited' : 'unmatched' };
}
