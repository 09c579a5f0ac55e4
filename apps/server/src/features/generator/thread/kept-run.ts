import type { RightPlaces } from '@key2xs/domain';
import type { RunInput } from '../input/read-input';
import { unpackInput } from '../run-queries';
import { type RunData, unpackResult } from '../suggestions/run-data';
import type { NamedInput, NamedRun } from './run-work';

/** The rights as they were read and after the edits before the last, which someone else may have been faster than. */
const maxRights = 3;

/** The last run that a thread has worked on. What it has read and its proof stay the same; its rights follow edits. */
export class KeptRun {
  #id = '';
  #input: RunInput | undefined;
  #proof: RunData['proof'] | undefined;
  readonly #rights = new Map<string, RightPlaces>();

  /** What it has read; undefined where it is another run. */
  async findInput({ id, packed }: NamedInput): Promise<RunInput | undefined> {
    if (this.#id === id) return this.#input;
    if (!packed) return undefined;
    this.#id = '';
    this.#input = undefined; // before there are two
    this.#proof = undefined;
    this.#rights.clear();
    this.#input = await unpackInput(packed);
    this.#id = id;
    return this.#input;
  }

  /** With its rights and its proof; undefined where it is another run, or its rights have changed. */
  async find(run: NamedRun): Promise<RunData | undefined> {
    const input = await this.findInput(run);
    if (input && run.packed) {
      const { rights, proof } = await unpackResult(run.packed);
      this.#proof = proof;
      this.add(run.rightsKey, rights);
    }
    const rights = this.#rights.get(run.rightsKey);
    return input && rights && this.#proof && { ...input, rights, proof: this.#proof };
  }

  add(key: string, rights: RightPlaces): void {
    this.#rights.delete(key);
    this.#rights.set(key, rights);
    const [oldest] = this.#rights.keys();
    if (this.#rights.size > maxRights && oldest !== undefined) this.#rights.delete(oldest);
  }
}
