import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getUsedLicence } from './licences.js';
import { listProductionPackages, type Package, packageAt, readLock } from './production-packages.js';

/** The build tools whose output contains code of their own, such as the beginning of a style sheet or the loader of chunks. */
const toolsInTheBuild = ['rolldown', 'tailwindcss', 'vite'];

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)|\.licen[cs]e\.txt$/i;

/** Matches the part of a tool's licence file about the packages that are bundled in the tool. */
const TOOL_DEPENDENCY_LICENCES = /^# Licenses of bundled dependencies[\s\S]*/m;

/** The licences of third-party code in packages that do not include them, keyed by package. */
const additionalLicences: Record<string, URL> = {
  '@electric-sql/pglite': new URL('./postgresql-licence.txt', import.meta.url),
};

/**
 * The packages whose code is distributed with Frontdesk, ordered by name and version. A package that is installed twice in the
 * same version is listed once.
 */
export function listBundledPackages(root: string): Package[] {
  const lock = readLock(root);
  const tools = toolsInTheBuild.map((name) => packageAt(lock, `node_modules/${name}`));
  const byId = new Map([...listProductionPackages(lock), ...tools].map((one) => [`${one.name} ${one.version}`, one]));
  return [...byId].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found);
}

/**
 * The text that accompanies every copy of Frontdesk: each included package with its licence and copyright notice, as in the
 * package.
 *
 * @param root the folder of the package, with installed packages
 */
export function renderThirdPartyLicences(root: string): string {
  const parts = listBundledPackages(root).map((one) => {
    const texts = readdirSync(join(root, one.path))
      .filter((name) => LICENCE_FILE.test(name))
      .sort()
      .map((name) => readFileSync(join(root, one.path, name), 'utf8').replace(TOOL_DEPENDENCY_LICENCES, ''));
    if (texts.length === 0)
      texts.push(`The package has no text of its own: https://spdx.org/licenses/${one.licence}.html`);
    const other = additionalLicences[one.name];
    if (other !== undefined) texts.push(readFileSync(other, 'utf8'));
    const heading = `${one.name} ${one.version} · ${getUsedLicence(one)}`;
    return [`${heading}\n${'='.repeat(heading.length)}`, ...texts.map((text) => text.trim())].join('\n\n');
  });
  return `${['The packages in Frontdesk, with their licences.', ...parts].join('\n\n\n')}\n`;
}

/**
 * Finds the packages of a build's modules that {@link listBundledPackages} does not list.
 *
 * @param modules the paths of modules in a build
 * @param packages the listed packages
 */
export function findUnlistedPackages(modules: readonly string[], packages: readonly Package[]): string[] {
  const named = new Set(packages.map(({ name }) => name));
  const found = modules.flatMap(
    (id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1] ?? [],
  );
  return [...new Set(found)].filter((name) => !named.has(name));
}
