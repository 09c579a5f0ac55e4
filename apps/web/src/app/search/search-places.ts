import type { SearchHit } from '@key2xs/contract';
import type { LinkProps } from '@tanstack/react-router';

export type Place = Pick<LinkProps, 'to' | 'params'>;

/** Where a hit is shown. Keys and cylinders have no page of their own: their list is the nearest. */
export function placeOf({ type, id }: SearchHit): Place {
  switch (type) {
    case 'person':
      return { to: '/people/$id', params: { id } };
    case 'key_plan':
      return { to: '/keys/key-plans/$id', params: { id } };
    case 'iam_connection':
      return { to: '/iam-manager' };
    case 'key_system_connection':
      return { to: '/key-systems' };
    case 'key':
    case 'cylinder':
      return { to: '/cylinders' };
  }
}
