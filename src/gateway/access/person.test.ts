import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DeskSession, deskSessionSchema } from '#contract/desk.ts';
import { createGatewayHarness, deskOrigin, withSignIn } from '#testing/gateway-harness.ts';

const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
const [alice, bob] = ['fd_alice-key-0123456789', 'fd_bob-key-0123456789'];
const headers = { origin: deskOrigin, host: '127.0.0.1:4100' };

function service(request: Request): Response {
  const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
  return [alice, bob].includes(key)
    ? Response.json(page)
    : Response.json({ message: 'authorization_required' }, { status: 401 });
}

type Told = DeskSession & { cookie: string };

/** A desk of its own with a secret of its own, and signing in at it. */
function atDesk(
  use: (signIn: (key: string) => Promise<Told>, directory: string, harness: Harness) => Promise<void>,
): Promise<void> {
  return withSignIn(async (keyring, directory) => {
    const harness = await createGatewayHarness({ keyring, service });
    const signIn = async (key: string) => {
      const answer = await harness.post('/desk/session', { apiKey: key }, headers);
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
      return { ...deskSessionSchema.parse(await answer.json()), cookie };
    };
    await use(signIn, directory, harness).finally(harness.close);
  });
}

type Harness = Awaited<ReturnType<typeof createGatewayHarness>>;

it('names whoever signs in, the same at every sign-in, another for another key, nobody before', () =>
  atDesk(async (signIn, _directory, harness) => {
    const before = deskSessionSchema.parse(await (await harness.get('/desk/session', headers)).json());
    expect(before.person).toBeNull();
    const [first, again, other] = [await signIn(alice), await signIn(alice), await signIn(bob)];
    expect(first.person).toMatch(/^[\w-]{16}$/);
    expect(again.person).toBe(first.person);
    expect(other.person).not.toBe(first.person);
    const later = await harness.get('/desk/session', { ...headers, cookie: first.cookie });
    expect(await later.json()).toMatchObject({ person: first.person });
  }));

it('names nobody where one key serves every desk', async () => {
  const harness = await createGatewayHarness({ service: () => Response.json(page) });
  expect(await (await harness.get('/desk/session', headers)).json()).toMatchObject({ signedIn: true, person: null });
  await harness.close();
});

it('gives a name that opens nothing and that no digest of the key alone gives away', () =>
  atDesk(async (signIn, directory, harness) => {
    const { person } = await signIn(alice);
    if (person === null) throw new Error('nobody is signed in');
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      const digest = createHash(algorithm).update(alice).digest();
      for (const text of [digest.toString('base64url'), digest.toString('hex')]) expect(text).not.toContain(person);
    }
    // Nor does the list of sessions that the gateway keeps hold it.
    expect(await readFile(join(directory, 'sessions.json'), 'utf8')).not.toContain(person);
    const opened = await harness.get('/api/v1/companies', { ...headers, cookie: `frontdesk=${person}` });
    expect(opened.status).toBe(401);
    expect((await harness.post('/desk/session', { apiKey: person }, headers)).status).toBe(401);
    await atDesk(async (signInElsewhere) => {
      expect((await signInElsewhere(alice)).person).not.toBe(person);
    });
  }));
