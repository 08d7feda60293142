import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/**
 * The steps at which a mail server can respond otherwise: before its greeting, to the sign-in, to the sender, to a recipient,
 * when the content begins (`cut` or `hang`), and once all of the message is there.
 */
export type MailStep = 'connect' | 'sign_in' | 'from' | 'to' | 'content' | 'message';

/** A refusal with this code; `cut` ends the connection, and `hang` never responds. */
export type MailResponse = 'accept' | 'cut' | 'hang' | number;

/** What a mail server was given. */
export interface ReceivedMail {
  /** The sender and the recipients of the envelope. */
  from: string;
  to: string[];
  mail: ParsedMail;
  raw: string;
}

/**
 * A real SMTP server on a free port, which accepts everything until `respond` says otherwise.
 *
 * @example server.respond = (step, address) => (step === 'to' && address === 'nobody@example.org' ? 550 : 'accept');
 */
export interface MailServer {
  /** The value of `SMTP_URL`. */
  readonly url: string;
  readonly port: number;
  /** The number of connections so far. */
  connections: number;
  /** All messages whose content came whole and was not refused, whether the sender was told so or not. */
  readonly received: ReceivedMail[];
  /** `address` is that of the step, or null. */
  respond(step: MailStep, address: string | null): MailResponse;
  stop(): Promise<void>;
}

/** `signIn` is what is needed to sign in, as `user:password`; `tls` makes the server speak TLS from the start. */
export async function startMailServer(
  options: { signIn?: string; tls?: { key: string; cert: string } } = {},
): Promise<MailServer> {
  const sockets = new Map<number, Socket>();
  const smtp = new SMTPServer({
    ...options.tls,
    secure: options.tls !== undefined,
    authOptional: options.signIn === undefined,
    allowInsecureAuth: true,
    disabledCommands: options.tls === undefined ? ['STARTTLS'] : [],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (session, callback) => answer('connect', null, session, callback),
    onAuth({ username, password }, session, callback) {
      if (`${username}:${password}` !== options.signIn) return callback(refusal(535));
      answer('sign_in', username ?? null, session, (error) => callback(error, { user: username }));
    },
    onMailFrom: ({ address }, session, callback) => answer('from', address, session, callback),
    onRcptTo: ({ address }, session, callback) => answer('to', address, session, callback),
    // A client may go away in the middle of its message.
    onData: (stream, session, callback) => void receive(stream, session, callback).catch(callback),
  });
  smtp.on('error', () => {
    // Connections that are cut, by either side.
  });
  smtp.server.on(options.tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    server.connections += 1;
    sockets.set(socket.remotePort ?? 0, socket);
  });

  function answer(step: MailStep, address: string | null, session: SMTPServerSession, callback: Callback) {
    carryOut(server.respond(step, address), session, callback);
  }
  function carryOut(response: MailResponse, session: SMTPServerSession, callback: Callback) {
    if (response === 'cut') sockets.get(session.remotePort)?.destroy();
    else if (response === 'accept') callback();
    else if (response !== 'hang') callback(refusal(response));
  }

  async function receive(stream: Readable, session: SMTPServerSession, callback: Callback) {
    const atContent = server.respond('content', null);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      // The response to DATA has left by now.
      if (atContent !== 'accept') return carryOut(atContent, session, callback);
      chunks.push(chunk);
    }
    const raw = Buffer.concat(chunks).toString();
    const mail = await simpleParser(raw);
    const response = server.respond('message', null);
    if (typeof response !== 'number') {
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom === false ? '' : mailFrom.address;
      server.received.push({ from, to: rcptTo.map(({ address }) => address), mail, raw });
    }
    carryOut(response, session, callback);
  }

  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const signIn = options.signIn === undefined ? '' : `${options.signIn}@`;
  const server: MailServer = {
    url: `${options.tls === undefined ? 'smtp' : 'smtps'}://${signIn}127.0.0.1:${port}`,
    port,
    connections: 0,
    received: [],
    respond: () => 'accept',
    stop() {
      for (const socket of sockets.values()) socket.destroy();
      return new Promise((resolve) => smtp.close(() => resolve()));
    },
  };
  return server;
}

type Callback = (error?: Error | null) => void;

const refusal = (responseCode: number) => Object.assign(new Error('Not here'), { responseCode });
