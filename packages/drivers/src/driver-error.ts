import { type Part, type Sentence, say } from '@key2xs/texts';
import type { texts } from '@key2xs/texts/en/sentences';
import { renderSentence } from '@key2xs/texts/render-sentence';

export type DriverErrorKind = keyof typeof texts.driver;

export type Circumstances = {
  /** What this case adds to its kind. Never a secret. */
  detail?: Sentence | undefined;
  /** Of an outer system that is no key system: what happened, and what to do about it. */
  words?: { what: Sentence; remedy: Sentence } | undefined;
  /** How long the outer system asks us to wait. */
  retry_after_seconds?: number | undefined;
  cause?: unknown;
};

/** The only thing a driver throws. What it says may be shown to the administrator as it is; `message` is the same in English. */
export class DriverError extends Error {
  override name = 'DriverError';
  readonly detail: Sentence | undefined;
  /** What happened, the detail if there is one, and what to do about it. */
  readonly sentence: Sentence;
  readonly retry_after_seconds: number | undefined;

  /** Whether another secret or certificate is needed before a call can succeed. */
  get asksForCredential(): boolean {
    return this.kind === 'certificate_rejected' || this.kind === 'certificate_expired';
  }

  constructor(
    readonly kind: DriverErrorKind,
    { detail, words, retry_after_seconds, cause }: Circumstances = {},
  ) {
    const further = detail && fit(detail);
    const { what, remedy } = words ?? { what: say(`driver.${kind}.what`), remedy: say(`driver.${kind}.remedy`) };
    const sentences = [what, ...(further ? [further] : []), remedy];
    const sentence = say('several', { sentences });
    super(renderSentence(sentence), { cause });
    this.sentence = sentence;
    this.detail = further;
    this.retry_after_seconds = retry_after_seconds;
  }
}

/** What an outer system said, fit to stand among our sentences; undefined when it said nothing. */
export function asSentence(said: string): Sentence | undefined {
  const text = fitToShow(said, longestSaying, '');
  if (text === '') return undefined;
  return say('asWritten', { text: /[.!?]$/.test(text) ? text : `${text}.` });
}

const longestSaying = 300;
/** Such as an identity. */
const longestQuoted = 1_000;

/** What a sentence quotes comes from outside. */
function fit({ code, params = {} }: Sentence): Sentence {
  return { code, params: Object.fromEntries(Object.entries(params).map(([name, part]) => [name, fitPart(part)])) };
}

const fitOne = (part: string | Sentence) => (typeof part === 'string' ? fitToShow(part, longestQuoted) : fit(part));

function fitPart(part: Part): Part {
  if (typeof part === 'number') return part;
  return typeof part === 'object' && !('code' in part) ? part.map(fitOne) : fitOne(part);
}

/** On one line, without what no database keeps as a text: control characters, and halves of characters. */
function fitToShow(said: string, length: number, end = '…'): string {
  const text = said
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim();
  if (text.length <= length) return text;
  const cut = [...text.slice(0, 2 * length)].slice(0, length).join(''); // a character has two units at most
  return cut === text ? text : `${cut}${end}`;
}
