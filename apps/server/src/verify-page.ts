import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '#config';
import { ProofPage, verifyPage } from '#platform/audit/tree/proof-page';

/** `earlier`: a file exported before, that this one has to continue. `key`: fingerprint of the key, noted elsewhere. */
export type WantedPage = { file: string; earlier: string | undefined; key: string | undefined };

/** Verifies an exported page alone and says what it found. @returns the exit code */
export async function verifyFile({ file, earlier, key }: WantedPage): Promise<number> {
  const page = await readPage(file);
  const before = earlier === undefined ? undefined : await readPage(earlier);
  const { findings, notes, fingerprint } = verifyPage(page, {
    earlier: before,
    fingerprint: key?.trim().toLowerCase(),
  });
  const { size, at } = page.head;
  const count = `${page.entries.length} entries of a log of ${size}`;
  const lines = [
    findings.length === 0 ? `The page is whole: ${count}, as of ${at}.` : `The page is NOT whole: ${count}.`,
    ...findings.map((finding) => `  ${finding}`),
    ...notes,
    ...(before && findings.length === 0 ? [`It continues the earlier log of ${before.head.size} entries.`] : []),
    `Signed with the key ${fingerprint}`,
    ...(key === undefined ? ['Compare it with the one noted elsewhere, or give that with --key.'] : []),
    '',
  ];
  process.stdout.write(lines.join('\n'));
  return findings.length === 0 ? 0 : 1;
}

/** @throws ConfigError */
async function readPage(file: string): Promise<ProofPage> {
  try {
    const parsed = ProofPage.safeParse(JSON.parse(await readFile(resolve(process.env.INIT_CWD ?? '.', file), 'utf8')));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new ConfigError([`${file}: it cannot be read`]);
  }
  throw new ConfigError([`${file}: this is no page of an audit log as Key2XS exports it`]);
}
