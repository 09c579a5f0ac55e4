import type { Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';

/** A connection to an identity source, as a driver gets it. */
export type SourceAccess = {
  /** Under it a driver finds what the product keeps for it, such as uploaded files. */
  connectionId: string;
  /** As stored; secrets arrive unsealed. */
  configuration: Record<string, unknown>;
  /** Ends every call and every pause. */
  signal: AbortSignal;
  /** Whom to read, by id; everybody unless given. Only what is kept as a copy is read so. */
  only?: readonly string[] | undefined;
};

export type SourceProbe = {
  /**
   * Names what there is to read at this moment, so that a run that was interrupted goes on with the same: under one
   * position the same records come in the same order each time, or `SourceUnreadable` is thrown. A driver whose source
   * cannot be read twice alike keeps a copy of what it has read.
   */
  position: string;
  /** How many records there are; null while unknown. */
  people: number | null;
};

/** One person as the source has them. */
export type SourceRecord = {
  /** Where it stands in the source: what people are told when something is wrong with it. */
  row: number;
  /** In the order of the columns; those missing at the end are empty. */
  values: readonly string[];
  /** What the source could not say clearly. The person stays as they are. */
  problems?: readonly Sentence[];
  /** The id was that of somebody who is gone for good. */
  is_another?: boolean;
};

/** There is nothing to read, or no longer what a position names. It says to people what to do; `message` is the same in English. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable';

  constructor(readonly sentence: Sentence) {
    super(renderSentence(sentence));
  }
}

/**
 * One kind of identity source. It says what people there are, as text under names of columns; mapping, comparing, guards
 * and applying are the same for every kind. Each method throws `SourceUnreadable` where trying again makes no sense, and
 * `DriverError` where a call to an outer system failed.
 *
 * To add one: docs/decisions/0100-a-provider-is-a-folder-and-a-line.md.
 */
export type IdentitySourceDriver = {
  /** Whether it can be read, and where to begin. Cheap: an administrator waits for it. */
  probe(access: SourceAccess): Promise<SourceProbe>;
  /** Names of the columns, each once, in the order of the values. */
  describe(access: SourceAccess, position: string): Promise<readonly string[]>;
  /** What people are told when columns that are mapped are missing. */
  lacks(columns: readonly string[]): Sentence;
  /** Everybody, some hundred at a time. Read to its end or ended early, it closes what it has opened. */
  read(access: SourceAccess, position: string): AsyncIterable<readonly SourceRecord[]>;
  /**
   * Only of a source in which groups have ids: the names of all groups by id. Its column of groups has ids then, and a
   * group that is renamed stays the same.
   */
  groupNames?(access: SourceAccess, position: string): Promise<ReadonlyMap<string, string>>;
};
