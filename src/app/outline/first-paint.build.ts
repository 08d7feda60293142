import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const script = '/src/app/outline/first-paint.ts';

/** Builds the script, which a browser runs before it parses the rest of the page. Returns its code. */
async function buildScript(): Promise<string> {
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
 * Inserts the first-paint script above the outline in index.html, as a file, since the content security policy allows
 * no inline scripts.
 */
export function firstPaint(): Plugin {
  let address: string | undefined;
  return {
    name: 'first-paint',
    applyToEnvironment: (environment) => environment.name === 'client',
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      const source = await buildScript();
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      const fileName = `assets/first-paint-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      address = `/${fileName}`;
    },
    transformIndexHtml: {
      order: 'pre',
      handler: () => [
        {
          tag: 'script',
          attrs: address === undefined ? { type: 'module', src: script } : { src: address, 'vite-ignore': true },
          injectTo: 'body-prepend',
        },
      ],
    },
  };
}
