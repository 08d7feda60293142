// Ends the process if package.json does not support this version of Node. Other modules may not even load in an older Node,
// so they are imported after this file, which uses only features of Node 16.
import { readFileSync } from 'node:fs';

/**
 * Says in a sentence why a version of Node is not supported. Returns null if it is in the range.
 * @param {string} version such as `v20.19.0`
 * @param {string} range parts such as `>=24` and `^22.12`, separated by `||`
 */
export function nodeVersionProblem(version, range) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const allowedVersions = range.split('||').map((part) => {
    const [, sign, wantedMajor, wantedMinor = '0'] = /^\s*(>=|\^)(\d+)(?:\.(\d+))?\s*$/.exec(part) ?? [];
    return { later: sign === '>=', wantedMajor: Number(wantedMajor), wantedMinor: Number(wantedMinor) };
  });
  const isAllowed = allowedVersions.some(
    ({ later, wantedMajor, wantedMinor }) =>
      (later && major > wantedMajor) || (major === wantedMajor && minor >= wantedMinor),
  );
  if (isAllowed) return null;
  const words = allowedVersions.map(({ later, wantedMajor, wantedMinor }) =>
    later ? `${wantedMajor} or newer` : `${wantedMajor} from ${wantedMajor}.${wantedMinor} on`,
  );
  return `this needs Node ${words.join(', or ')}, and runs on Node ${version.slice(1)}. Install a newer one from https://nodejs.org.`;
}

// This path is right for the source files and for the build, since both are two folders below package.json.
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const refusal = nodeVersionProblem(process.version, engines.node);
if (refusal !== null) {
  process.stderr.write(`frontdesk: ${refusal}\n`);
  process.exit(1);
}
