import { afterEach } from 'vitest';

// vitest-browser-react does this by itself for the first file of a page only. It comes late: a file may choose React's build.
afterEach(async () => (await import('vitest-browser-react')).cleanup());
