import { createRoute } from '@tanstack/react-router';
import { BoardPage } from '#app/routes/board-page.tsx';
import { boardSearchSchema } from '#app/routes/board-search.ts';
import { deskRoute } from '#app/routes/desk-route.ts';
import { primeBoard } from '#app/routes/prime.ts';

export const boardRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/',
  validateSearch: boardSearchSchema,
  loader: ({ context, location }) => void primeBoard(context, boardSearchSchema.parse(location.search)),
  // The screen that is open all day comes with the first file: a file of its own would be asked for too late.
  component: BoardPage,
});
