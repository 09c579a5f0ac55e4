import { createHash } from 'node:crypto';
import { say } from '@key2xs/texts';
import { z } from 'zod';
import { CursorExpired } from '../../called-source-driver';
import { EntraError } from '../entra-error';

const Feed = z.enum(['users', 'groups']);
export type Feed = z.infer<typeof Feed>;

const Cursor = z.object({
  v: z.literal(1),
  /** The request at the start of the read. Other attributes need another start. */
  asked: z.string(),
  feed: Feed,
  /** Where the feed continues; missing at its start. */
  at: z.string().optional(),
  /** A complete read, in which missing values are empty rather than unchanged. */
  whole: z.boolean(),
  pages: z.int().nonnegative(),
  /** An earlier page of this feed, to detect a loop. */
  mark: z.string().optional(),
  /** Where to continue each completed feed later. */
  users: z.string().optional(),
  groups: z.string().optional(),
});
export type Cursor = z.infer<typeof Cursor>;

export const startOf = (asked: string): Cursor => ({ v: 1, asked, feed: 'users', whole: true, pages: 0 });

export const writeCursor = (cursor: Cursor): string => JSON.stringify(cursor);

/** @throws CursorExpired for another request, or another version of this driver */
export function readCursor(text: string, asked: string): Cursor {
  const read = Cursor.safeParse(parsed(text));
  if (!read.success || read.data.asked !== asked) throw new CursorExpired('the mapping is not the one it began with');
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A million people in pages of ten. */
const maxPages = 100_000;

/**
 * The cursor after a page that is followed by another. Detects loops of any length (Brent's algorithm): the mark moves to the
 * current page whenever the number of pages has doubled since its last move, so that it is eventually inside the loop and is
 * met again.
 * @throws EntraError bad_answer
 */
export function onward(cursor: Cursor, next: string): Cursor {
  const pages = cursor.pages + 1;
  const place = createHash('sha256').update(next).digest('base64url');
  if (next === cursor.at || place === cursor.mark)
    throw new EntraError('bad_answer', { detail: say('entraCase.loop') });
  if (pages >= maxPages) {
    throw new EntraError('bad_answer', { detail: say('entraCase.tooManyPages', { most: maxPages }) });
  }
  const moves = (pages & (pages - 1)) === 0;
  return { ...cursor, at: next, pages, ...(moves && { mark: place }) };
}

/** The cursor after the last page of a feed: the next feed, or the end. */
export function pastFeed(cursor: Cursor, later: string, hasGroups: boolean): { more: Cursor } | { end: Cursor } {
  const { mark: _, at: __, ...rest } = cursor;
  if (cursor.feed === 'users' && hasGroups) {
    const groups: Cursor = { ...rest, users: later, feed: 'groups', pages: 0 };
    return { more: cursor.groups === undefined ? groups : { ...groups, at: cursor.groups } };
  }
  const ended = cursor.feed === 'users' ? { ...rest, users: later } : { ...rest, groups: later };
  const { users } = ended;
  const begin: Cursor = { ...ended, feed: 'users', whole: false, pages: 0 };
  return { end: users === undefined ? begin : { ...begin, at: users } };
}
