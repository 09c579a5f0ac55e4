import { fitLine } from '@key2xs/contract';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { type OwnTexts, renderInWords } from '@key2xs/texts/render-sentence';
import type { Mail } from './mailer';

const subjectLength = 200;
const textLength = 5_000;
const itemLength = 500;

/** A line of a list, and the screen it leads to. */
export type MailItem = Sentence | { sentence: Sentence; path: string };

type Content = {
  subject: Sentence;
  text: Sentence;
  items?: readonly MailItem[];
  path?: string;
  isPersonal?: true;
  footer?: Sentence;
};

type Rendering = {
  language: Language;
  publicUrl: string | undefined;
  /** Texts that the organisation has put in the place of the product's. */
  own?: OwnTexts;
};

/** A mail as text and as simple HTML. It links to its screen where the address of the product is known. */
export function renderMail(
  {
    subject,
    text,
    items = [],
    path,
    isPersonal,
    footer = say(isPersonal ? 'mail.personalFooter' : 'mail.footer'),
  }: Content,
  { language, publicUrl, own = new Map() }: Rendering,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const inWords = (sentence: Sentence) => renderInWords(sentence, language, own);
  const link = publicUrl && path && `${publicUrl}${path}`;
  const beginning = [...inWords(text)].slice(0, textLength).join('');
  const list = items.map((item) => {
    const { sentence, path: ofItem } = 'sentence' in item ? item : { sentence: item, path: undefined };
    const address = publicUrl && ofItem && `${publicUrl}${ofItem}`;
    return { words: fitLine(inWords(sentence), itemLength), address };
  });
  const rest = [...(link ? [inWords(say('mail.open', { address: link }))] : []), inWords(footer)];
  const paragraphs = [
    beginning,
    ...(list.length > 0
      ? [list.map(({ words, address }) => `- ${words}${address ? `\n  ${address}` : ''}`).join('\n')]
      : []),
    ...rest,
  ];
  const inHtml = (one: string) => `<p>${withLink(escapeHtml(one), link && escapeHtml(link))}</p>`;
  const points = list
    .map(({ words, address }) => {
      const inner = escapeHtml(words);
      return `<li>${address ? `<a href="${escapeHtml(address)}">${inner}</a>` : inner}</li>`;
    })
    .join('\n');
  const html = [inHtml(beginning), ...(points ? [`<ul>\n${points}\n</ul>`] : []), ...rest.map(inHtml)].join('\n');
  return {
    subject: fitLine(inWords(subject), subjectLength),
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}"><body>\n${html}\n</body></html>\n`,
  };
}

const withLink = (html: string, link: string | undefined): string =>
  link ? html.replace(link, () => `<a href="${link}">${link}</a>`) : html;

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
