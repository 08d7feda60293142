import type { BoardScreenView } from '#app/features/board/board-views.ts';

/** What a link to the board names. */
export interface LinkNames {
  /** The company and the stores in the address; undefined where it has none. */
  company: string | undefined;
  stores: readonly string[];
}

/** What is shown instead. */
export interface ShownInstead {
  company: { id: string; name: string; storesListed: boolean; stores: readonly { id: string }[] };
  stores: readonly { id: string; name: string }[];
  view: BoardScreenView;
}

/** What of a link is not known. */
export interface UnknownNames {
  /** Whether it names another company. */
  company: boolean;
  /** How many of its stores are not known. */
  stores: number;
  /** Whether its day does not exist. */
  date: boolean;
  /** Whether its view does not exist. */
  view: boolean;
}

export function unknownIn(
  { company, stores }: LinkNames,
  shown: ShownInstead,
): Pick<UnknownNames, 'company' | 'stores'> {
  // Where the practice system lists no stores, any store may exist.
  const listed = shown.company.storesListed ? shown.company.stores : null;
  return {
    company: company !== undefined && company !== shown.company.id,
    stores: listed === null ? 0 : stores.filter((id) => listed.every((store) => store.id !== id)).length,
  };
}
