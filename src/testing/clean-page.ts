import { afterEach, beforeEach } from 'vitest';
import { pause } from './press-pause.ts';

beforeEach(pause);
// vitest-browser-react does this only for the first file of a page. Imported late, because a file may choose React's build.
afterEach(async () => (await import('vitest-browser-react')).cleanup());
