import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { describeApi } from '#service/description/open-api.ts';
import type { ServiceEnv } from '#service/service-env.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Veterinary Practice Management REST API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="description"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#description',
  deepLinking: true,
  tryItOutEnabled: false,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** No script, style or picture comes from elsewhere, and none stands in the page; the viewer draws with style attributes. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const require = createRequire(import.meta.url);
const viewer = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/** The description of the API for machines at `/openapi.json` and for people at `/docs`; neither asks for a key. */
export function addDescriptionRoutes(app: Hono<ServiceEnv>): void {
  let description: string | null = null;
  app.get('/openapi.json', (context) => {
    description ??= JSON.stringify(describeApi());
    return context.body(description, 200, { 'Content-Type': 'application/json' });
  });

  app.get('/docs', (context) => context.html(page, 200, { 'Content-Security-Policy': POLICY }));
  app.get('/docs/start.js', (context) =>
    context.body(start, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  for (const [name, type] of Object.entries(viewer)) {
    app.get(`/docs/${name}`, async (context) => {
      const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
      const file = await readFile(join(folder, name), 'utf8');
      return context.body(file, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'max-age=3600' });
    });
  }
}
