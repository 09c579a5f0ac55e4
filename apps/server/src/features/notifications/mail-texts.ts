import {
  type Input,
  type MailText,
  type MailTextKind,
  mailTextKinds,
  type mailTextSettings,
  mailTexts,
} from '@key2xs/contract';
import { type Language, languages, say, wrongPlaceholders } from '@key2xs/texts';
import { productText } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';

type Which = { kind: MailTextKind; language: Language };

/** Of each mail and language: the organisation's, else the product's. */
export async function listMailTexts(db: Db): Promise<{ items: MailText[] }> {
  const own = await db.selectFrom('mail_text').selectAll().execute();
  const items = mailTextKinds.flatMap((kind) =>
    languages.map((language) => {
      const { code, placeholders } = mailTexts[kind];
      const of_product = {
        subject: productText(`${code}.subject`, language),
        text: productText(`${code}.text`, language),
      };
      const row = own.find((one) => one.kind === kind && one.language === language);
      const { subject, text } = row ?? of_product;
      return {
        kind,
        language,
        subject,
        text,
        placeholders: [...placeholders],
        is_changed: row !== undefined,
        of_product,
      };
    }),
  );
  return { items };
}

async function getMailText(db: Db, { kind, language }: Which): Promise<MailText> {
  const { items } = await listMailTexts(db);
  const found = items.find((one) => one.kind === kind && one.language === language);
  if (!found) throw new Error(`no mail text ${kind} in ${language}`);
  return found;
}

type Changing = { deps: Pick<Deps, 'db'>; caller: Caller };

/** @throws AppError validation_failed for what a mail of the kind does not know */
export function saveMailText(
  { deps, caller }: Changing,
  which: Which,
  wording: Input<typeof mailTextSettings.save>['body'],
): Promise<MailText> {
  const { placeholders } = mailTexts[which.kind];
  for (const field of ['subject', 'text'] as const) {
    const [wrong] = wrongPlaceholders(wording[field], placeholders);
    const allowed = placeholders.map((name) => `{{${name}}}`).join(', ');
    if (wrong !== undefined) throw invalidField(field, say('mailText.unknown', { wrong, allowed }));
    if (wording[field] === '') throw invalidField(field, say('mailText.empty'));
  }
  return deps.db.transaction().execute(async (tx) => {
    const { subject, text } = await getMailText(tx, which);
    await tx
      .insertInto('mail_text')
      .values({ ...which, ...wording })
      .onConflict((conflict) => conflict.columns(['kind', 'language']).doUpdateSet(wording))
      .execute();
    const details = { ...which, before: { subject, text }, after: wording };
    await recordEvent(tx, caller, 'mail_text.updated', { details });
    return getMailText(tx, which);
  });
}

/** Uses the product's wording again. */
export function resetMailText({ deps, caller }: Changing, which: Which): Promise<MailText> {
  return deps.db.transaction().execute(async (tx) => {
    const { subject, text } = await getMailText(tx, which);
    await tx.deleteFrom('mail_text').where('kind', '=', which.kind).where('language', '=', which.language).execute();
    await recordEvent(tx, caller, 'mail_text.reset', { details: { ...which, before: { subject, text } } });
    return getMailText(tx, which);
  });
}
