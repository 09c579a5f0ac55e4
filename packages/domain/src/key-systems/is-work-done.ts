import { diffPerson, diffProfile, hasDoors } from './diff-key-system';
import type { KeySystemProfile, RecordedKeySystem } from './key-system-state';
import type { KeySystemWrite } from './plan-key-system';

/** Recorded data by our references. */
export type RecordedView = {
  person(reference: string): RecordedKeySystem['persons'][number] | undefined;
  profile(reference: string): KeySystemProfile | undefined;
  isMember(profile: string, person: string): boolean;
};

/** Whether the recorded data contains a change, regardless of who made it. */
export function isWorkDone({ kind, write }: KeySystemWrite, recorded: RecordedView): boolean {
  switch (kind) {
    case 'member_add':
      return recorded.isMember(write.profile_reference, write.person_reference);
    case 'member_remove':
      return !recorded.isMember(write.profile_reference, write.person_reference);
    case 'person_deactivate':
      return recorded.person(write.person_reference)?.active !== true;
    case 'person_create':
      return recorded.person(write.reference)?.active === true;
    case 'person_update': {
      const person = recorded.person(write.reference);
      return person !== undefined && diffPerson(person, write) === undefined;
    }
    case 'profile_put': {
      const profile = recorded.profile(write.reference);
      return profile ? diffProfile(profile, write) === undefined : !hasDoors(write);
    }
  }
}
