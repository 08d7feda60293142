import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { createSourceArchive } from './source-archive.ts';
import { findUnlistedPackages, listBundledPackages, renderThirdPartyLicences } from './third-party-licences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The files that the settings link to (`source-and-licence.tsx`), keyed by path. */
const files: Record<string, () => string | Promise<Buffer>> = {
  'licence.txt': () => readFileSync(join(root, 'LICENSE'), 'utf8'),
  'third-party-licences.txt': () => renderThirdPartyLicences(root),
  'source.tar.gz': () => createSourceArchive(root, `${name}-${version}`),
};

/**
 * Puts the source code that is being built, its licence and those of the included packages beside the app. This way,
 * everyone who changes Frontdesk automatically offers their source to its users over the network, as clause 13 of the
 * AGPL requires.
 */
export function sourceAndLicences(): Plugin {
  return {
    name: 'source-and-licences',
    applyToEnvironment: (environment) => environment.name === 'client',
    config: () => ({ define: { 'import.meta.env.FRONTDESK_VERSION': JSON.stringify(version) } }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.slice(1) ?? '';
        const make = files[path];
        if (make === undefined) return next();
        response.setHeader('content-type', path.endsWith('.txt') ? 'text/plain; charset=utf-8' : 'application/gzip');
        Promise.resolve(make()).then((content) => response.end(content), next);
      });
    },
    async generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const unlistedPackages = findUnlistedPackages(modules, listBundledPackages(root));
      if (unlistedPackages.length > 0)
        this.error(`The app has packages that are no dependencies of Frontdesk: ${unlistedPackages.join(', ')}`);
      for (const [fileName, make] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source: await make() });
    },
  };
}
