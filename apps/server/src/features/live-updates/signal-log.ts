import type { LiveResource, TaskProgress } from '@key2xs/contract';

/** What has changed, in the order of `number`. */
export type Signal = {
  number: number;
  /** Undefined: concerns everybody. */
  adminId?: string;
  /** Tasks to be read again. */
  changed: readonly string[];
  progress: readonly TaskProgress[];
  /** What else is to be read again, by those who may see it; the signal is about no task then. */
  resource?: LiveResource;
};

const maxLogged = 256;

/** The latest signals of this process, for readers that come back. `process` makes its ids differ from those of others. */
export function createSignalLog(process: string) {
  const signals: Signal[] = [];
  let last = 0;
  const idOf = (number: number) => `${process}.${number}`;
  return {
    idOf,
    lastId: () => idOf(last),
    add(signal: Omit<Signal, 'number'>): Signal {
      const added = { ...signal, number: ++last };
      signals.push(added);
      if (signals.length > maxLogged) signals.shift();
      return added;
    },
    /** Undefined unless all of them are known. */
    since(id: string | undefined): readonly Signal[] | undefined {
      const number = Number(/^(.*)\.(\d{1,15})$/.exec(id ?? '')?.[2] ?? Number.NaN);
      if (id !== idOf(number) || number > last || number < last - signals.length) return undefined;
      return signals.filter((signal) => signal.number > number);
    },
  };
}
