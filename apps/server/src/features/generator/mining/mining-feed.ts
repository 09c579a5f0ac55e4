import type { GeneratorFigures, GeneratorPhase } from '@key2xs/contract';
import type { MinedSuggestion, MiningProgress } from '@key2xs/domain';
import type { Insertable } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import { bytesOfInts } from '../packing';
import type { NewEvent } from '../run-events';
import type { SuggestionRows } from '../suggestion-row';

export type FoundSuggestion = Insertable<Schema['generator_found']>;
type Progress = { phase: GeneratorPhase; done: number; total: number };

/** Turns what the miner tells into events. Of progress and figures only the latest is sent. */
export class MiningFeed {
  #suggestions: MinedSuggestion[] = [];
  #figures: Partial<GeneratorFigures> = {};
  #progress: Progress = { phase: 'rules', done: 0, total: 0 };
  #sent = '';

  /** @param skip how many suggestions were sent before the run began again */
  constructor(
    private readonly runId: string,
    private readonly rows: SuggestionRows,
    private skip: number,
  ) {}

  add(told: readonly MiningProgress[]): void {
    for (const { phase, done, total, suggestions, figures } of told) {
      this.#progress = { phase, done, total };
      if (figures) this.#figures = { ...this.#figures, ...figures };
      this.#suggestions.push(...suggestions);
    }
  }

  /** What is new since the last call. */
  take(): { events: NewEvent[]; found: FoundSuggestion[]; progress: Progress } {
    const events: NewEvent[] = [];
    const found: FoundSuggestion[] = [];
    for (const mined of this.#suggestions) {
      const data = this.rows.eventOf(mined); // also of those that are skipped: names depend on what came before
      if (this.skip > 0) {
        this.skip--;
        continue;
      }
      events.push({ event: 'suggestion', data });
      const { id, position, name } = data;
      const [people, cylinders] = [bytesOfInts(mined.people), bytesOfInts(mined.cylinders)];
      found.push({ run_id: this.runId, position, id, name, people, cylinders });
    }
    this.#suggestions = [];
    const progress = this.#progress;
    const isCaughtUp = this.skip === 0;
    const stand = JSON.stringify([progress, this.#figures]);
    if (isCaughtUp && stand !== this.#sent) {
      this.#sent = stand;
      const status = { run_id: this.runId, status: 'running', input: null, ...progress } as const;
      events.push({ event: 'status', data: status });
      if (Object.keys(this.#figures).length > 0) events.push({ event: 'metric', data: this.#figures });
    }
    return { events, found, progress };
  }
}
