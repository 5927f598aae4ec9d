// The database driver does not outlive a lost connection (docs/decisions/2026-11-21-lost-connections.md says how it
// shows, and server/db/lost-connection.test.ts fails without each of these), nor a copy whose reader is slow or gives up
// (server/db/copy.test.ts), and holds small messages back. Runs under the machine's own Node, too.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is patched, where, and by what. `before` stands in the file once. */
const PATCHES = [
  {
    why: 'What one connection had not sent or not answered fails with it and does not wait for the next one.',
    file: 'connection.js',
    before: `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    after: `    nextWriteTimer = chunk = null

    if (initial && options.host.length > 1)
      return reconnect()

    ;(initial || query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = errorResponse = results = null
    result = new Result()
    rows = 0
`,
  },
  {
    why: 'The query for which the types were asked has failed already; nobody waits for the question itself.',
    file: 'connection.js',
    before: `        return fetchArrayTypes()
`,
    after: `        return fetchArrayTypes().catch(noop)
`,
  },
  {
    why: 'A transaction whose connection was lost says nothing on the one that took its place.',
    file: 'index.js',
    before: `        new Promise((_, reject) => connection.onclose = reject)
`,
    after: `        new Promise((_, reject) => connection.onclose = e => {
          lost = e
          while (queries.length)
            queries.shift().reject(e)
          reject(e)
        })
`,
  },
  {
    why: 'The same.',
    file: 'index.js',
    before: `        q.catch(e => uncaughtError || (uncaughtError = e))
`,
    after: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)

`,
  },
  {
    why: 'The same.',
    file: 'index.js',
    before: `      , connection
      , prepare = null
`,
    after: `      , connection
      , lost = null
      , prepare = null
`,
  },
  {
    why: 'A copy whose reader is done, at its end or before, leaves a connection that is read on.',
    file: 'connection.js',
    before: `    stream = new Stream.Readable({
      read() { socket.resume() }
    })
`,
    after: `    stream = new Stream.Readable({
      read() { socket.resume() },
      destroy(error, callback) {
        if (stream === this)
          stream = null
        socket.resume()
        callback(error)
      }
    })
`,
  },
  {
    why: 'A small message after another does not wait for the answer to it, which may itself wait for 40 ms.',
    file: 'connection.js',
    before: `      keep_alive && socket.setKeepAlive && socket.setKeepAlive(true, 1000 * keep_alive)
`,
    after: `      socket.setNoDelay && socket.setNoDelay(true)
      keep_alive && socket.setKeepAlive && socket.setKeepAlive(true, 1000 * keep_alive)
`,
  },
];

/**
 * Patches the installed driver where that was not done yet. Throws with a sentence when its text is another one.
 * @param {string} folder its `node_modules/postgres`
 */
export function patchPostgres(folder) {
  // All or none: half of the patches do not fit together.
  const files = [...new Set(PATCHES.map((patch) => patch.file))].map((file) => patched(folder, file));
  for (const { path, installed, text } of files) {
    if (text === installed) continue;
    // Whoever reads it at this moment reads the one or the other, never half of it.
    writeFileSync(`${path}.${process.pid}`, text);
    renameSync(`${path}.${process.pid}`, path);
  }
}

function patched(folder, file) {
  const path = join(folder, 'src', file);
  const installed = readFileSync(path, 'utf8');
  let text = installed;
  for (const { before, after } of PATCHES.filter((patch) => patch.file === file)) {
    if (text.includes(after)) continue;
    if (text.split(before).length !== 2)
      throw new Error(
        `The database driver is another version than the one that scripts/patch-postgres.mjs knows: ${path} does not contain the code to patch.`,
      );
    text = text.replace(before, () => after);
  }
  return { path, installed, text };
}
