import { BoardSkeleton } from '#app/features/board/board-skeleton.tsx';
import { AtDesk } from '#app/routes/at-desk.tsx';
import { boardApi } from '#app/routes/board-api.ts';
import { BoardView } from '#app/routes/board-view.tsx';

/** The board once it is known who is at the desk and of which company. */
export function BoardPage() {
  const search = boardApi.useSearch();
  return (
    <AtDesk companyId={search.company} Outline={BoardSkeleton}>
      {(desk) => <BoardView {...desk} />}
    </AtDesk>
  );
}
