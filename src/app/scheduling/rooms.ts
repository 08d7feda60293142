import type { ReceivedStore } from '#contract/received.ts';

/**
 * The rooms of a store that suit a visit of a category, in the order in which a new appointment gets the first free one:
 * those made for the category, then those for all. Every room as long as the category is not known (null).
 */
export function roomsThatSuit<Room extends Pick<ReceivedStore['rooms'][number], 'categories'>>(
  rooms: readonly Room[],
  category: string | null,
): Room[] {
  if (category === null) return [...rooms];
  return [
    ...rooms.filter(({ categories }) => categories.includes(category)),
    ...rooms.filter(({ categories }) => categories.length === 0),
  ];
}
