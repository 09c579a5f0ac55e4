import { mailTextKinds, mailTexts } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import type { OwnTexts } from '@key2xs/texts/render-sentence';
import type { Db } from '../deps';

/** The texts that the organisation has put in the place of the product's, of mails in a language. */
export async function readWording(db: Db, language: Language): Promise<OwnTexts> {
  const rows = await db.selectFrom('mail_text').selectAll().where('language', '=', language).execute();
  return new Map(
    rows.flatMap((row) => {
      const kind = mailTextKinds.find((one) => one === row.kind);
      if (!kind) return []; // an earlier version knew it
      const { code } = mailTexts[kind];
      return [[`${code}.subject`, row.subject] as const, [`${code}.text`, row.text] as const];
    }),
  );
}
