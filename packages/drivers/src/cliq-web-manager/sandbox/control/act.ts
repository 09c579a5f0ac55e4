import { z } from 'zod';
import type { Running } from '../serve';

/** Something that can be done to the sandbox from outside, by a test or in words on the command line. */
export type Act<A = Record<string, unknown>, R = unknown> = {
  /** One line for whoever picks it. */
  does: string;
  /** On the command line in this order; a list takes all words that are left, and nothing after it can be said there. */
  args: z.ZodObject;
  /** @throws RangeError for what is not there or makes no sense */
  run(running: Running, args: A): R;
};

export const act = <S extends z.ZodRawShape, R>(
  does: string,
  args: S,
  run: (running: Running, args: z.output<z.ZodObject<S>>) => R,
) => ({ does, args: z.strictObject(args), run }) satisfies Act<z.output<z.ZodObject<S>>, R>;

export const Id = z.string().min(1);
