import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A package in package-lock.json.
 *
 * @typedef {{ version?: string, license?: string, dev?: boolean, devOptional?: boolean, optional?: boolean }} LockedPackage
 */
/** @typedef {{ name: string, packages: Record<string, LockedPackage & { devDependencies?: Record<string, string> }> }} Lock */
/** @typedef {{ path: string, name: string, version: string, licence: string }} Package */

/**
 * @param {string} root the folder of the package
 * @returns {Lock}
 */
export const readLock = (root) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** @param {LockedPackage} locked */
const isProduction = ({ dev, devOptional, optional }) => !dev && !devOptional && !optional;

/** @param {string} path */
const packageNameAt = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * @param {Lock} lock
 * @param {string} path the path at which npm installs the package
 * @returns {Package}
 */
export function packageAt(lock, path) {
  const { version = '', license = '' } = lock.packages[path] ?? {};
  return { path, name: packageNameAt(path), version, licence: license };
}

/**
 * The packages that Frontdesk needs to run, as `npm ci --omit=dev --omit=optional` installs them. Optional dependencies of
 * packages are not part of Frontdesk.
 *
 * @param {Lock} lock
 */
export const listProductionPackages = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, locked]) => path !== '' && isProduction(locked))
    .map(([path]) => packageAt(lock, path));
