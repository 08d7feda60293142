import satisfies from 'spdx-satisfies';

/** @typedef {import('./production-packages.js').Package} Package */

/**
 * The licences of packages that may be handed on together with Frontdesk, under the AGPL. They ask for no more than that
 * their text and the copyright stay, or are the AGPL's own family (docs/releases.md).
 */
const acceptedLicences = [
  '0BSD',
  'AGPL-3.0-only',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MIT',
  'Unlicense',
  'Zlib',
];

/**
 * Packages that leave the choice of a licence to a file: what they say in package.json, under which licence Frontdesk takes them, and
 * what the file must say for that.
 *
 * @type {Record<string, { says: string, file: string, offers: string, taken: string }>}
 */
export const chosenLicences = {
  // FullCalendar Premium: a bought licence, CC BY-NC-ND, or the AGPL (docs/deploy.md).
  '@fullcalendar/react-scheduler': {
    says: 'SEE LICENSE IN LICENSE.md',
    file: 'LICENSE.md',
    offers: '- AGPLv3 License',
    taken: 'AGPL-3.0-only',
  },
  '@full-ui/headless-grid': {
    says: 'SEE LICENSE IN LICENSE.md',
    file: 'LICENSE.md',
    offers: '- AGPLv3 License',
    taken: 'AGPL-3.0-only',
  },
};

/**
 * The licence under which Frontdesk takes a package, as an SPDX expression where the package has one.
 *
 * @param {Pick<Package, 'name' | 'licence'>} one
 */
export function licenceOf({ name, licence }) {
  const chosen = chosenLicences[name];
  return chosen?.says === licence ? chosen.taken : licence;
}

/** @param {string} expression */
function isAccepted(expression) {
  try {
    return satisfies(expression, acceptedLicences);
  } catch {
    // No SPDX expression.
    return false;
  }
}

/**
 * What stands in the way of handing packages on together with Frontdesk, a line for each.
 *
 * @param {readonly Package[]} packages
 */
export const licenceProblems = (packages) =>
  packages
    .filter((one) => !isAccepted(licenceOf(one)))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence === '' ? 'no licence' : licence}`);
