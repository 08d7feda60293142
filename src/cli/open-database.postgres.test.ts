import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { openSharedState } from '#gateway/shared/shared-state.ts';
import { createPostgresDatabase, makeEmptyDatabase } from '#testing/databases.ts';
import { embeddedDatabaseDir } from './data-dir.ts';
import { connectConfiguredDatabase, openLockedDatabase, withConnectionErrors } from './open-database.ts';

test('a PostgreSQL that does not respond is named, without the password', async () => {
  const refused = connectConfiguredDatabase('postgres://me:hidden@127.0.0.1:1/desk');
  await expect(refused).rejects.toThrow("PostgreSQL at 127.0.0.1:1 can't be reached (ECONNREFUSED)");
  await expect(refused).rejects.not.toThrow('hidden');
});

test('a database that does not exist is reported with what to correct', async () => {
  const url = new URL(await createPostgresDatabase());
  url.pathname = '/missing';
  await expect(connectConfiguredDatabase(url.href)).rejects.toThrow(
    /rejected the connection: .*"missing".* Check DATABASE_URL/,
  );
});

test('an untrusted certificate is reported with what to do', async () => {
  const refused = connectConfiguredDatabase(`${await createPostgresDatabase()}?sslmode=verify-full`);
  await expect(refused).rejects.toThrow(
    /certificate that isn't trusted \(self-signed certificate.*\)\. Point NODE_EXTRA_CA_CERTS/,
  );
});

test('a server without TLS is reported if TLS is required', async () => {
  // Responds like PostgreSQL: "no" to encryption, then closes after an unknown message.
  const plain = createServer((socket) => {
    socket.once('data', () => {
      socket.write('N');
      socket.once('data', () => socket.resetAndDestroy());
    });
  }).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const address = plain.address();
  const port = typeof address === 'object' ? address?.port : null;
  const refused = connectConfiguredDatabase(`postgres://me:hidden@127.0.0.1:${port}/desk?sslmode=require`);
  await expect(refused).rejects.toThrow(`127.0.0.1:${port} closed the connection. Does it support TLS`);
  plain.close();
});

test('a database user without permission to create the shared state of gateways is reported with the name of the variable', async () => {
  const url = await createPostgresDatabase();
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  const user = `guest_${randomUUID().slice(0, 8)}`;
  await owner.unsafe(`create user ${user}`);
  const guest = new URL(url);
  guest.username = user;
  const opened = withConnectionErrors({ url: guest.href, variable: 'GATEWAY_DATABASE_URL' }, () =>
    openSharedState({ server: { url: guest.href }, proposeSecret: async () => 'x'.repeat(32) }),
  );
  await expect(opened).rejects.toThrow(
    /rejected the connection: permission denied .* Check GATEWAY_DATABASE_URL or the user's privileges/,
  );
  await owner.unsafe(`drop user ${user}`);
  await owner.end();
});

test('a database that other users can read causes a warning with what to do', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-wide-'));
  try {
    await makeEmptyDatabase(embeddedDatabaseDir(dataDir));
    chmodSync(dataDir, 0o775);
    chmodSync(embeddedDatabaseDir(dataDir), 0o755);
    const messages: string[] = [];
    const database = await openLockedDatabase(dataDir, (line) => messages.push(line));
    await database.close();
    expect(messages).toEqual([
      `Other users of this machine may read ${embeddedDatabaseDir(dataDir)}: run \`chmod 700 ${embeddedDatabaseDir(dataDir)}\`.`,
      `Other users of this machine may write in ${dataDir}: run \`chmod go-w ${dataDir}\`.`,
    ]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
