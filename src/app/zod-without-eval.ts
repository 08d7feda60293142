import * as z from 'zod/mini';

// The content security policy forbids eval. Zod tries it for each page that defines an object schema, and Firefox and
// WebKit report the attempt on the console. To take effect this must run before any schema is defined: main.tsx imports
// it first, and the build keeps it in one chunk with Zod itself.
z.config({ jitless: true });
