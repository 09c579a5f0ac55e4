import type { FastifyReply, FastifyRequest } from 'fastify';

/** So long somebody who is still sending has to notice the answer; then the connection ends under them. */
const noticeMs = 2_000;

/** Whether a request announces a body. */
export function announcesBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * For an answer that comes before the whole body has arrived: nothing more of it is read, and the connection is closed
 * after the answer. Node alone would read the rest to its end, or close both ways at once, which takes the answer from
 * a client that is still sending. Does nothing where the body is whole or there is none.
 */
export function leaveUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || !announcesBody(request)) return;
  reply.header('connection', 'close');
  raw.unpipe();
  raw.pause();
  raw._read(0); // or Node reads to its end what nobody has begun to read
  const { socket } = raw;
  process.nextTick(() => socket.pause()); // that beginning resumes the socket in a tick of its own
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), noticeMs);
    socket.once('close', () => clearTimeout(timer));
  };
}
