/**
 * Limits for the HTTP server in front of the gateway (`node:http` server options, milliseconds): a connection that sends
 * its request too slowly is closed. Answers may take as long as the gateway's own time limits let them.
 */
export const serverLimits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 } as const;
