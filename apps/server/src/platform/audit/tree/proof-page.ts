import { z } from 'zod';
import { canonicalJson, hashDetails } from '../audit';
import { fingerprintOf, headText, isHeadSigned, leafOf, type SignedHead } from './head';
import { provesConsistency, provesInclusion } from './merkle';

const Hex = z.string().regex(/^[0-9a-f]{64}$/);
const Base64 = z.base64();
const Count = z.int().min(0);

const Entry = z.object({
  position: Count.describe('In the chain, from 1.'),
  id: z.string(),
  at_text: z.string(),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  action: z.string(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
  details_salt: z.string(),
  details_hash: z.string(),
  proof: z.array(Hex),
});

/** A page of the log that proves itself: entries, what leads from each to the root of the tree, and the signed head. */
export const ProofPage = z.object({
  format: z.literal('key2xs-audit-page-1'),
  filter: z.record(z.string(), z.unknown()),
  head: z.object({ size: Count, root: Hex, at: z.string(), public_key: Base64, signature: Base64 }),
  consistency: z.object({ size: Count, proof: z.array(Hex) }).nullable(),
  /** A head that an authority has stamped, the token as DER, and what leads from that head to this one. */
  time_stamp: z
    .object({ size: Count, root: Hex, at: z.string(), signature: Base64, token: Base64, proof: z.array(Hex) })
    .nullable()
    .default(null),
  entries: z.array(Entry),
});
export type ProofPage = z.infer<typeof ProofPage>;

/** What a file says against itself; nothing where it proves what it has. */
export type PageFindings = { findings: string[]; notes: string[]; fingerprint: string };

type Known = {
  /** A file from before, of which this one has to be the continuation. */
  earlier?: ProofPage | undefined;
  /** Fingerprint of the key, as it was noted elsewhere. */
  fingerprint?: string | undefined;
};

/** Verifies a page without the log, its database or its secret key. */
export function verifyPage(page: ProofPage, { earlier, fingerprint }: Known = {}): PageFindings {
  const own = fingerprintOf(publicKeyIn(page));
  const findings: string[] = [];
  if (fingerprint !== undefined && fingerprint !== own) {
    findings.push(`The head is signed with another key than ${fingerprint}.`);
  }
  if (!isHeadSigned(publicKeyIn(page), headIn(page))) findings.push('The head is not signed with the key in the file.');
  findings.push(...page.entries.flatMap((entry) => findingsOf(page, entry)), ...twice(page));
  const gaps = gapsIn(page);
  const isFiltered = Object.keys(page.filter).length > 0;
  if (!isFiltered) findings.push(...gaps.map((gap) => `${gap} missing, though the page was not filtered.`));
  findings.push(...findingsOfStamp(page));
  if (earlier) findings.push(...findingsBetween(earlier, page));
  const notes =
    isFiltered && gaps.length > 0 ? [`${gaps.length} ranges of entries are not on the page: it was filtered.`] : [];
  return { findings, notes, fingerprint: own };
}

type EntryOfPage = ProofPage['entries'][number];

function findingsOf({ head }: ProofPage, { position, proof, details, details_salt, ...event }: EntryOfPage): string[] {
  const wanted = { leaf: leafOf(event), index: position - 1, size: head.size, root: bytesOf(head.root) };
  if (!provesInclusion(proof.map(bytesOf), wanted)) {
    return [`Entry ${position} was changed, or is not the one at this position.`];
  }
  const isErased = details === null && details_salt.startsWith('erased:');
  const text = details === null ? null : canonicalJson(details);
  if (isErased || hashDetails(details_salt, text) === event.details_hash) return [];
  return [`The details of entry ${position} were changed.`];
}

function twice({ entries }: ProofPage): string[] {
  const seen = new Set<number>();
  return entries.flatMap(({ position }) => {
    if (seen.has(position)) return [`Entry ${position} is on the page more than once.`];
    seen.add(position);
    return [];
  });
}

function gapsIn({ entries }: ProofPage): string[] {
  const positions = entries.map(({ position }) => position).sort((one, other) => one - other);
  return positions.flatMap((position, n) => {
    const before = positions[n - 1] ?? position - 1;
    if (position <= before + 1) return [];
    return [position === before + 2 ? `Entry ${before + 1} is` : `Entries ${before + 1} to ${position - 1} are`];
  });
}

/** The head that is stamped, once it is one of this log. */
export function stampedHeadOf(page: ProofPage): { content: Buffer; token: Buffer; size: number } | undefined {
  const { time_stamp: stamp } = page;
  if (!stamp) return undefined;
  const { size, at } = stamp;
  const content = headText({ size, root: bytesOf(stamp.root), at });
  return { content, token: Buffer.from(stamp.token, 'base64'), size };
}

function findingsOfStamp(page: ProofPage): string[] {
  const { time_stamp: stamp } = page;
  if (!stamp) return [];
  const head: SignedHead = {
    size: stamp.size,
    root: bytesOf(stamp.root),
    at: stamp.at,
    signature: Buffer.from(stamp.signature, 'base64'),
  };
  if (!isHeadSigned(publicKeyIn(page), head)) return ['The time-stamped head is not signed with the key in the file.'];
  if (provesConsistency(stamp.proof.map(bytesOf), head, headIn(page))) return [];
  return ['The time-stamped head is not one of this log.'];
}

function findingsBetween(earlier: ProofPage, page: ProofPage): string[] {
  const found: string[] = [];
  if (earlier.head.public_key !== page.head.public_key) found.push('The earlier file is signed with another key.');
  if (!isHeadSigned(publicKeyIn(earlier), headIn(earlier))) found.push('The head of the earlier file is not signed.');
  const [before, after] = [headIn(earlier), headIn(page)];
  const isSame = before.size === after.size;
  if (!isSame && page.consistency?.size !== before.size) {
    return [
      ...found,
      `The file has no proof that it continues one of ${before.size} entries: export it with since=${before.size}.`,
    ];
  }
  const proof = isSame ? [] : (page.consistency?.proof ?? []);
  if (!provesConsistency(proof.map(bytesOf), before, after)) {
    found.push(`The log of ${after.size} entries is not the continuation of that of ${before.size}.`);
  }
  return found;
}

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');

const publicKeyIn = ({ head }: ProofPage) => Buffer.from(head.public_key, 'base64');

const headIn = ({ head }: ProofPage): SignedHead => ({
  size: head.size,
  root: bytesOf(head.root),
  at: head.at,
  signature: Buffer.from(head.signature, 'base64'),
});
