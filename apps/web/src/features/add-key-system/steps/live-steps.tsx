import { useQuery } from '@tanstack/react-query';
import { DiagnosisSteps } from '#components/diagnosis-steps';
import { keySystemTestQuery } from '#data/key-systems';

/** The steps of the running test. A finished one is the previous test, so nothing is known yet. */
export function LiveSteps({ id }: { id: string }) {
  const { data: test } = useQuery(keySystemTestQuery(id, true));
  return <DiagnosisSteps steps={test?.ended_at === null ? test.steps : undefined} />;
}
