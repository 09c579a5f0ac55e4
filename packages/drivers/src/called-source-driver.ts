import type { Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { z } from 'zod';
import type { SourceAccess } from './identity-source-driver';

/** A text as the source has it: `true` and `false` for what is one, ISO-8601 for moments; null where there is nothing. */
export type SourceValue = string | null;

/** What a source that is called says about one person or group, whole or in part. */
export type CalledPerson = {
  /** Never changes, never used for another; compared byte by byte. */
  id: string;
  /** By name of the attribute. Names that are missing keep what was told before. */
  values: Readonly<Record<string, SourceValue>>;
  /** The values that could not be understood, each with what is wrong with it. They keep what was told before. */
  problems?: readonly Sentence[];
};

export type CalledGroup = {
  id: string;
  /** Missing: as told before. */
  name?: string;
  joined: readonly string[];
  left: readonly string[];
};

/** No longer in the source: `restorable` while it may come back under the same id, `for_good` when it cannot. */
export type GoneFromSource = { id: string; gone: 'restorable' | 'for_good' };

export type SourcePage = {
  people: readonly (CalledPerson | GoneFromSource)[];
  groups: readonly (CalledGroup | GoneFromSource)[];
  /** `more` reads the next page. `end` says that the reading is whole, and reads what has changed since. */
  cursor: { more: string } | { end: string };
};

/** What one call to the source took and cost, for health and figures. Says nothing about a person. */
export type SourceCall = {
  milliseconds: number;
  outcome: 'ok' | 'throttled' | 'auth' | 'permission' | 'network' | 'data' | 'server';
  /** Objects in the answer. */
  objects: number;
  /** Cost by the source's own measure, where it tells one. */
  units: number;
  /** Share of what the source allows that is used up, 0 to 1 and above, where it tells one. */
  load: number | null;
};

export type SourceCredential =
  | { kind: 'secret'; secret: string }
  | { kind: 'certificate'; private_key_pem: string; certificate_pem: string };

export type CalledSourceAccess = SourceAccess & {
  /** Undefined where the product's own application is used. */
  credential: SourceCredential | undefined;
  /** Attributes that are mapped. Others are not asked for. `groups` stands for groups and who is in them. */
  attributes: readonly string[];
  noteCall?: (call: SourceCall) => void;
};

/** What a source can tell about. */
export type SubscribedResource = 'users' | 'groups';

export type SubscriptionOrder = {
  resource: SubscribedResource;
  /** Where the source tells. It asks there for an echo before it answers. */
  notification_url: string;
  /** Comes with everything that is told, and proves it; at most 128 characters. */
  client_state: string;
  expires_at: Date;
};

export type Subscription = { id: string; expires_at: Date };

/** To be told that something has changed. What has changed is never taken from what is told, but read. */
export type SourceSubscriptions = {
  create(access: CalledSourceAccess, order: SubscriptionOrder): Promise<Subscription>;
  /** Undefined where the source no longer has it: create another, and read what has changed since. */
  renew(access: CalledSourceAccess, id: string, expiresAt: Date): Promise<Subscription | undefined>;
  /** Shows again that we may read what it tells of; its end stays. False where the source no longer has it. */
  reauthorize(access: CalledSourceAccess, id: string): Promise<boolean>;
  /** Also well when there is none any more. */
  remove(access: CalledSourceAccess, id: string): Promise<void>;
};

/** A cursor the source no longer knows: everything has to be read again, within the same run. */
export class CursorExpired extends Error {
  override name = 'CursorExpired';
}

/** The source asks for a pause longer than a run waits for. Nothing is wrong: the run goes on at `until`. */
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
 * An identity source behind an interface that is called. It tells pages; keeping them, comparing, guards and applying are
 * the same for every kind. A page may repeat what an earlier one told: the last counts. Failures are `SourceUnreadable`
 * where trying again makes no sense, `DriverError` where a call failed, `CursorExpired`, `SourceThrottled`.
 */
export type CalledSourceDriver = {
  /** What a connection is configured with; anything where it is missing. */
  configuration?: z.ZodType<Record<string, unknown>>;
  /** Whether it can be read, and how many people there are, null where the source does not say. An administrator waits. */
  probe(access: CalledSourceAccess): Promise<{ people: number | null }>;
  /** Names of all attributes that may be mapped and that we are permitted to read, in the order in which they are offered. */
  attributes(access: CalledSourceAccess): Promise<readonly string[]>;
  /** @param cursor what an earlier page gave; undefined to read everything from the start */
  readPage(access: CalledSourceAccess, cursor: string | undefined): Promise<SourcePage>;
  /** One person as they are now; `gone` where there is none. */
  readPerson(access: CalledSourceAccess, id: string): Promise<CalledPerson | GoneFromSource>;
  /** What people are told when attributes that are mapped are missing. */
  lacks(attributes: readonly string[]): Sentence;
  /** Undefined where the source says nothing by itself. */
  subscriptions?: SourceSubscriptions;
  /** Whose directory it is; undefined where the source has no such name. */
  organization?(access: CalledSourceAccess): Promise<{ display_name: string; default_domain: string | null }>;
  /** What it permits us, by its own names, asked anew. */
  permissions?(access: CalledSourceAccess): Promise<string[]>;
};
