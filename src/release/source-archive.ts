import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';

/** The files beside the folders. */
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
  'deploy/compose.yaml',
  'deploy/frontdesk.service',
  'index.html',
  'knip.json',
  'lingui.config.ts',
  'package-lock.json',
  'package.json',
  'tailwind.config.js',
  'tsconfig.json',
  'vite.config.ts',
];

/** The folders, with the endings of what belongs to the source in each. */
const folders: Record<string, RegExp> = {
  bench: /\.(?:css|html|js|json|tsx?)$/,
  docs: /\.(?:md|png)$/,
  e2e: /\.(?:js|ts)$/,
  public: /\.(?:js|png|svg|webmanifest)$/,
  src: /\.(?:css|grit|js|json|sql|tsx?|txt)$/,
  translations: /\.(?:md|po)$/,
};

/** What others make in those folders: packages, builds, and whatever hides. */
const FOREIGN = /(?:^|\/)(?:node_modules|dist|\.[^/]*)(?:\/|$)/;

/**
 * The paths of Frontdesk's source below its folder. All that belongs to it is named, so that nothing else that lies there goes along:
 * data, backups, lists of clients for an import, a file of secrets.
 *
 * @param root the folder of the package
 */
export function sourceFiles(root: string): string[] {
  const inFolders = Object.entries(folders).flatMap(([folder, endings]) =>
    (existsSync(join(root, folder)) ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }) : [])
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => endings.test(path) && !FOREIGN.test(path)),
  );
  return [...files.filter((path) => existsSync(join(root, path))), ...inFolders].sort();
}

/**
 * The source of which Frontdesk is built, as a compressed tar archive in a folder of its own. The same source gives the same bytes.
 *
 * @param root the folder of the package
 * @param name the folder in the archive
 */
export async function sourceArchive(root: string, name: string): Promise<Buffer> {
  const archive = create(
    // The date that npm gives all files of a package.
    {
      cwd: root,
      gzip: true,
      portable: true,
      noDirRecurse: true,
      prefix: name,
      mtime: new Date('1985-10-26T08:15:00Z'),
    },
    sourceFiles(root),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
