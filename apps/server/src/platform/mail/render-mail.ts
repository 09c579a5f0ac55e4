import { fitLine } from '@key2xs/contract';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Mail } from './mailer';

const subjectLength = 200;
const textLength = 5_000;

type Content = { subject: Sentence; text: Sentence; path?: string; isPersonal?: true; footer?: Sentence };

/** A mail as text and as simple HTML. It links to its screen where the address of the product is known. */
export function renderMail(
  { subject, text, path, isPersonal, footer = say(isPersonal ? 'mail.personalFooter' : 'mail.footer') }: Content,
  { language, publicUrl }: { language: Language; publicUrl: string | undefined },
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const link = publicUrl && path && `${publicUrl}${path}`;
  const paragraphs = [
    [...renderSentence(text, language)].slice(0, textLength).join(''),
    ...(link ? [renderSentence(say('mail.open', { address: link }), language)] : []),
    renderSentence(footer, language),
  ];
  const html = paragraphs.map((one) => `<p>${withLink(escapeHtml(one), link && escapeHtml(link))}</p>`).join('\n');
  return {
    subject: fitLine(renderSentence(subject, language), subjectLength),
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}"><body>\n${html}\n</body></html>\n`,
  };
}

const withLink = (html: string, link: string | undefined): string =>
  link ? html.replace(link, () => `<a href="${link}">${link}</a>`) : html;

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
