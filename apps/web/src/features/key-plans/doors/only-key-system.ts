import type { KeyPlan } from '@key2xs/contract';

/** Whose doors are offered; undefined, which offers those of all, unless exactly one key system is linked. */
export const onlyKeySystemOf = ({ key_system_connections: [first, ...others] }: KeyPlan) =>
  others.length === 0 ? first?.id : undefined;
