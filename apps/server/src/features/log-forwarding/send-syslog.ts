import type { TLSSocket } from 'node:tls';
import type { LogTarget } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import { NotSent, reasonOfError } from './not-sent';

type SyslogTarget = Extract<LogTarget, { kind: 'syslog' }>;

/**
 * Sends messages over a connection of their own, and closes it. Syslog has no receipt; but by RFC 5425 the receiver answers the
 * closing with its own, which it does after it has read everything before. Only then they count as taken.
 * @throws NotSent; the reason of `stopping`, when that ends it
 */
export async function sendSyslog(
  { outbound }: Pick<Deps, 'outbound'>,
  { host, port, authority_pem }: SyslogTarget,
  frames: readonly Buffer[],
  { stopping, timeoutMs }: { stopping: AbortSignal; timeoutMs: number },
): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([stopping, timeout]);
  const failed = (why: (error: unknown) => NotSent) => (error: unknown) => {
    if (stopping.aborted) throw stopping.reason;
    throw error instanceof NotSent ? error : why(error);
  };
  const authorities = authority_pem === null ? [] : [authority_pem];
  const socket = await outbound
    .openTls({ host, port }, authorities, signal)
    .catch(failed((error) => new NotSent(timeout.aborted ? 'timeout' : reasonOfError(error, 'connection'), error)));
  try {
    await untilTaken(socket, Buffer.concat(frames), signal);
  } catch (error) {
    failed((cause) => new NotSent(reasonOfError(cause, 'closed'), cause))(error);
  } finally {
    socket.destroy();
  }
}

function untilTaken(socket: TLSSocket, bytes: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let isClosing = false;
    const abort = () => reject(new NotSent(isClosing ? 'unconfirmed' : 'timeout'));
    socket.once('finish', () => {
      isClosing = true;
    });
    socket.once('end', () => (isClosing ? resolve() : reject(new NotSent('closed'))));
    socket.on('error', reject); // also of what comes after the first one
    socket.once('close', () => {
      signal.removeEventListener('abort', abort);
      reject(new NotSent('closed'));
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    socket.resume(); // a receiver sends nothing but the end
    socket.end(bytes);
  });
}
