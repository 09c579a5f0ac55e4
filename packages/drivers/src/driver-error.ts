import { type Part, type Sentence, say } from '@key2xs/texts';
import type { texts } from '@key2xs/texts/en/sentences';
import { renderSentence } from '@key2xs/texts/render-sentence';

export type DriverErrorKind = keyof typeof texts.driver;

export type Circumstances = {
  /** Details beyond the kind. Never a secret. */
  detail?: Sentence | undefined;
  /** Replaces the texts of the kind for outer systems that are no key system. */
  texts?: { what: Sentence; remedy: Sentence } | undefined;
  /** The pause requested by the outer system. */
  retry_after_seconds?: number | undefined;
  cause?: unknown;
};

/** The only error that drivers throw. `sentence` can be shown to administrators; `message` is the same in English. */
export class DriverError extends Error {
  override name = 'DriverError';
  readonly detail: Sentence | undefined;
  /** What happened, details if any, and the remedy. */
  readonly sentence: Sentence;
  readonly retry_after_seconds: number | undefined;

  /** Whether calls need another secret or certificate to succeed. */
  get asksForCredential(): boolean {
    return this.kind === 'certificate_rejected' || this.kind === 'certificate_expired';
  }

  constructor(
    readonly kind: DriverErrorKind,
    { detail, texts: own, retry_after_seconds, cause }: Circumstances = {},
  ) {
    const further = detail && fit(detail);
    const { what, remedy } = own ?? { what: say(`driver.${kind}.what`), remedy: say(`driver.${kind}.remedy`) };
    const sentences = [what, ...(further ? [further] : []), remedy];
    const sentence = say('several', { sentences });
    super(renderSentence(sentence), { cause });
    this.sentence = sentence;
    this.detail = further;
    this.retry_after_seconds = retry_after_seconds;
  }
}

/** A message of an outer system as a sentence of ours; undefined if it is empty. */
export function asSentence(said: string): Sentence | undefined {
  const text = fitToShow(said, maxMessageLength, '');
  if (text === '') return undefined;
  return say('asWritten', { text: /[.!?]$/.test(text) ? text : `${text}.` });
}

const maxMessageLength = 300;
/** For quoted values such as an identity. */
const maxQuotedLength = 1_000;

/** Sanitises the parameters of a sentence, because they come from outside. */
function fit({ code, params = {} }: Sentence): Sentence {
  return { code, params: Object.fromEntries(Object.entries(params).map(([name, part]) => [name, fitPart(part)])) };
}

const fitOne = (part: string | Sentence) => (typeof part === 'string' ? fitToShow(part, maxQuotedLength) : fit(part));

function fitPart(part: Part): Part {
  if (typeof part === 'number') return part;
  return typeof part === 'object' && !('code' in part) ? part.map(fitOne) : fitOne(part);
}

/** One line, without characters that databases cannot store: control characters and lone surrogates. */
function fitToShow(said: string, length: number, end = '…'): string {
  const text = said
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim();
  if (text.length <= length) return text;
  const cut = [...text.slice(0, 2 * length)].slice(0, length).join(''); // a character has at most two UTF-16 units
  return cut === text ? text : `${cut}${end}`;
}

/** How the way through the proxy of the installation failed. */
export type ProxyProblem =
  | 'PROXY_UNREACHABLE'
  | 'PROXY_UNTRUSTED'
  | 'PROXY_NO_ANSWER'
  | 'PROXY_TIMEOUT'
  | 'PROXY_CREDENTIALS'
  | 'PROXY_REFUSED'
  | 'PROXY_NO_WAY';

/** Thrown when the proxy of the installation makes no connection. The sentence says what to do about it. */
export class ProxyFailure extends Error {
  override name = 'ProxyFailure';

  constructor(
    readonly code: ProxyProblem,
    readonly sentence: Sentence,
    options?: ErrorOptions,
  ) {
    super(renderSentence(sentence), options);
  }
}

/** The failure of the proxy that an error is, or that caused it. */
export function findProxyFailure(error: unknown): ProxyFailure | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ProxyFailure) return at;
  return undefined;
}

/** Thrown before any connection is made to an address that this installation must not call. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';

  constructor(readonly sentence: Sentence) {
    super(renderSentence(sentence));
  }
}
