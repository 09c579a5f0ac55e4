import type { Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { z } from 'zod';
import type { SourceAccess } from './identity-source-driver';

/** A text of the source; `true` or `false` for booleans, ISO-8601 for moments, null for an empty value. */
export type SourceValue = string | null;

/** The data of a called source about one person, complete or partial. */
export type CalledPerson = {
  /** Never changes and is never reused; compared byte by byte. */
  id: string;
  /** By attribute. Missing attributes keep their former values. */
  values: Readonly<Record<string, SourceValue>>;
  /** Values that could not be read, each with its problem. They keep their former values. */
  problems?: readonly Sentence[];
};

export type CalledGroup = {
  id: string;
  /** Unchanged if missing. */
  name?: string;
  joined: readonly string[];
  left: readonly string[];
};

/** Removed from the source: `restorable` while it may come back under the same id, else `for_good`. */
export type GoneFromSource = { id: string; gone: 'restorable' | 'for_good' };

export type SourcePage = {
  people: readonly (CalledPerson | GoneFromSource)[];
  groups: readonly (CalledGroup | GoneFromSource)[];
  /** `more` continues with the next page. `end` marks a complete read, and later reads the changes since. */
  cursor: { more: string } | { end: string };
};

/** Duration and cost of one call to the source, for health and metrics. Holds no personal data. */
export type SourceCall = {
  milliseconds: number;
  outcome: 'ok' | 'throttled' | 'auth' | 'permission' | 'network' | 'data' | 'server';
  /** Objects in the answer. */
  objects: number;
  /** Cost in the source's own unit, if reported. */
  units: number;
  /** Used share of the source's limit, 0 to 1 and above, if reported. */
  load: number | null;
};

export type SourceCredential =
  | { kind: 'secret'; secret: string }
  | { kind: 'certificate'; private_key_pem: string; certificate_pem: string };

export type CalledSourceAccess = SourceAccess & {
  /** Undefined if the product's own application is used. */
  credential: SourceCredential | undefined;
  /** The mapped attributes; others are not requested. `groups` stands for groups and their members. */
  attributes: readonly string[];
  noteCall?: (call: SourceCall) => void;
};

/** What a source can send notifications about. */
export type SubscribedResource = 'users' | 'groups';

export type SubscriptionOrder = {
  resource: SubscribedResource;
  /** Receives the notifications. The source calls it for an echo before it answers. */
  notification_url: string;
  /** Sent with each notification to authenticate it; at most 128 characters. */
  client_state: string;
  expires_at: Date;
};

export type Subscription = { id: string; expires_at: Date };

/** Notifications that something has changed. The change itself is never taken from them, but read from the source. */
export type SourceSubscriptions = {
  create(access: CalledSourceAccess, order: SubscriptionOrder): Promise<Subscription>;
  /** Undefined if the source no longer has it: create another, and read the changes since. */
  renew(access: CalledSourceAccess, id: string, expiresAt: Date): Promise<Subscription | undefined>;
  /** Proves again that we may read its objects; does not extend it. False if the source no longer has it. */
  reauthorize(access: CalledSourceAccess, id: string): Promise<boolean>;
  /** Succeeds even if it no longer exists. */
  remove(access: CalledSourceAccess, id: string): Promise<void>;
};

/** The source no longer knows the cursor: read everything again, within the same run. */
export class CursorExpired extends Error {
  override name = 'CursorExpired';
}

/** The source requests a pause that is too long to wait for. Not a failure: the run continues at `until`. */
export class SourceThrottled extends Error {
  override name = 'SourceThrottled';

  constructor(
    readonly sentence: Sentence,
    readonly until: Date,
  ) {
    super(renderSentence(sentence));
  }
}

/**
 * An identity source behind an API that we call. It yields pages; storing, comparing, guards and applying are the same for
 * all kinds. A page may repeat data of an earlier one: the last one wins. Throws `SourceUnreadable` if a retry is
 * pointless, `DriverError` if a call failed, `CursorExpired`, and `SourceThrottled`.
 */
export type CalledSourceDriver = {
  /** Schema of the configuration; anything is allowed if it is missing. */
  configuration?: z.ZodType<Record<string, unknown>>;
  /** Checks that it can be read, and counts its people; null if the source has no count. An administrator waits for it. */
  probe(access: CalledSourceAccess): Promise<{ people: number | null }>;
  /** Names of all attributes that can be mapped and that we may read, in display order. */
  attributes(access: CalledSourceAccess): Promise<readonly string[]>;
  /** @param cursor from an earlier page; undefined to read everything from the start */
  readPage(access: CalledSourceAccess, cursor: string | undefined): Promise<SourcePage>;
  /** The current data of one person; `gone` if there is none. */
  readPerson(access: CalledSourceAccess, id: string): Promise<CalledPerson | GoneFromSource>;
  /** The message for missing mapped attributes. */
  lacks(attributes: readonly string[]): Sentence;
  /** Undefined if the source sends no notifications. */
  subscriptions?: SourceSubscriptions;
  /** The organisation that owns the directory; undefined if the source has none. */
  organization?(access: CalledSourceAccess): Promise<{ display_name: string; default_domain: string | null }>;
  /** Our current permissions, by the source's names; never cached. */
  permissions?(access: CalledSourceAccess): Promise<string[]>;
};
