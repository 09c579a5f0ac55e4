import type { KeyPlan } from '@key2xs/contract';

/** Where two versions are compared, the older first. */
export const toImpact = ({ id }: Pick<KeyPlan, 'id'>, from: number, to: number) =>
  ({
    to: '/keys/key-plans/$id',
    params: { id },
    search: { tab: 'impact', from: String(from), to: String(to) },
    resetScroll: false,
  }) as const;
