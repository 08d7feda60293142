// The floor: as little as a proxy in Node can do that adds a key. It checks nothing and knows nothing.
import { Agent, createServer, request } from 'node:http';

const { PORT, UPSTREAM } = process.env;
const agent = new Agent({ keepAlive: true });
const upstream = new URL(UPSTREAM ?? '');

createServer((incoming, outgoing) => {
  const passed = request(
    {
      agent,
      host: upstream.hostname,
      port: upstream.port,
      method: incoming.method,
      path: incoming.url?.slice('/api'.length),
      headers: { ...incoming.headers, authorization: 'Bearer fd_bench' },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
}).listen(Number(PORT), '127.0.0.1');
