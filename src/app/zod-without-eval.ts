import * as z from 'zod/mini';

// The content security policy forbids eval. Zod tries it once per page that defines an object schema, and Firefox and
// WebKit log the attempt to the console. This must run before any schema is defined: main.tsx imports it first, and the
// build keeps it in the same chunk as Zod.
z.config({ jitless: true });
