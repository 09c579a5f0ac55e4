import type { KeyPlan } from '@key2xs/contract';

/** The plan's only key system; undefined, which offers the doors of all, unless exactly one is linked. */
export const onlyKeySystemOf = ({ key_system_connections: [first, ...others] }: KeyPlan) =>
  others.length === 0 ? first?.id : undefined;
