import { Socket } from 'node:net';
import { vi } from 'vitest';

/** Collects every socket that this process connects from now on, in order, until mocks are restored. */
export function openedSockets(): Socket[] {
  const sockets: Socket[] = [];
  const open = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...where: unknown[]) {
    sockets.push(this);
    return Reflect.apply(open, this, where) as Socket;
  });
  return sockets;
}
