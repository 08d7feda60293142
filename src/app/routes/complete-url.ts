import { canonicalizeSearch, findMissingParts } from '#app/addresses/board-choice.ts';
import { type BoardSearch, boardSearchSchema } from '#app/addresses/board-search.ts';
import { missingPartsText, unknownCompanyText } from '#app/routes/link-notice.ts';
import { boardChoiceAt, type LoadedDesk } from '#app/routes/prefetch.ts';
import type { BoardView } from '#scheduling/board-day.ts';

// The URL of a screen names its company, and the URL of the calendar also its stores and view, so that each tab keeps
// them and a copied link gives the same screen.

interface CompletedUrl<Search> {
  search: Search;
  /** Says what in the link does not exist, and what is shown instead; empty if everything exists. */
  notice: string;
}

/**
 * Adds the missing parts to the URL of the calendar; null if nothing is missing. A URL without a view gets `view`, or
 * none if it is null.
 */
export function completeBoardSearch(
  desk: LoadedDesk,
  search: BoardSearch,
  view: BoardView | null,
): CompletedUrl<BoardSearch> | null {
  const shown = boardChoiceAt(desk, search);
  const complete = canonicalizeSearch(search, { storeChoice: shown.storeChoice, view });
  return complete && { search: complete, notice: missingPartsText(findMissingParts(search, desk.company), shown) };
}

/** Completes the URL with which a screen was opened; null if nothing is missing. */
export function completeSearch(
  desk: LoadedDesk,
  pathname: string,
  search: { readonly company?: string; readonly [param: string]: unknown },
): CompletedUrl<object> | null {
  const { company, preferences } = desk;
  const isUnknown = search.company !== undefined && search.company !== company.id;
  const inCompany = { ...search, ...(isUnknown ? { store: undefined } : {}), company: company.id };
  const notice = isUnknown ? unknownCompanyText(company) : '';
  const board =
    pathname === '/' ? completeBoardSearch(desk, boardSearchSchema.parse(inCompany), preferences.view) : null;
  if (board) return { search: board.search, notice: [notice, board.notice].filter(Boolean).join(' ') };
  return search.company === company.id ? null : { search: inCompany, notice };
}
