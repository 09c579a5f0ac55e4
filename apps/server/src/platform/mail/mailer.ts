import { fitLine } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { createTransport } from 'nodemailer';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Names the mail: the same one sent again has the same, so that mailboxes show it once. */
  name: string;
};

export type Mailer = {
  /** Resolves when the mail server has taken the mail. @throws MailNotTaken */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
};

export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
  constructor(
    readonly sentence: Sentence,
    /** The server has judged this mail: sending it again makes no sense. */
    readonly isFinal: boolean,
    /** The server has answered, so other mails may get through. */
    readonly isAnswered: boolean,
  ) {
    super(renderSentence(sentence));
  }
}

type Settings = { smtpUrl: string; from: string };
type Limits = { stepMs: number; mailMs: number };

/** A step is one answer of the server; what drips for longer than a mail may take is cut off. */
const usualLimits: Limits = { stepMs: 10_000, mailMs: 60_000 };

/** Sends over SMTP, a connection for each mail. */
export function createMailer({ smtpUrl, from }: Settings, { stepMs, mailMs } = usualLimits): Mailer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isTlsFirst = protocol === 'smtps:';
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTlsFirst ? 465 : 587),
    secure: isTlsFirst,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: !isTlsFirst,
    }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const domain = /@([^<>\s@]+)>?$/.exec(from)?.[1] ?? 'key2xs';
  return {
    async send({ name, ...mail }, signal) {
      const transport = createTransport(options);
      const stopped = AbortSignal.any([AbortSignal.timeout(mailMs), ...(signal ? [signal] : [])]);
      const sent = transport.sendMail({
        from,
        ...mail,
        messageId: `<${name}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      const cut = new Promise<never>((_, reject) => {
        stopped.addEventListener('abort', () => reject(new MailNotTaken(say('mail.timedOut'), false, false)));
      });
      try {
        await Promise.race([sent, cut]);
      } catch (error) {
        sent.catch(() => undefined); // it has been given up
        throw error instanceof MailNotTaken ? error : notTaken(error);
      } finally {
        transport.close();
      }
    },
  };
}

const answerLength = 200;

/** What the library tells of a failure; the answer of the server is shortened to a line. */
function notTaken(error: unknown): MailNotTaken {
  const { code, response, responseCode = 0, message } = error as SmtpError;
  const answer = fitLine(response ?? message, answerLength);
  if (code === 'EAUTH') return new MailNotTaken(say('mail.signInRefused'), false, false);
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  // Without a code the library has refused it, such as an address that is none.
  if (isAboutMail && (responseCode < 400 || responseCode >= 500))
    return new MailNotTaken(say('mail.refused', { answer }), true, true);
  if (responseCode >= 400) return new MailNotTaken(say('mail.postponed', { answer }), false, isAboutMail);
  if (unknownAuthority.test(message)) return new MailNotTaken(say('mail.untrusted'), false, false);
  if (code === 'ETIMEDOUT') return new MailNotTaken(say('mail.timedOut'), false, false);
  return new MailNotTaken(say('mail.unreachable', { reason: answer }), false, false);
}

/** nodemailer replaces the code of TLS by its own, and keeps the message. */
const unknownAuthority = /self.signed certificate|unable to (verify|get)/i;

type SmtpError = { code?: string; response?: string; responseCode?: number; message: string };
