import { z } from 'zod';

/** An enum of the table's names; its API documentation comes from `is`. */
export const oneOf = <Name extends string>(table: Readonly<Record<Name, { is: string }>>, lead?: string) =>
  z
    .enum(Object.keys(table) as Name[]) // Object.keys widens to string[]
    .describe(
      [
        ...(lead ? [lead] : []),
        ...Object.entries<{ is: string }>(table).map(([name, { is }]) => `${name}: ${is}.`),
      ].join(' '),
    );
