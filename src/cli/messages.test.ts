import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Invocation, withTypedCommands } from './messages.ts';

const root = process.cwd();
const started = (file: string, rest: Partial<Invocation> = {}): Invocation => ({
  file,
  environment: { PATH: ['/usr/bin', '/home/kim/bin', join(root, 'node_modules', '.bin')].join(':') },
  folder: root,
  ...rest,
});
const npm = { npm_package_json: join(root, 'package.json') };

test.each([
  ['npm run', started(join(root, 'src/cli/launch.js'), { environment: npm }), 'npm run -s frontdesk -- key list'],
  [
    'npm run dev',
    started(join(root, 'node_modules/vite/bin/vite.js'), { environment: npm }),
    'npm run -s frontdesk -- key list',
  ],
  ['the development server', started(join(root, 'node_modules/vite/bin/vite.js')), 'npm run -s frontdesk -- key list'],
  ['the path', started('/home/kim/bin/frontdesk'), 'frontdesk key list'],
  ['npx', started(join(root, 'node_modules/.bin/frontdesk')), 'npx frontdesk key list'],
  ['a link that is not on the path', started('/opt/frontdesk', { folder: '/' }), 'npm run -s frontdesk -- key list'],
  ['its build', started(join(root, 'dist/server/cli.js')), 'node dist/server/cli.js key list'],
  [
    'its build, elsewhere',
    started('/opt/frontdesk/dist/server/cli.js'),
    'node /opt/frontdesk/dist/server/cli.js key list',
  ],
  [
    'a script of another package',
    started('/opt/my desk/cli.js', { environment: { npm_package_json: '/opt/package.json' } }),
    'node "/opt/my desk/cli.js" key list',
  ],
])('when started by %s, a message shows commands that can be typed there', (_how, how, typed) => {
  expect(withTypedCommands('Ask `frontdesk key list` or `$&`.', how)).toBe(`Ask \`${typed}\` or \`$&\`.`);
});
