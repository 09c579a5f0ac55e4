/** A call as it arrived, as far as every sandbox knows one. */
export type Call = {
  method: string;
  path: string;
  /** What it wants done, in the words of its sandbox. */
  operation: string;
};

/** What may go wrong with one call whatever it asks, chosen when the call arrives. */
export type WireFault =
  /** Late by that much, then as usual. */
  | { kind: 'delay'; ms: number }
  /** Nothing is done; this answer is given. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string | Buffer }
  /** Nothing is done; the connection is dropped. */
  | { kind: 'reset' }
  /** Nothing is done, and nothing is ever said; the connection stays. */
  | { kind: 'silence' }
  /** All is done; the connection is dropped before the answer. */
  | { kind: 'lose_answer' }
  /** All is done; the connection is dropped in the middle of the answer. */
  | { kind: 'cut_answer' }
  /** All is done; the connection is reset by TCP after that many bytes, or half of the answer. */
  | { kind: 'reset_in_answer'; after?: number }
  /** All is done; the answer is half as long as it says, and the connection ends in order. */
  | { kind: 'short_answer' }
  /** All is done; another answer is given. */
  | { kind: 'other_answer'; status: number; headers?: Record<string, string>; body?: string }
  /** All is done; the answer is named something else than it is. */
  | { kind: 'mislabel_answer'; content_type: string }
  /** All is done; the answer never ends until the client goes away. */
  | { kind: 'endless_answer' }
  /** All is done; the answer is followed by spaces up to that length. */
  | { kind: 'long_answer'; bytes: number };

/** What may go wrong with a connection, before any call can be made on it. */
export type ConnectionFault =
  /** It is accepted, and nothing ever comes. */
  | 'silence'
  /** TLS ends with the alert that our certificate has expired. */
  | 'expired_client_certificate'
  /** The server shows a certificate of an authority that nobody was told of. */
  | 'foreign_certificate'
  /** The server shows a certificate that is no longer valid. */
  | 'expired_server_certificate';
