import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a client that is still sending may take to notice the answer before the connection is cut. */
const noticeMs = 2_000;

/** Whether a request announces a body. */
export function announcesBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * For an answer before the whole body has arrived: stops reading and closes the connection after the answer. Node alone
 * would read the rest, or close both directions at once, so that a client still sending loses the answer. Does nothing
 * if the body is complete or absent.
 */
export function leaveUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || !announcesBody(request)) return;
  reply.header('connection', 'close');
  raw.unpipe();
  raw.pause();
  raw._read(0); // otherwise Node drains a body that is not being read
  const { socket } = raw;
  process.nextTick(() => socket.pause()); // that read resumes the socket in its own tick
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), noticeMs);
    socket.once('close', () => clearTimeout(timer));
  };
}
