import type { SearchHit } from '@key2xs/contract';
import type { LinkProps } from '@tanstack/react-router';

export type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** The screen for a hit. Keys and cylinders open beside their list; containers list their content. */
export function placeOf({ type, id, title, keyplan_id }: SearchHit): Place {
  switch (type) {
    case 'person':
      return { to: '/people/$id', params: { id } };
    case 'department':
      return { to: '/people', search: { department: id } };
    case 'job_title':
      return { to: '/people', search: { job_title: id } };
    case 'key_plan':
      return { to: '/keys/key-plans/$id', params: { id } };
    case 'access_rule':
      return { to: '/keys/key-plans/$id', params: { id: keyplan_id ?? '' }, search: { tab: 'rules' } };
    case 'iam_connection':
      return { to: '/iam-manager' };
    case 'key_system_connection':
      return { to: '/key-systems', search: { connection: id } };
    case 'key':
      return { to: '/cylinders', search: { tab: 'keys', search: title, open: id } };
    case 'cylinder':
      return { to: '/cylinders', search: { open: id } };
    case 'cylinder_group':
      return { to: '/cylinders', search: { group_id: id } };
    case 'location':
      return { to: '/keys/locations', search: { location_id: id } };
  }
}
