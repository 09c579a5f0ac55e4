import { hostname } from 'node:os';
import type { Deps } from '#platform/deps';
import product from '../../../package.json' with { type: 'json' };
import { appendToFile } from './append-file';
import { type DestinationRow, withFileLock } from './destination-queries';
import type { ForwardedEvent, Sender } from './forwarded-event';
import { sendSyslog } from './send-syslog';
import { eventLine, syslogFrame } from './syslog';

export type Sending = Pick<Deps, 'config' | 'outbound' | 'db'> & { limits?: { timeoutMs: number } };

/** For connecting, sending, and the receiver's answer to the closing. */
const timeoutMs = 30_000;

function senderOf({ publicUrl }: Deps['config']): Sender {
  const host = publicUrl === undefined ? hostname() : new URL(publicUrl).hostname;
  return { version: product.version, host, publicUrl };
}

/** Of a batch, so that it is taken within its time. */
const maxBytes = 1_000_000;

/**
 * Sends entries in their order, as many as make a batch.
 * @returns how many; they were taken
 * @throws NotSent; the reason of `stopping`
 */
export async function sendEntries(
  deps: Sending,
  { target, format }: Pick<DestinationRow, 'target' | 'format'>,
  events: readonly ForwardedEvent[],
  stopping: AbortSignal,
): Promise<number> {
  const sender = senderOf(deps.config);
  if (target.kind === 'file') {
    const lines = batchOf(events, (event) => Buffer.from(`${eventLine(format, event, sender)}\n`), maxBytes);
    const name = `${target.file} ${format}`;
    await withFileLock(deps.db, name, () => appendToFile(deps.config.dataDir, target, format, Buffer.concat(lines)));
    return lines.length;
  }
  const frames = batchOf(events, (event) => syslogFrame(format, event, sender), maxBytes);
  await sendSyslog(deps, target, frames, { stopping, timeoutMs: deps.limits?.timeoutMs ?? timeoutMs });
  return frames.length;
}

/** The first entries, written, that are no longer together than this; but at least one. */
export function batchOf<T>(entries: readonly T[], write: (entry: T) => Buffer, max: number): Buffer[] {
  const batch: Buffer[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const written = write(entry);
    bytes += written.length;
    if (batch.length > 0 && bytes > max) break;
    batch.push(written);
  }
  return batch;
}
