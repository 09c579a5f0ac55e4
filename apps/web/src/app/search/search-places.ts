import type { SearchHit } from '@key2xs/contract';
import type { LinkProps } from '@tanstack/react-router';

export type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** The screen that shows a hit. Keys and cylinders open beside their list. */
export function placeOf({ type, id, title }: SearchHit): Place {
  switch (type) {
    case 'person':
      return { to: '/people/$id', params: { id } };
    case 'key_plan':
      return { to: '/keys/key-plans/$id', params: { id } };
    case 'iam_connection':
      return { to: '/iam-manager' };
    case 'key_system_connection':
      return { to: '/key-systems', search: { connection: id } };
    case 'key':
      return { to: '/cylinders', search: { tab: 'keys', search: title, open: id } };
    case 'cylinder':
      return { to: '/cylinders', search: { open: id } };
  }
}
