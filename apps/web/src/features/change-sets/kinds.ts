import type { ChangeSetKind } from '@key2xs/contract';

type KindOfChangeSet = {
  /** The subject of its changes. */
  about: 'person' | 'label';
  /** Shown with the decision: the consequence of applying. */
  consequence: 'apply.directory' | 'layer';
  /** Shown beside each of its changes. */
  caveat?: 'layer';
};

/** What differs between the kinds of change set. */
export const kindsOfChangeSet: Readonly<Record<ChangeSetKind, KindOfChangeSet>> = {
  directory: { about: 'person', consequence: 'apply.directory' },
  key_system: { about: 'label', consequence: 'layer', caveat: 'layer' },
};
