import type { AccessRule } from '@key2xs/contract';
import type { LinkProps } from '@tanstack/react-router';
import type { SentenceRule } from './rule-sentence';

type Subject = SentenceRule['subjects'][number];
type SavedObject = AccessRule['objects'][number];

/** The people a subject is about, as the list of people shows them; undefined while it is not known by its id. */
export function placeOfSubject(subject: Subject | undefined): LinkProps | undefined {
  const id = subject?.subject_identifier;
  switch (subject?.subject_type) {
    case 'department':
      return { to: '/people', search: { department: subject.name, active: 'true' } };
    case 'job_title':
      return { to: '/people', search: { job_title: subject.name, active: 'true' } };
    case 'group':
      return id === undefined ? undefined : { to: '/people', search: { group_id: id, active: 'true' } };
    case 'user':
      return id === undefined ? undefined : { to: '/people/$id', params: { id } };
    case undefined:
      return undefined;
  }
}

/** Where what may be opened is shown: the doors of a group or place, a cylinder, the access profiles of the plan. */
export function placeOfObject(object: SavedObject | undefined, planId: string): LinkProps | undefined {
  if (!object) return undefined;
  const { object_type, object_identifier: id, name } = object;
  switch (object_type) {
    case 'cylinder_group':
      return { to: '/cylinders', search: { group_id: id } };
    case 'location':
      return { to: '/keys/locations', search: { location_id: id } };
    case 'cylinder':
      return { to: '/cylinders', search: { search: name, open: id } };
    case 'access_profile':
      return { to: '/keys/key-plans/$id', params: { id: planId }, search: { tab: 'profiles' } };
  }
}
