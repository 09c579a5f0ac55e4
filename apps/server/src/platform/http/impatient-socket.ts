import { Socket } from 'node:net';

/**
 * A socket that fails after this long without traffic. A network device may drop packets silently, and TCP alone would
 * wait a quarter of an hour.
 */
export function impatientSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    socket.destroy(Object.assign(new Error('The database has not answered for too long'), { code: 'ETIMEDOUT' }));
  });
  return socket;
}
