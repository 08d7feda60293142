import type { Logger } from 'pino';
import { openSignIn } from '#gateway/access/open-sign-in.ts';
import { createGateway, type Gateway } from '#gateway/gateway.ts';
import type { Keyring } from '#gateway/keyring.ts';
import { createRemoteUpstream } from '#gateway/upstream/remote-upstream.ts';
import type { Upstream } from '#gateway/upstream/upstream.ts';
import { createService } from '#service/service.ts';
import type { Config } from './config.ts';
import { issueDeskKey } from './desk-key.ts';
import { openPractice, type Practice } from './practice.ts';

/** What the app and its gateway stand on; it outlives a reload of their code. */
export interface Foundations {
  config: Config;
  logger: Logger;
  /** The embedded service's database; null where the practice API is a remote one. */
  practice: Practice | null;
  keyring: Keyring;
  close(): Promise<void>;
}

/** Opens what the configuration names: the embedded practice with a key of its own, or nothing but a remote one's address. */
export async function layFoundations(options: {
  config: Config;
  logger: Logger;
  demo: boolean;
  remark(line: string): void;
  /** The practice, where it is open already; it is closed with what stands on it. */
  practice?: Practice;
}): Promise<Foundations> {
  const { config, logger } = options;
  if (config.practiceApiUrl !== null) {
    const keyring = config.practiceApiKey === null ? await signInOf(config) : sharedKeyring(config.practiceApiKey);
    return { config, logger, practice: null, keyring, close: async () => undefined };
  }
  const practice = options.practice ?? (await openPractice(config, options));
  try {
    if (config.access === 'sign_in') {
      return { config, logger, practice, keyring: await signInOf(config), close: () => practice.close() };
    }
    const desk = await issueDeskKey(practice.database, config.dataDir);
    return {
      config,
      logger,
      practice,
      keyring: sharedKeyring(desk.key),
      async close() {
        await desk.revoke();
        await practice.close();
      },
    };
  } catch (error) {
    await practice.close();
    throw error;
  }
}

function sharedKeyring(key: string): Keyring {
  return { access: 'shared', key: () => key };
}

function signInOf({ dataDir, sessionSecret }: Config): Promise<Keyring> {
  return openSignIn({ directory: dataDir, sessionSecret });
}

/** The practice API that the gateway speaks to: the embedded service as a function, or a remote one. */
function upstreamOf({ config, logger, practice }: Foundations): Upstream {
  if (config.practiceApiUrl !== null) return createRemoteUpstream({ baseUrl: config.practiceApiUrl });
  if (practice === null) throw new Error('a product without PRACTICE_API_URL stands on a practice of its own');
  const service = createService({ database: practice.database, logger });
  return (request) => service.fetch(request);
}

/** The whole product as a function from Request to Response; `assets` is the folder of the built app. */
export function buildProduct(foundations: Foundations, assets: string | null): Gateway {
  const { config, keyring, logger } = foundations;
  return createGateway({
    upstream: upstreamOf(foundations),
    keyring,
    assets: assets === null ? null : { directory: assets },
    publicOrigin: config.publicOrigin,
    hosts: config.hosts,
    metricsToken: config.metricsToken,
    timeZone: config.timeZone,
    practiceSystemUrl: config.practiceSystemUrl,
    ...(config.calendarLicenseKey === undefined ? {} : { calendarLicenseKey: config.calendarLicenseKey }),
    logger,
  });
}
