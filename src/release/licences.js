import satisfies from 'spdx-satisfies';

/** @typedef {import('./production-packages.js').Package} Package */

/**
 * The licences of packages that may be distributed together with Frontdesk under the AGPL. They require only that their
 * text and the copyright notice are preserved, or belong to the AGPL's family (docs/releases.md).
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
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];

/**
 * Packages whose package.json refers to a file with several licences, keyed by name. `says` is that reference, `offers`
 * the text in the file that offers the licence, and `chosen` the licence under which Frontdesk uses the package.
 *
 * @type {Record<string, { says: string, file: string, offers: string, chosen: string }>}
 */
export const chosenLicences = {
  // FullCalendar Premium: a commercial licence, CC BY-NC-ND, or the AGPL (docs/deploy.md).
  '@fullcalendar/react-scheduler': {
    says: 'SEE LICENSE IN LICENSE.md',
    file: 'LICENSE.md',
    offers: '- AGPLv3 License',
    chosen: 'AGPL-3.0-only',
  },
  '@full-ui/headless-grid': {
    says: 'SEE LICENSE IN LICENSE.md',
    file: 'LICENSE.md',
    offers: '- AGPLv3 License',
    chosen: 'AGPL-3.0-only',
  },
};

/**
 * The licence under which Frontdesk uses a package, as an SPDX expression if the package has one.
 *
 * @param {Pick<Package, 'name' | 'licence'>} one
 */
export function getUsedLicence({ name, licence }) {
  const chosen = chosenLicences[name];
  return chosen?.says === licence ? chosen.chosen : licence;
}

/** @param {string} expression */
function isAcceptedLicence(expression) {
  try {
    return satisfies(expression, acceptedLicences);
  } catch {
    // Not an SPDX expression.
    return false;
  }
}

/**
 * The packages whose licence does not allow distributing them together with Frontdesk, each as a line of text.
 *
 * @param {readonly Package[]} packages
 */
export const findLicenceProblems = (packages) =>
  packages
    .filter((one) => !isAcceptedLicence(getUsedLicence(one)))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence === '' ? 'no licence' : licence}`);
