import type { Cylinder, Placing } from '@key2xs/contract';
import { usePlaceCylinders } from '#data/key-systems/locations';
import { useToast } from '#ui/toast';

/** The last placement, with what its undo needs. */
export type Placed = { count: number; place: string | null; before: readonly Placing[] };

/** Places cylinders; null removes them from the tree. */
export function usePlacing() {
  const send = usePlaceCylinders();
  const toast = useToast();
  const place = async (
    cylinders: readonly Cylinder[],
    to: { id: string; name: string } | null,
  ): Promise<Placed | null> => {
    const placements = cylinders.map(({ id }) => ({ cylinder_id: id, location_id: to?.id ?? null }));
    try {
      const { placed, before } = await send.mutateAsync({ body: { placements } });
      return { count: placed, place: to?.name ?? null, before };
    } catch (error) {
      toast.failure(error instanceof Error ? error.message : String(error));
      return null;
    }
  };
  return { place, isPending: send.isPending };
}
