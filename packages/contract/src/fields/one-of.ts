import { z } from 'zod';

/** A name out of a table that says what each of them is. */
export const oneOf = <Name extends string>(table: Readonly<Record<Name, { is: string }>>, lead?: string) =>
  z
    .enum(Object.keys(table) as Name[]) // the names of a table are its keys
    .describe(
      [
        ...(lead ? [lead] : []),
        ...Object.entries<{ is: string }>(table).map(([name, { is }]) => `${name}: ${is}.`),
      ].join(' '),
    );
