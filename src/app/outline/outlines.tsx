import { renderToStaticMarkup } from 'react-dom/server';
import { PageOutline } from '#app/components/page-skeleton.tsx';
import { BoardOutline } from '#app/features/board/board-skeleton.tsx';
import type { Outline } from './first-paint.ts';

const outlines = {
  rooms: <BoardOutline view="rooms" />,
  week: <BoardOutline view="week" />,
  list: <BoardOutline view="list" />,
  flow: <BoardOutline view="flow" />,
  appointments: <PageOutline kind="list" />,
  settings: <PageOutline kind="form" />,
  page: <PageOutline kind="page" />,
} satisfies Record<Outline, React.ReactNode>;

/** The outlines of all screens for index.html, each as a template. */
export function outlineTemplates(): string {
  return renderToStaticMarkup(
    Object.entries(outlines).map(([name, outline]) => (
      <template key={name} id={`outline-${name}`}>
        <main aria-busy="true" className="flex h-full flex-col overflow-hidden bg-ground">
          {outline}
        </main>
      </template>
    )),
  );
}
