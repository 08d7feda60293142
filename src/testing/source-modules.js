// Loads modules of the source without a build, as the tests do, for programs that a test runs in a separate process.
import { createServer } from 'vite';
import { linguiMacros } from '../app/language/lingui-macros.build.js';

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  plugins: [linguiMacros()],
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
});

/** @param {string} path from the project's root, such as `/src/service/service.ts` */
export const loadSource = (path) => vite.ssrLoadModule(path);

export const closeSource = () => vite.close();
