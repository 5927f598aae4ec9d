import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from './connection.ts';

/** The API call or page for which statements are run, if other callers may have to wait for its connections. */
export interface Reading {
  /** The call or page. All readings of one kind share a few connections. */
  kind: string;
  /** True for a visitor's call, whose statements are ended after `VISITOR_TIMEOUT`. */
  isVisitor: boolean;
  /** Milliseconds that the call's statements have run so far, without their waits for a connection. */
  spent: number;
}

/** Milliseconds for a statement in a visitor's call. Then the database ends it (57014), and the answer is 503. */
export const VISITOR_TIMEOUT = 2000;

/** Most connections, of the ten in a pool, that one kind of reading holds at a time. */
const CONNECTIONS_OF_A_KIND = 3;

/** Most milliseconds that a statement waits for its turn. Then its answer fails (503), before its caller gives up. */
const LONGEST_WAIT = 5000;

/** A statement didn't get its turn in time, because other statements of its kind held all connections of this kind. */
export class StatementWaited extends Error {}

const current = new AsyncLocalStorage<Reading>();

/** Runs the reading for one answer, so that its statements are counted and take their turns. */
export const readAs = <T>(reading: Reading, read: () => Promise<T>): Promise<T> => current.run(reading, read);

/**
 * Statements with the same name take the same turns and have the same time limit. Only answers with the same name can
 * wait for one statement, because others neither caused its delay nor have its limit.
 */
export function readingQueue(): string {
  const reading = current.getStore();
  return reading === undefined ? '' : `${reading.isVisitor ? 'visitors' : 'members'} ${reading.kind}`;
}

/** The part of the driver's statements that sends them, and reports when a connection begins with one. */
interface Statement extends Promise<unknown> {
  active: boolean;
  handler: (statement: Statement) => void;
  reject: (error: Error) => void;
}

/**
 * A pool with the interface of `main`. A statement of a reading waits for its kind's turn, uses the visitors' pool for
 * a visitor, and is timed. Transactions and statements outside readings use `main` unchanged.
 * @param visitors a pool whose statements end after VISITOR_TIMEOUT
 */
export function poolInTurns(main: Pool, visitors: Pool, { longestWait = LONGEST_WAIT } = {}): Pool {
  const turns = takeTurns(CONNECTIONS_OF_A_KIND, longestWait);
  const inTurn = <T>(made: T, reading: Reading): T => {
    // The handler of a fragment is never called, because fragments are only sent as a part of another statement.
    if (made instanceof Promise) {
      const statement = made as unknown as Statement;
      const send = statement.handler;
      statement.handler = () => void sendInTurn(statement, send, reading);
    }
    return made;
  };
  const sendInTurn = async (statement: Statement, send: Statement['handler'], reading: Reading): Promise<void> => {
    try {
      await turns.enter(reading.kind);
    } catch (error) {
      statement.reject(error as Error);
      return;
    }
    const spent = timeOf(statement);
    const done = () => {
      reading.spent += spent();
      turns.leave(reading.kind);
    };
    // The statement's own `then` would send it again.
    void Promise.prototype.then.call(statement, done, done);
    send(statement);
  };
  const poolFor = (reading: Reading) => (reading.isVisitor ? visitors : main);
  return new Proxy(main, {
    apply: (target, _this, args: Parameters<Pool>) => {
      const reading = current.getStore();
      return reading === undefined ? target(...args) : inTurn(poolFor(reading)(...args), reading);
    },
    get: (target, key) => {
      const reading = current.getStore();
      if (key !== 'unsafe' || reading === undefined) return Reflect.get(target, key) as unknown;
      return (...args: Parameters<Pool['unsafe']>) => inTurn(poolFor(reading).unsafe(...args), reading);
    },
  });
}

/**
 * Times a statement from when its connection begins with it. If all connections are busy, the driver queues it behind
 * another one, whose time doesn't count. Returns a function for the milliseconds since then, 0 if the statement never
 * began.
 */
function timeOf(statement: Statement): () => number {
  let { active } = statement;
  let began: number | null = null;
  void Object.defineProperty(statement, 'active', {
    get: () => active,
    set: (now: boolean) => {
      active = now;
      if (now) began ??= performance.now();
    },
  });
  return () => (began === null ? 0 : performance.now() - began);
}

/** Admits `most` of each kind at a time. The others queue for `longest` milliseconds, then fail. */
function takeTurns(
  most: number,
  longest: number,
): { enter: (kind: string) => Promise<void>; leave: (kind: string) => void } {
  const kinds = new Map<string, { inside: number; row: Set<() => void> }>();
  return {
    async enter(kind) {
      const state = kinds.get(kind) ?? { inside: 0, row: new Set() };
      kinds.set(kind, state);
      if (state.inside < most) {
        state.inside += 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const next = () => {
          clearTimeout(timer);
          state.row.delete(next);
          resolve();
        };
        const timer = setTimeout(() => {
          state.row.delete(next);
          reject(new StatementWaited(`Statements of ${kind} waited too long for each other.`));
        }, longest);
        state.row.add(next);
      });
    },
    leave(kind) {
      const state = kinds.get(kind);
      if (state === undefined) throw new Error('A turn was left that nobody took.');
      // Hand the place to the next waiting statement, if there is one.
      const [next] = state.row;
      if (next !== undefined) return next();
      state.inside -= 1;
      if (state.inside === 0) kinds.delete(kind);
    },
  };
}
