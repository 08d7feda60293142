/** The codes of errors of a lost connection, from the driver and from the operating system. */
const LOST_CONNECTION_CODES = /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/**
 * The codes of errors when no connection is available. Those of PostgreSQL are: class 08, connection exceptions; 53300,
 * too many connections; 57P0x, the server is stopping or starting; 25006, the server is no longer writable. ENOENT
 * means that the Unix socket does not exist.
 */
const UNAVAILABLE_CODES =
  /^(?:CONNECT_TIMEOUT|ECONNREFUSED|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ENOENT|EHOST(?:UNREACH|DOWN)|ENET(?:UNREACH|DOWN)|08...|53300|57P0.|25006)$/;

/** Whether an error or its cause says that the connection to the database was lost. */
export function isConnectionLost(error: unknown): boolean {
  return hasCode(error, LOST_CONNECTION_CODES);
}

/** Whether an error or its cause says that the database is unavailable for the moment: gone, stopped, or starting. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return hasCode(error, LOST_CONNECTION_CODES) || hasCode(error, UNAVAILABLE_CODES);
}

/** Whether an error or its cause says that PostgreSQL's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, /^53100$/);
}

/** Whether a statement failed because the unique index `index` already has the same values. */
export function violatesUniqueIndex(error: unknown, index: string): boolean {
  return (
    hasCode(error, /^23505$/) && error instanceof Error && 'constraint_name' in error && error.constraint_name === index
  );
}

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && codes.test(String(at.code))) return true;
  }
  return false;
}
