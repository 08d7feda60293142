import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHostileUpstream, type HostileUpstream } from '#testing/hostile-upstream.ts';
import { createRemoteUpstream } from './remote-upstream.ts';
import { UnusableAnswer, UpstreamFailure, upstreamOrigin } from './upstream.ts';

const PETS = 'GET /v1/pets';
const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
let hostile: HostileUpstream;

beforeEach(async () => {
  hostile = await createHostileUpstream();
});
afterEach(() => hostile.close());

const read = (baseUrl = hostile.url) =>
  createRemoteUpstream({ baseUrl })(new Request(`${upstreamOrigin}/v1/pets?query=a%20b`));

function create() {
  const upstream = createRemoteUpstream({ baseUrl: hostile.url });
  return upstream(new Request(`${upstreamOrigin}/v1/appointments`, { method: 'POST', body: '{}' }));
}

async function failureOf(answer: Response | Promise<Response>): Promise<unknown> {
  try {
    await answer;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

describe('createRemoteUpstream', () => {
  it('keeps the path of the base address', async () => {
    for (const base of [`${hostile.url}/api`, `${hostile.url}/api/`]) await read(base);
    await read();
    expect(hostile.seen.map(({ path }) => path)).toEqual([
      '/api/v1/pets?query=a%20b',
      '/api/v1/pets?query=a%20b',
      '/v1/pets?query=a%20b',
    ]);
  });

  it('unpacks what travelled compressed', async () => {
    hostile.next(PETS, 'gzip');
    const answer = await read();
    expect(await answer.json()).toEqual(page);
    expect(answer.headers.has('content-encoding')).toBe(false);
  });

  it('refuses what is packed badly', async () => {
    hostile.next(PETS, 'broken-gzip');
    expect(await failureOf(read())).toBeInstanceOf(UnusableAnswer);
  });

  it('hands a redirect on without following it', async () => {
    hostile.next(PETS, 'redirect');
    expect((await read()).status).toBe(307);
    expect(hostile.seen).toHaveLength(1);
  });

  it.each(['reset-before', 'reset-after', 'truncated'] as const)(
    'does not know whether a create was made: %s',
    async (fault) => {
      hostile.next('POST /v1/appointments', fault);
      expect(await failureOf(create())).toMatchObject({ sent: true });
    },
  );

  it('knows that nothing was sent where no connection was made', async () => {
    await hostile.refuse();
    expect(await failureOf(create())).toMatchObject({ sent: false });
    expect(await failureOf(read())).toBeInstanceOf(UpstreamFailure);
    const nowhere = createRemoteUpstream({ baseUrl: 'http://no-such-host.invalid' });
    expect(await failureOf(nowhere(new Request(`${upstreamOrigin}/ping`)))).toMatchObject({ sent: false });
  });
});
