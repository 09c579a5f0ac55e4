import { useQuery } from '@tanstack/react-query';
import { DiagnosisSteps } from '#components/diagnosis-steps';
import { keySystemTestQuery } from '#data/key-systems';

/** The steps of the test that is under way. One that has ended is the one before: then nothing is known yet. */
export function LiveSteps({ id }: { id: string }) {
  const { data: test } = useQuery(keySystemTestQuery(id, true));
  return <DiagnosisSteps steps={test?.ended_at === null ? test.steps : undefined} />;
}
