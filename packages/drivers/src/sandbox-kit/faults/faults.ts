/** The part of a received call that all sandboxes have. */
export type Call = {
  method: string;
  path: string;
  /** The operation, by the name of its sandbox. */
  operation: string;
};

/** A fault of one call of any kind, chosen when the call arrives. */
export type WireFault =
  /** Delayed, then as usual. */
  | { kind: 'delay'; ms: number }
  /** Not executed; gives this answer. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string | Buffer }
  /** Not executed; the connection is dropped. */
  | { kind: 'reset' }
  /** Not executed and never answered; the connection stays open. */
  | { kind: 'silence' }
  /** Executed; the connection is dropped before the answer. */
  | { kind: 'lose_answer' }
  /** Executed; the connection is dropped in the middle of the answer. */
  | { kind: 'cut_answer' }
  /** Executed; the connection is reset after that many bytes, or half of the answer. */
  | { kind: 'reset_in_answer'; after?: number }
  /** Executed; the answer is half as long as its declared length, and the connection ends normally. */
  | { kind: 'short_answer' }
  /** Executed; gives another answer. */
  | { kind: 'other_answer'; status: number; headers?: Record<string, string>; body?: string }
  /** Executed; the answer has a wrong content type. */
  | { kind: 'mislabel_answer'; content_type: string }
  /** Executed; the answer never ends until the client disconnects. */
  | { kind: 'endless_answer' }
  /** Executed; the answer is padded with spaces up to that length. */
  | { kind: 'long_answer'; bytes: number };

/** A fault of a connection, before any call. */
export type ConnectionFault =
  /** Accepted, but never answered. */
  | 'silence'
  /** TLS ends with the alert that our certificate has expired. */
  | 'expired_client_certificate'
  /** The server shows a certificate of an unknown authority. */
  | 'foreign_certificate'
  /** The server shows an expired certificate. */
  | 'expired_server_certificate';
