import { type Socket, connect, createServer } from 'node:net';
import { freePort } from '../platform/db/free-port.ts';

/** A proxy between a process and the real PostgreSQL, which interrupts connections for a test. */
export interface DatabaseProxy {
  /** The database's address through this proxy. */
  url: string;
  /** Resets every connection, like the machine of a killed server. New connections are accepted. */
  cut(): void;
  /** Ends every connection without an error, like a server that stops. */
  hangUp(): void;
  /** Sets a function that answers new connections instead of the database; null passes them on again. */
  answer(how: ((client: Socket) => void) | null): void;
  /** Called with the data of each client before it is passed on. */
  onQuery: (bytes: Buffer) => void;
  /** Called with the database's answers. */
  onAnswer: (bytes: Buffer) => void;
  /** Listens again, on the same port. */
  back(): Promise<void>;
  /** Stops listening, and resets every connection. */
  away(): Promise<void>;
  close(): Promise<void>;
}

/** @param target the database's own address */
export async function openDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let answer: ((client: Socket) => void) | null = null;
  const server = createServer({ noDelay: true }, (client) => {
    client.on('error', () => {});
    if (answer) {
      client.resume();
      return answer(client);
    }
    const upstream = connect({ port: Number(port), host: hostname, noDelay: true });
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    upstream.on('error', () => client.destroy());
    client.on('data', (bytes: Buffer) => proxy.onQuery(bytes));
    upstream.on('data', (bytes: Buffer) => proxy.onAnswer(bytes));
    client.pipe(upstream).pipe(client);
    for (const one of pair)
      one.on('close', () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
  });
  const listen = (at: number) => new Promise<void>((done) => server.listen(at, '127.0.0.1', done));
  const own = await freePort();
  await listen(own);
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(own);
  const end = (how: (client: Socket) => void) => {
    for (const [client, upstream] of pairs) {
      how(client);
      upstream.destroy();
    }
  };
  const proxy: DatabaseProxy = {
    url: url.href,
    cut: () => end((client) => client.resetAndDestroy()),
    hangUp: () => end((client) => client.destroy()),
    answer: (how) => void (answer = how),
    onQuery: () => {},
    onAnswer: () => {},
    back: () => listen(own),
    away: () =>
      new Promise((done) => {
        server.close(() => done());
        proxy.cut();
      }),
    close: () => (server.listening ? proxy.away() : Promise.resolve()),
  };
  return proxy;
}
