import type { OneTimeLink } from '@key2xs/contract';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '../deps';
import { readWording } from './mail-wording';
import { MailNotTaken } from './mailer';
import { renderMail } from './render-mail';

/** A link. The token stands after the #, so that neither a proxy nor an access log sees it. */
type Mailed = {
  language: Language;
  path: `/${string}`;
  token: string;
  subject: Sentence;
  text: Sentence;
  /** Without one: that it works once, for a short time. */
  footer?: Sentence;
};

export type LinkMail = Mailed & {
  /** Null: it is not mailed. */
  to: string | null;
  /** Where the caller has opened the product, for a link that is shown to them. */
  origin: string | undefined;
  expiresAt: Date;
};

type Needed = Pick<Deps, 'db' | 'mailer' | 'config' | 'newId'>;

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

/**
 * Mails a link that no one but its addressee may have.
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

/**
 * The same, for a caller that retries. Only to the configured address: that of a request may be one that someone else gets the token at.
 * @throws MailNotTaken
 */
export async function sendLink(deps: Needed, to: string, mail: Mailed): Promise<void> {
  const problem = linkMailProblem(deps);
  if (!deps.mailer || problem) throw new MailNotTaken(problem ?? say('mail.notConfigured'), false, false);
  const { subject, text, path, token, language, footer = say('mail.linkFooter') } = mail;
  const content = { subject, text, path: `${path}#${token}`, footer };
  const own = await readWording(deps.db, language);
  const rendered = renderMail(content, { language, publicUrl: deps.config.publicUrl, own });
  await deps.mailer.send({ ...rendered, to, name: `link-${deps.newId()}` });
}

/** Why no link can be mailed, to anybody. */
export function linkMailProblem({ mailer, config }: Pick<Deps, 'mailer' | 'config'>): Sentence | null {
  if (!mailer) return say('mail.notConfigured');
  return config.publicUrl === undefined ? say('mail.noAddressOfServer') : null;
}

const linkOf = ({ config }: Pick<Deps, 'config'>, { origin, path, token }: LinkMail) =>
  `${config.publicUrl ?? origin ?? ''}${path}#${token}`;
