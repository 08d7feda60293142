import type { Hono } from 'hono';
import { enumNameSchema, enumNames } from '#contract/enums.ts';
import { ServiceError } from '#contract/error.ts';
import { enumsQuerySchema, pingQuerySchema } from '#contract/resources.ts';
import { reachOf } from '#service/domain/caller.ts';
import { enums } from '#service/domain/enums.ts';
import { requireKey } from '#service/middleware/require-key.ts';
import type { ServiceEnv, ServiceParts } from '#service/service-env.ts';
import { readQuery } from './read-query.ts';

/** The health check and the enums (sections 4.1 and 4.5). */
export function addPingAndEnumRoutes(app: Hono<ServiceEnv>, parts: ServiceParts): void {
  const key = requireKey(parts);

  app.get('/ping', key, (context) => {
    reachOf(context.get('caller'), readQuery(context.req.url, pingQuerySchema, { storeIds: 'list' }));
    return context.json('pong');
  });

  app.get('/v1/enums', key, (context) => {
    reachOf(context.get('caller'), readQuery(context.req.url, enumsQuerySchema, {}));
    return context.json(enums);
  });

  app.get('/v1/enums/:enumName', key, (context) => {
    reachOf(context.get('caller'), readQuery(context.req.url, enumsQuerySchema, {}));
    const name = enumNameSchema.safeParse(context.req.param('enumName'));
    if (!name.success) throw new ServiceError('not_found', `enumName: use one of ${enumNames.join(', ')}`);
    return context.json(enums[name.data]);
  });
}
