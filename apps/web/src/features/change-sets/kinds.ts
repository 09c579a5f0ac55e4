import type { ChangeSetKind } from '@key2xs/contract';

type KindOfChangeSet = {
  /** What its changes are about. */
  about: 'person' | 'label';
  /** Said where it is decided on: what follows from applying it. */
  consequence: 'apply.directory' | 'layer';
  /** Said beside each of its changes. */
  caveat?: 'layer';
};

/** What is particular about one kind of change set. */
export const kindsOfChangeSet: Readonly<Record<ChangeSetKind, KindOfChangeSet>> = {
  directory: { about: 'person', consequence: 'apply.directory' },
  key_system: { about: 'label', consequence: 'layer', caveat: 'layer' },
};
