import type { OneTimeLink } from '@key2xs/contract';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '../deps';
import { MailNotTaken } from './mailer';
import { renderMail } from './render-mail';

/** A link that works once. The token stands after the #, so that neither a proxy nor an access log sees it. */
export type LinkMail = {
  /** Null: it is not mailed. */
  to: string | null;
  language: Language;
  /** Where the caller has opened the product. */
  origin: string | undefined;
  path: `/${string}`;
  token: string;
  expiresAt: Date;
  subject: Sentence;
  text: Sentence;
  /** Without one: that it works once. */
  footer?: Sentence;
};

type Needed = Pick<Deps, 'mailer' | 'config' | 'newId'>;

/** Mails a link, or else answers it. Sent at once and never stored: the outbox holds no secrets. */
export async function deliverLink(deps: Needed, mail: LinkMail): Promise<OneTimeLink> {
  const problem = mail.to === null ? null : await mailLink(deps, mail.to, mail);
  const isMailed = mail.to !== null && problem === null;
  return {
    link: isMailed ? null : linkOf(deps, mail),
    mailed_to: isMailed ? mail.to : null,
    mail_problem: problem && renderSentence(problem, mail.language),
    expires_at: mail.expiresAt.toISOString(),
  };
}

type Mailed = Omit<LinkMail, 'to' | 'expiresAt'>;

/**
 * Mails a link that nobody but its addressee may have.
 * @returns why it was not mailed
 */
export async function mailLink(deps: Needed, to: string, mail: Mailed): Promise<Sentence | null> {
  try {
    await sendLink(deps, to, mail);
    return null;
  } catch (error) {
    if (error instanceof MailNotTaken) return error.sentence;
    throw error;
  }
}

/** The same, for whoever tries again. @throws MailNotTaken */
export async function sendLink(deps: Needed, to: string, mail: Mailed): Promise<void> {
  const base = baseOf(deps, mail);
  if (!deps.mailer) throw new MailNotTaken(say('mail.notConfigured'), false, false);
  if (!base) throw new MailNotTaken(say('mail.noAddressOfServer'), false, false);
  const { subject, text, path, token, language, footer = say('mail.linkFooter') } = mail;
  const content = { subject, text, path: `${path}#${token}`, footer };
  const rendered = renderMail(content, { language, publicUrl: base });
  await deps.mailer.send({ ...rendered, to, name: `link-${deps.newId()}` });
}

const linkOf = (deps: Needed, mail: LinkMail) => `${baseOf(deps, mail) ?? ''}${mail.path}#${mail.token}`;
const baseOf = ({ config }: Needed, { origin }: Pick<LinkMail, 'origin'>) => config.publicUrl ?? origin;
