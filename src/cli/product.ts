import type { Logger } from 'pino';
import { createGateway } from '#gateway/gateway.ts';
import { createRemoteUpstream } from '#gateway/upstream/remote-upstream.ts';
import type { Upstream } from '#gateway/upstream/upstream.ts';
import { createService } from '#service/service.ts';
import type { Config } from './config.ts';
import { type DeskKey, issueDeskKey } from './desk-key.ts';
import { openPractice, type Practice } from './practice.ts';

/** What the app and its gateway stand on; it outlives a reload of their code. */
export interface Foundations {
  config: Config;
  logger: Logger;
  /** The embedded service's database; null where the practice API is a remote one. */
  practice: Practice | null;
  /** The key that all desks share; null where each receptionist signs in. */
  sharedKey: string | null;
  close(): Promise<void>;
}

/** Opens what the configuration names: the embedded practice with a key of its own, or nothing but a remote one's address. */
export async function layFoundations(options: {
  config: Config;
  logger: Logger;
  demo: boolean;
  remark(line: string): void;
}): Promise<Foundations> {
  const { config, logger } = options;
  if (config.practiceApiUrl !== null) {
    return { config, logger, practice: null, sharedKey: config.practiceApiKey, close: async () => undefined };
  }
  const practice = await openPractice(config, options);
  try {
    const deskKey: DeskKey | null =
      config.access === 'shared' ? await issueDeskKey(practice.database, config.dataDir) : null;
    return {
      config,
      logger,
      practice,
      sharedKey: deskKey?.key ?? null,
      async close() {
        await deskKey?.revoke();
        await practice.close();
      },
    };
  } catch (error) {
    await practice.close();
    throw error;
  }
}

/** The practice API that the gateway speaks to: the embedded service as a function, or a remote one. */
function upstreamOf({ config, logger, practice }: Foundations): Upstream {
  if (config.practiceApiUrl !== null) return createRemoteUpstream({ baseUrl: config.practiceApiUrl });
  if (practice === null) throw new Error('a product without PRACTICE_API_URL stands on a practice of its own');
  const service = createService({ database: practice.database, logger });
  return (request) => service.fetch(request);
}

/** The whole product as a function from Request to Response; `assets` is the folder of the built app. */
export function buildProduct(foundations: Foundations, assets: string | null) {
  const { config, logger, sharedKey } = foundations;
  if (sharedKey === null) throw new Error('each receptionist signs in');
  return createGateway({
    upstream: upstreamOf(foundations),
    keyring: { access: 'shared', key: () => sharedKey },
    assets: assets === null ? null : { directory: assets },
    publicOrigin: config.publicOrigin,
    timeZone: config.timeZone,
    calendarLicenseKey: config.calendarLicenseKey,
    logger,
  });
}
