import type { KeySystemStanding, Overview } from '@key2xs/contract';
import { overview } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#data/auth';
import { overviewQuery } from '#data/overview';

type Known = {
  of: (connectionId: string) => KeySystemStanding | undefined;
  /** The change set that waits for a decision about a key system. */
  needs: Overview['needs_you'];
};

/** The state of key systems, as on the dashboard; undefined while unknown, and for users without permission. */
export function useStandings(): Known | undefined {
  const may = useMay(overview.get);
  const { data } = useQuery({ ...overviewQuery, enabled: may });
  if (!data) return undefined;
  const { key_systems } = data.recorded;
  return { of: (id) => key_systems.find(({ connection_id }) => connection_id === id), needs: data.needs_you };
}
