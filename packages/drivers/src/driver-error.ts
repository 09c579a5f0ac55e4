/**
 * Why a call to an outer system failed, in the words its administrator needs: what happened, and what to do about it.
 * The message of a DriverError is the sentence, the detail if there is one, and the remedy.
 */
const explanations = {
  unreachable: {
    sentence: 'The key system cannot be reached.',
    remedy: 'Check the endpoint URL, and whether this server may connect to it.',
  },
  address_refused: {
    sentence: 'This installation does not allow calls to that address.',
    remedy: 'Check the endpoint URL.',
  },
  refused: {
    sentence: 'The key system answered that it could not do what was asked.',
    remedy: 'Try again later; if it goes on, its operator has the details in its log.',
  },
  tls_untrusted: {
    sentence: 'The certificate that the key system shows cannot be trusted.',
    remedy:
      'Check the endpoint URL, or upload a bundle that also holds the certificate of the authority that signed it.',
  },
  certificate_expired: {
    sentence: 'Our client certificate has expired.',
    remedy: 'Upload the renewed certificate for this locking system.',
  },
  certificate_rejected: {
    sentence: 'The key system refused our client certificate.',
    remedy: 'Upload the certificate that was issued for this locking system.',
  },
  unauthorised: {
    sentence: 'The key system knows our client certificate, but it gives no right to this.',
    remedy: 'Have the rights of the certificate extended in the key system.',
  },
  unknown_domain: {
    sentence: 'The key system has no domain of that name.',
    remedy: 'Check the spelling of the domain name.',
  },
  rate_limited: {
    sentence: 'The key system asks us to call less often.',
    remedy: 'Wait for some minutes and try again.',
  },
  timeout: {
    sentence: 'The key system did not answer in time.',
    remedy: 'Try again later; if it goes on, check the load of the key system and the network between.',
  },
  bad_answer: {
    sentence: 'The key system answered in a way that cannot be understood.',
    remedy: 'Check that the endpoint URL is that of the key system itself, and that its version is supported.',
  },
  not_supported: {
    sentence: 'The key system does not offer this function.',
    remedy: 'Have the function activated there, or do this step by hand.',
  },
  refused_item: {
    sentence: 'The key system refused this record.',
    remedy: 'Correct the record and try again.',
  },
  aborted: {
    sentence: 'The call was stopped before it ended.',
    remedy: 'Start it again.',
  },
} satisfies Record<string, { sentence: string; remedy: string }>;

export type DriverErrorKind = keyof typeof explanations;

type Circumstances = {
  /** A further sentence: what this case adds to its kind. Never a secret. */
  detail?: string | undefined;
  /** How long the outer system asks us to wait. */
  retry_after_seconds?: number | undefined;
  cause?: unknown;
};

/** The only thing a driver throws. `message` may be shown to the administrator as it is. */
export class DriverError extends Error {
  override name = 'DriverError';
  readonly detail: string | undefined;
  readonly retry_after_seconds: number | undefined;

  constructor(
    readonly kind: DriverErrorKind,
    { detail, retry_after_seconds, cause }: Circumstances = {},
  ) {
    const { sentence, remedy } = explanations[kind];
    const fit = detail && fitToShow(detail, longestDetail);
    super([sentence, fit, remedy].filter(Boolean).join(' '), { cause });
    this.detail = fit;
    this.retry_after_seconds = retry_after_seconds;
  }
}

/** What an outer system said, fit to stand among our sentences. */
export function asSentence(said: string): string {
  const text = fitToShow(said, longestSaying, '');
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

const longestSaying = 300;
/** With what it quotes, such as an identity. */
const longestDetail = 1_000;

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
