/** What is used of ws, which comes without types. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { AddressInfo } from 'node:net';

  export class WebSocket extends EventEmitter<{ open: []; close: []; error: [Error]; message: [Buffer] }> {
    constructor(address: string);
    send(text: string): void;
    close(): void;
  }
  export class WebSocketServer extends EventEmitter<{ connection: [WebSocket, { url?: string }]; listening: [] }> {
    constructor(options: { host: string; port: number });
    address(): AddressInfo | string | null;
  }
}
