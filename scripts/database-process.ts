// `node scripts/database-process.ts DATA_DIR [durable]`: an embedded PostgreSQL that ends when the process that started
// it with a channel is gone, however that process ended.
import { startEmbedded } from '../server/platform/db/embedded.ts';
import { ignoreClosedOutput } from '../server/frame/supervisor/unread-output.ts';

ignoreClosedOutput();
const gone = new Promise<void>((done) => (process.connected ? process.once('disconnect', done) : done()));
const [dataDir = '', durable] = process.argv.slice(2);
const server = await startEmbedded({ dataDir, log: console.log, durable: durable === 'durable' });
const { url, folder } = server;
// The parent process may be gone by now.
process.send?.({ url, folder }, () => {});
await gone;
await server.stop();
