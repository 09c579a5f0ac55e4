import { StatusTag } from '#ui/status-tag';
import { useStandingWords } from './use-standing-words';
import { useStandings } from './use-standings';

/** Whether a key system equals the plans, or how many rights it is behind. */
export function StandingTag({ connectionId }: { connectionId: string }) {
  const words = useStandingWords();
  const standing = useStandings()?.of(connectionId);
  if (!standing) return null;
  const { tone, short } = words(standing);
  return <StatusTag tone={tone} label={short} />;
}
