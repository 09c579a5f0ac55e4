import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '#config';
import { TimeStampInvalid, verifyTimeStamp } from '#platform/audit/time-stamp/time-stamp-protocol';
import { ProofPage, stampedHeadOf, verifyPage } from '#platform/audit/tree/proof-page';
import { readAuthorityFile } from '#platform/network/trusted-authorities';

export type WantedPage = {
  file: string;
  /** A file exported before, that this one has to continue. */
  earlier: string | undefined;
  /** Fingerprint of the key, noted elsewhere. */
  key: string | undefined;
  /** File with the certificates of the authority of time stamps that are trusted. */
  stampAuthority: string | undefined;
  /** Folder for what `openssl ts -verify` needs. */
  stampFolder: string | undefined;
};

/** Verifies an exported page alone and says what it found. @returns the exit code */
export async function verifyFile({ file, earlier, key, ...stamp }: WantedPage): Promise<number> {
  const page = await readPage(file);
  const before = earlier === undefined ? undefined : await readPage(earlier);
  const { findings, notes, fingerprint } = verifyPage(page, {
    earlier: before,
    fingerprint: key?.trim().toLowerCase(),
  });
  const stamped = await verifyStamp(page, stamp);
  findings.push(...stamped.findings);
  const { size, at } = page.head;
  const count = `${page.entries.length} entries of a log of ${size}`;
  const lines = [
    findings.length === 0 ? `The page is whole: ${count}, as of ${at}.` : `The page is NOT whole: ${count}.`,
    ...findings.map((finding) => `  ${finding}`),
    ...notes,
    ...stamped.notes,
    ...(before && findings.length === 0 ? [`It continues the earlier log of ${before.head.size} entries.`] : []),
    `Signed with the key ${fingerprint}`,
    ...(key === undefined ? ['Compare it with the one noted elsewhere, or give that with --key.'] : []),
    '',
  ];
  process.stdout.write(lines.join('\n'));
  return findings.length === 0 ? 0 : 1;
}

/** @throws ConfigError */
async function verifyStamp(
  page: ProofPage,
  { stampAuthority, stampFolder }: Pick<WantedPage, 'stampAuthority' | 'stampFolder'>,
): Promise<{ findings: string[]; notes: string[] }> {
  const stamped = stampedHeadOf(page);
  if (!stamped) {
    const isWanted = stampAuthority !== undefined || stampFolder !== undefined;
    return { findings: isWanted ? ['The file has no time stamp.'] : [], notes: [] };
  }
  const { token, content, size } = stamped;
  const trusted = stampAuthority === undefined ? undefined : trustedIn(stampAuthority);
  const notes = stampFolder === undefined ? [] : [await writeStamp(stampFolder, { token, content })];
  try {
    const { at, authority } = await verifyTimeStamp(token, content, trusted);
    const text = `Entries 1 to ${size} existed at ${at.toISOString()}, as ${authority} says.`;
    const hint = trusted ? [] : ['Who that is was not verified: give its certificate with --time-stamp-ca.'];
    return { findings: [], notes: [text, ...hint, ...notes] };
  } catch (error) {
    if (!(error instanceof TimeStampInvalid)) throw error;
    return { findings: [`The time stamp proves nothing: ${error.message}.`], notes };
  }
}

/** @throws ConfigError */
function trustedIn(file: string): string[] {
  try {
    return readAuthorityFile(pathOf(file)).map(({ pem }) => pem);
  } catch (error) {
    throw new ConfigError([`--time-stamp-ca: ${error instanceof Error ? error.message : error}`]);
  }
}

/** @returns how OpenSSL verifies it */
async function writeStamp(folder: string, { token, content }: { token: Buffer; content: Buffer }): Promise<string> {
  const path = pathOf(folder);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'head.txt'), content);
  await writeFile(join(path, 'time-stamp.der'), token);
  return `Written to ${path}; there: openssl ts -verify -token_in -in time-stamp.der -data head.txt -CAfile <its certificate>`;
}

const pathOf = (file: string) => resolve(process.env.INIT_CWD ?? '.', file);

/** @throws ConfigError */
async function readPage(file: string): Promise<ProofPage> {
  try {
    const parsed = ProofPage.safeParse(JSON.parse(await readFile(pathOf(file), 'utf8')));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new ConfigError([`${file}: it cannot be read`]);
  }
  throw new ConfigError([`${file}: this is no page of an audit log as Key2XS exports it`]);
}
