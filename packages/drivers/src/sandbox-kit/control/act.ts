import { z } from 'zod';

/** A command for a sandbox, from a test or the command line. */
export type Act<Running, A = Record<string, unknown>, R = unknown> = {
  /** One line for the help. */
  does: string;
  /** In the order of the command line; a list takes all remaining words, so arguments after it are not available there. */
  args: z.ZodObject;
  /** @throws RangeError for unknown or invalid arguments */
  run(running: Running, args: A): R;
};

/** Declares the acts of one kind of sandbox. */
export const actsOn =
  <Running>() =>
  <S extends z.ZodRawShape, R>(does: string, args: S, run: (running: Running, args: z.output<z.ZodObject<S>>) => R) =>
    ({ does, args: z.strictObject(args), run }) satisfies Act<Running, z.output<z.ZodObject<S>>, R>;

/** Commands by name, each with its own arguments and result. */
type Acts<Running> = { [name: string]: Pick<Act<Running>, 'args'> & { run(running: Running, args: never): unknown } };

/** Runs a command by its name. @throws RangeError, ZodError for invalid arguments */
export type PerformOf<A extends Acts<never>> = <N extends keyof A>(
  name: N,
  args: z.input<A[N]['args']>,
) => ReturnType<A[N]['run']>;

export const performOf =
  <Running, A extends Acts<Running>>(acts: A, running: Running): PerformOf<A> =>
  <N extends keyof A>(name: N, args: unknown) => {
    const { args: schema, run } = acts[name] as unknown as Act<Running>; // its schema gives the arguments that it takes
    return run(running, schema.parse(args)) as ReturnType<A[N]['run']>; // that act's own
  };

export const Id = z.string().min(1);

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const maxMs = 36_500 * 86_400_000;

/** Milliseconds, written as `2d`, `3h`, `10m` or `30s`. */
export const Duration = z.string().transform((text) => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  const ms = Number(amount) * (units[unit] ?? Number.NaN);
  if (ms <= maxMs) return ms;
  throw new RangeError(`"${text}" is no time. Say 2d, 3h, 10m or 30s, at most 100 years.`);
});
