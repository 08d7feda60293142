import { afterEach, beforeEach } from 'vitest';
import { pause } from './press-pause.ts';

beforeEach(pause);
// Imported late, because a file may choose React's build.
afterEach(async () => {
  // vitest-browser-react does this only for the first file of a page.
  await (await import('vitest-browser-react')).cleanup();
  // The files of a page share their modules, so a notice would be shown in the next test that has a place for notices.
  (await import('#app/components/show-notice.ts')).clearNotices();
});
