import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';

/** The files of the source outside the folders below. */
const files = [
  '.ci/run',
  '.gitignore',
  '.npmrc',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'biome.json',
  'deploy/Dockerfile',
  'deploy/Dockerfile.dockerignore',
  'deploy/cluster/cluster.env',
  'deploy/cluster/frontdesk-cluster@.service',
  'deploy/cluster/haproxy.cfg',
  'deploy/cluster/patroni.yml',
  'deploy/cluster/run.sh',
  'deploy/compose.yaml',
  'deploy/create-database.sql',
  'deploy/frontdesk.service',
  'index.html',
  'knip.json',
  'lingui.config.ts',
  'package-lock.json',
  'package.json',
  'playwright.config.ts',
  'tailwind.config.js',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
];

/** The folders, with the file endings that belong to the source in each. */
const folders: Record<string, RegExp> = {
  bench: /\.(?:css|html|js|json|md|tsx?)$/,
  docs: /\.(?:md|png)$/,
  e2e: /\.(?:js|ts)$/,
  public: /\.(?:ico|js|png|svg|webmanifest)$/,
  src: /\.(?:css|grit|js|json|sql|svg|tsx?|txt)$/,
  translations: /\.(?:md|po)$/,
};

/** The only settings with which `.npmrc` is included: a line that someone has added may contain the token of a registry. */
const HARMLESS_NPM_SETTINGS = /^(?:(?:audit|fund|omit-lockfile-registry-resolved)=(?:true|false)\s*)*$/;

/** Matches the paths in these folders that are not part of the source: packages, builds, and hidden files. */
const FOREIGN_PATH = /(?:^|\/)(?:node_modules|dist|\.[^/]*)(?:\/|$)/;

/**
 * The paths of Frontdesk's source below its folder. Everything is listed explicitly, so that nothing else in the folder
 * is included: data, backups, lists of clients for an import, a file of secrets.
 *
 * @param root the folder of the package
 */
export function listSourceFiles(root: string): string[] {
  const folderFiles = Object.entries(folders).flatMap(([folder, endings]) =>
    (existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }) : [])
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => endings.test(path) && !FOREIGN_PATH.test(path)),
  );
  const listedFiles = files.filter(
    (path) => existsSync(join(root, path)) && (path !== '.npmrc' || isNpmrcHarmless(root)),
  );
  return [...listedFiles, ...folderFiles].sort();
}

const isNpmrcHarmless = (root: string) => HARMLESS_NPM_SETTINGS.test(readFileSync(join(root, '.npmrc'), 'utf8'));

/**
 * The source from which Frontdesk is built, as a compressed tar archive with a single folder. The same source gives the
 * same bytes.
 *
 * @param root the folder of the package
 * @param name the folder in the archive
 */
export async function createSourceArchive(root: string, name: string): Promise<Buffer> {
  const archive = create(
    {
      cwd: root,
      gzip: true,
      portable: true,
      noDirRecurse: true,
      prefix: name,
      // The date that npm gives all files of a package. It is fixed, so that the archive does not depend on when it is
      // built.
      mtime: new Date('1985-10-26T08:15:00Z'),
    },
    listSourceFiles(root),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
