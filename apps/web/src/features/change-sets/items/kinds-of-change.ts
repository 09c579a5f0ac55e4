import type { ChangeKind, ChangeSetItem } from '@key2xs/contract';
import type { ReactNode } from 'react';
import { Adopted, Fields, Granted, Joiner, Left, Profile, RowProblem, Withdrawn } from './what-changed';

type KindOfChange = {
  /** The change in one line. */
  What(props: { item: ChangeSetItem }): ReactNode;
  /** Key of the label for the item's `detail`. */
  detail: 'fields.department' | 'drawer.problem' | 'drawer.detail' | 'drawer.adoptedAs' | 'drawer.idThere';
  /** Never applied, whatever is decided about the other changes. */
  isLeftOut?: true;
  /** Its reference is an internal id, meaningless to a reader. */
  hidesReference?: true;
  /** The person has an id, but no page until the change is applied. */
  isNew?: true;
};

const ofPerson = { What: Fields, detail: 'fields.department' } as const;
const inKeySystem = { What: Fields, detail: 'drawer.detail' } as const;

/** What differs between the kinds of change. */
export const kindsOfChange: Readonly<Record<ChangeKind, KindOfChange>> = {
  joiner: { ...ofPerson, What: Joiner, isNew: true },
  leaver: { ...ofPerson, What: Left },
  mover: ofPerson,
  update: ofPerson,
  begin: ofPerson,
  stop: ofPerson,
  conflict: { ...ofPerson, isLeftOut: true },
  problem: { What: RowProblem, detail: 'drawer.problem', isLeftOut: true },
  person_adopt: { What: Adopted, detail: 'drawer.idThere' },
  profile_adopt: { What: Adopted, detail: 'drawer.adoptedAs', hidesReference: true },
  member_remove: { ...inKeySystem, What: Withdrawn },
  person_deactivate: inKeySystem,
  profile_put: { ...inKeySystem, What: Profile, hidesReference: true },
  person_create: { ...inKeySystem, What: Joiner },
  person_update: inKeySystem,
  member_add: { ...inKeySystem, What: Granted },
};
