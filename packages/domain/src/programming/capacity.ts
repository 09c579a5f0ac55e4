/** How many jobs a programming key should carry at most, unless its key system or the organisation says otherwise. */
export const defaultJobsPerKey = 30;

/** From which share on something counts as filling, nearly full and full, in percent. */
export const capacitySteps = [
  { level: 'filling', from: 70 },
  { level: 'nearly_full', from: 85 },
  { level: 'full', from: 95 },
] as const;

type CapacityLevel = 'free' | (typeof capacitySteps)[number]['level'];

/** How full a limited list is. What is not known of it says nothing. */
export function capacityOf(
  used: number | null,
  limit: number | null,
): { percent: number; level: CapacityLevel } | undefined {
  if (used === null || limit === null || limit <= 0) return undefined;
  const share = (used / limit) * 100;
  const level = capacitySteps.findLast(({ from }) => share >= from)?.level ?? 'free';
  return { percent: Math.floor(share), level };
}
