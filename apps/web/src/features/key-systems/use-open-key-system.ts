import { useNavigate } from '@tanstack/react-router';
import type { KeySystemsSearch } from './key-systems-search';

type Place = Pick<KeySystemsSearch, 'tab' | 'mode'>;

/** Opens the dialog of a connection over the filtered list; the back button closes it again. */
export function useOpenKeySystem() {
  const navigate = useNavigate({ from: '/key-systems' });
  return (connection: string, { tab, mode }: Place = {}) =>
    void navigate({ search: (before) => ({ ...before, connection, tab, mode }), resetScroll: false });
}
