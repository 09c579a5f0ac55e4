import { Socket } from 'node:net';

/**
 * Breaks itself when nothing has come or gone for so long. What lies between may swallow everything and close nothing, and
 * TCP by itself would wait for a quarter of an hour.
 */
export function impatientSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    socket.destroy(Object.assign(new Error('The database has not answered for too long'), { code: 'ETIMEDOUT' }));
  });
  return socket;
}
