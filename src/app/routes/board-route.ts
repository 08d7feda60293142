import { createRoute } from '@tanstack/react-router';
import { BoardPage } from '#app/routes/board-page.tsx';
import { boardSearchSchema } from '#app/routes/board-search.ts';
import { primeBoard } from '#app/routes/prime-board.ts';
import { rootRoute } from '#app/routes/root-route.tsx';

export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: boardSearchSchema,
  loader: ({ context, location }) => void primeBoard(context, boardSearchSchema.parse(location.search)),
  // The screen that is open all day comes with the first file: a file of its own would be asked for too late.
  component: BoardPage,
});
