// The common parts of all scripts that run in `node-child.ts`. They are plain JavaScript, because translating
// TypeScript would take longer and more memory than most of their work.
import { fstatSync, readFileSync, readSync, writeSync } from 'node:fs';

/** The input: a file from a stranger, open for reading. */
const INPUT = 0;
const OUTPUT = 1;

/**
 * Drops all privileges where the sandbox leaves that to this process, because the new system account may not be able to
 * reach our own modules. Call it when everything is loaded, and before the first byte of the input is read.
 */
export function dropPrivileges() {
  const account = Number(process.env['DECODER_ACCOUNT'] ?? 0);
  if (account === 0) return;
  process.setgroups?.([]);
  process.setgid?.(account);
  process.setuid?.(account);
}

/**
 * All of the input, at most this many bytes.
 * @param {number} most
 */
export function wholeInput(most) {
  const parts = [];
  for (let bytes = 0; bytes <= most;) {
    const part = Buffer.allocUnsafe(2 ** 16);
    const read = readSync(INPUT, part, 0, part.length, null);
    if (read === 0) return Buffer.concat(parts);
    bytes += read;
    parts.push(part.subarray(0, read));
  }
  throw new Refusal('image-size', `more than ${most} bytes`);
}

/** The input as a Blob whose parts are read on demand. */
export class InputBlob extends Blob {
  #from;
  #to;
  #type;
  /**
   * @param {string} type
   * @param {number} from
   * @param {number} to
   */
  constructor(type, from = 0, to = fstatSync(INPUT).size) {
    super();
    this.#from = from;
    this.#to = to;
    this.#type = type;
  }
  get size() {
    return this.#to - this.#from;
  }
  get type() {
    return this.#type;
  }
  /**
   * @param {number} start
   * @param {number} end
   */
  slice(start = 0, end = this.size) {
    const at = (/** @type {number} */ place) => Math.min(this.#to, this.#from + Math.max(0, place));
    return new InputBlob(this.#type, at(start), Math.max(at(start), at(end)));
  }
  async arrayBuffer() {
    const bytes = new Uint8Array(this.size);
    for (let done = 0; done < bytes.length;) {
      const read = readSync(INPUT, bytes, done, bytes.length - done, this.#from + done);
      if (read === 0) break;
      done += read;
    }
    return bytes.buffer;
  }
}

/** The peak memory of this process (bytes); null where the system doesn't report it. */
export function peakMemory() {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/** A fault of the input, as a code of `processing-error.ts`. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} detail
   */
  constructor(code, detail) {
    super(detail);
    this.code = code;
  }
}

/** Never notified, so waiting for it is a pause. */
const NEVER = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes as many bytes as fit; pauses briefly when none do. If a library so much as looks at `process.stdout`, the
 * output becomes non-blocking and refuses (EAGAIN) bytes that don't fit at once.
 * @param {Uint8Array} bytes
 * @param {number} from
 */
function writeSome(bytes, from) {
  try {
    return writeSync(OUTPUT, bytes, from);
  } catch (error) {
    if (error?.code !== 'EAGAIN') throw error;
    Atomics.wait(NEVER, 0, 0, 1);
    return 0;
  }
}

/**
 * Writes the result: a line of JSON, then bytes.
 * @param {object} head
 * @param {Uint8Array[]} parts
 */
export function answer(head, parts = []) {
  for (const part of [Buffer.from(`${JSON.stringify(head)}\n`), ...parts])
    for (let done = 0; done < part.length;) done += writeSome(part, done);
}
