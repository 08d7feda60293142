/** What broke an open connection: the driver's words for it, and the system's. */
const LOST = /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/**
 * What says that there is no connection to be had. Of PostgreSQL: class 08, the connection; 53300, it has no more of them;
 * 57P0, it is being stopped or started; 25006, it is no longer the server to write to. ENOENT is that of a socket.
 */
const AWAY =
  /^(?:CONNECT_TIMEOUT|ECONNREFUSED|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ENOENT|EHOST(?:UNREACH|DOWN)|ENET(?:UNREACH|DOWN)|08...|53300|57P0.|25006)$/;

/** Whether an error, or what caused it, is that the connection to the database was lost. */
export function isLossOfConnection(error: unknown): boolean {
  return hasCode(error, LOST);
}

/** Whether an error, or what caused it, is that the database cannot be had now: it is gone, stopped, or about to come. */
export function isDatabaseAway(error: unknown): boolean {
  return hasCode(error, LOST) || hasCode(error, AWAY);
}

/** Whether an error, or what caused it, is that PostgreSQL has no room on its disk. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, /^53100$/);
}

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && codes.test(String(at.code))) return true;
  }
  return false;
}
