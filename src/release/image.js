// `NODE_IMAGE=node:24-bookworm-slim@sha256:… npm run -s image -- REGISTRY/NAME` builds the image of a release, with what proves how it was
// built, and sends it to the registry. docs/releases.md
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The arguments of the `docker` that builds it.
 *
 * @param {{ name: string | undefined, nodeImage: string | undefined, version: string, tags: string[], changes: string, commit: string }} given
 *   `tags` are those of the commit, `changes` what is not committed, as `git status --porcelain` tells it
 * @throws {Error} where it would not be the image of a release
 */
export function imageArguments({ name, nodeImage = '', version, tags, changes, commit }) {
  if (name === undefined || !/^[\w./:-]+\/[\w./-]+$/.test(name))
    throw new Error('Say where it is to go, without a tag: npm run -s image -- registry.example/frontdesk');
  if (!/^[\w./:-]+@sha256:[0-9a-f]{64}$/.test(nodeImage))
    throw new Error(
      'NODE_IMAGE has to name the image of Node by its digest, such as node:24-bookworm-slim@sha256:…; `docker buildx imagetools inspect node:24-bookworm-slim` tells the newest one.',
    );
  if (changes !== '') throw new Error('A release is built from what is committed, but there are changes.');
  if (!tags.includes(version))
    throw new Error(`A release is built from its tag, but this commit is not tagged ${version}.`);
  return [
    'buildx',
    'build',
    '--file=deploy/Dockerfile',
    `--build-arg=NODE_IMAGE=${nodeImage}`,
    '--pull',
    '--provenance=mode=max',
    '--sbom=true',
    `--label=org.opencontainers.image.version=${version}`,
    `--label=org.opencontainers.image.revision=${commit}`,
    '--label=org.opencontainers.image.licenses=AGPL-3.0-or-later',
    `--tag=${name}:${version}`,
    '--push',
    '.',
  ];
}

/** @param {string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  return stdout.trim();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const args = imageArguments({
      name: process.argv[2],
      nodeImage: process.env['NODE_IMAGE'],
      version: JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
      tags: git('tag', '--points-at', 'HEAD').split('\n'),
      changes: git('status', '--porcelain'),
      commit: git('rev-parse', 'HEAD'),
    });
    process.exitCode = spawnSync('docker', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
