import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { measureQuery } from '#data/plans/access-rules';
import { partsOf, type RuleValues } from './rule-schema';

const PAUSE_MS = 300;

type RuleParts = Pick<RuleValues, 'subjects' | 'subject_match' | 'objects'>;

/** People, doors and clocks of a rule that is written; undefined while those of an earlier text are all that is known. */
export function useMeasure(planId: string, values: RuleParts) {
  const wanted = JSON.stringify(partsOf(values));
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const { data } = useQuery(measureQuery(planId, JSON.parse(asked)));
  return asked === wanted ? data : undefined;
}
