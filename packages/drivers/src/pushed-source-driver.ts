import type { Sentence } from '@key2xs/texts';

/** An identity source that calls us and is never read to an end. What it has sent is kept as a copy, which is what runs read. */
export type PushedSourceDriver = {
  arrives: 'pushed';
  /** What people are told when attributes that are mapped were never sent. */
  lacks(attributes: readonly string[]): Sentence;
};
