import type { Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';

/** The connection to an identity source that a driver gets. */
export type SourceAccess = {
  /** Key for data that the product stores for the driver, such as uploaded files. */
  connectionId: string;
  /** As stored; secrets are unsealed. */
  configuration: Record<string, unknown>;
  /** Aborts all calls and pauses. */
  signal: AbortSignal;
  /** Ids of the people to read; all by default. Only used for copies. */
  only?: readonly string[] | undefined;
};

/** @property filled for how many people it is not empty; null if unknown */
export type SampledColumn = { name: string; filled: number | null; samples: string[] };

export type SourceProbe = {
  /**
   * Identifies the current data, so that an interrupted run continues with the same: a position always yields the same
   * records in the same order, or throws `SourceUnreadable`. If the source cannot guarantee that, the driver keeps a copy
   * of what it has read.
   */
  position: string;
  /** Number of records; null if unknown. */
  people: number | null;
};

/** A person in the source. */
export type SourceRecord = {
  /** Position in the source, shown with problems. */
  row: number;
  /** In the order of the columns; missing ones at the end are empty. */
  values: readonly string[];
  /** Problems reported by the source. The person stays unchanged. */
  problems?: readonly Sentence[];
  /** The id belonged to a person who is gone for good. */
  is_another?: boolean;
};

/** There is no data, or no longer the data of a position. `sentence` says what to do; `message` is the same in English. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable';

  constructor(readonly sentence: Sentence) {
    super(renderSentence(sentence));
  }
}

/**
 * One kind of identity source. It lists people as texts in named columns; mapping, comparing, guards and applying are the
 * same for all kinds. Methods throw `SourceUnreadable` if a retry is pointless, and `DriverError` if a call to an outer
 * system failed.
 *
 * To add one: docs/decisions/0110-a-provider-is-one-folder-in-each-package.md.
 */
export type IdentitySourceDriver = {
  /** Checks that it can be read, and returns the position. Cheap, because an administrator waits for it. */
  probe(access: SourceAccess): Promise<SourceProbe>;
  /** Distinct column names, in the order of the values. */
  describe(access: SourceAccess, position: string): Promise<readonly string[]>;
  /** The columns over all people, if the source has counted them. */
  sampleColumns?(access: SourceAccess, position: string): Promise<readonly SampledColumn[]>;
  /** The message for missing mapped columns. */
  lacks(columns: readonly string[]): Sentence;
  /** All people, a few hundred at a time. Releases its resources at the end, also when stopped early. */
  read(access: SourceAccess, position: string): AsyncIterable<readonly SourceRecord[]>;
  /**
   * Only for sources whose groups have ids: the names of all groups by id. Its group column then contains ids, so that a
   * renamed group stays the same.
   */
  groupNames?(access: SourceAccess, position: string): Promise<ReadonlyMap<string, string>>;
};

/** A source that calls us. Runs read a copy of what it has sent, because it is never read to an end itself. */
export type PushedSourceDriver = {
  arrives: 'pushed';
  /** The message for mapped attributes that were never sent. */
  lacks(attributes: readonly string[]): Sentence;
};
