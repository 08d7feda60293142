import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type PluginOption, runnerImport } from 'vite';
import type * as Outlines from './outlines.tsx';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const script = '/src/app/outline/first-paint.ts';

/** Markup needs no style sheets. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? '' : null),
};

/** The code of the script in one piece, which a browser runs before the page goes on. */
async function firstPaint(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { write: false, copyPublicDir: false, lib: { entry: `.${script}`, formats: ['iife'], name: 'firstPaint' } },
  });
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${script} was not built.`);
  return chunk.code;
}

/**
 * Writes the outlines of the screens into index.html, rendered by the components that the app shows while it waits, with the
 * script that chooses among them: the page is painted before the app's code has come.
 *
 * @param plugins what the components are compiled with
 */
export function outlines(plugins: () => PluginOption[]): Plugin {
  let address: string | undefined;
  return {
    name: 'outlines',
    applyToEnvironment: (environment) => environment.name === 'client',
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      const source = await firstPaint();
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      const fileName = `assets/first-paint-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      address = `/${fileName}`;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { module } = await runnerImport<typeof Outlines>('./src/app/outline/outlines.tsx', {
          configFile: false,
          root,
          logLevel: 'error',
          plugins: [...plugins(), withoutStyles],
        });
        return {
          html: html.replace('<!-- outlines -->', () => module.outlineTemplates()),
          tags: [
            {
              tag: 'script',
              attrs: address === undefined ? { type: 'module', src: script } : { src: address, 'vite-ignore': true },
              injectTo: 'body',
            },
          ],
        };
      },
    },
  };
}
