import { createRoute } from '@tanstack/react-router';
import { BoardPage } from '#app/routes/board-page.tsx';
import { boardSearchSchema } from '#app/routes/board-search.ts';
import { deskRoute } from '#app/routes/desk-route.ts';
import { prefetchBoard } from '#app/routes/prefetch.ts';

export const boardRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/',
  validateSearch: boardSearchSchema,
  loader: ({ context, location }) => void prefetchBoard(context, boardSearchSchema.parse(location.search)),
  // The board is part of the first file: as a file of its own it would be requested too late.
  component: BoardPage,
});
