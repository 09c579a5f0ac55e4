import type { ChangeKind, ChangeSetItem } from '@key2xs/contract';
import type { ReactNode } from 'react';
import { Fields, Granted, Left, Newcomer, Profile, Withdrawn, WrongRow } from './what-changed';

type KindOfChange = {
  /** The change in a line. */
  What(props: { item: ChangeSetItem }): ReactNode;
  /** What its detail says. */
  detail: 'fields.department' | 'drawer.problem' | 'drawer.detail';
  /** What is no change: it is left out, whatever becomes of the others. */
  isLeftOut?: true;
  /** What refers to it is a number of ours, which says nothing to a reader. */
  hidesReference?: true;
  /** The person has a number already, and a page only once it is applied. */
  isNew?: true;
};

const ofPerson = { What: Fields, detail: 'fields.department' } as const;
const inKeySystem = { What: Fields, detail: 'drawer.detail' } as const;

/** What is particular about one kind of change. */
export const kindsOfChange: Readonly<Record<ChangeKind, KindOfChange>> = {
  joiner: { ...ofPerson, What: Newcomer, isNew: true },
  leaver: { ...ofPerson, What: Left },
  mover: ofPerson,
  update: ofPerson,
  problem: { What: WrongRow, detail: 'drawer.problem', isLeftOut: true },
  member_remove: { ...inKeySystem, What: Withdrawn },
  person_deactivate: inKeySystem,
  profile_put: { ...inKeySystem, What: Profile, hidesReference: true },
  person_create: { ...inKeySystem, What: Newcomer },
  person_update: inKeySystem,
  member_add: { ...inKeySystem, What: Granted },
};
