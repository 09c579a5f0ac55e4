import { type Sentence, say } from '@key2xs/texts';
import { DriverError } from '../../driver-error';

/** Records of one list, which is held in memory: more than twice the persons of the largest installation. */
export const maxRecords = 250_000;

/** Trimmed texts of the children of a record, by local name; the first of a name wins. */
export type Fields = Record<string, string>;

const maxFields = 100;
const maxFieldLength = 64 * 1024;

/** Whether a position in a document is at that path or below. */
export const isBelow = (place: readonly string[], path: readonly string[]): boolean =>
  place.length >= path.length && path.every((name, at) => place[at] === name);

export type RecordCollector = {
  /** Start of an element; its name is the last of `place`. */
  open(place: readonly string[]): void;
  text(place: readonly string[], text: string): void;
  records(): Fields[];
};

/** Collects the records at one path of a document; skips elements below their fields. */
export function collectRecords(path: readonly string[]): RecordCollector {
  const records: Fields[] = [];
  let record: Fields = {};
  let fields = 0;
  let field: string | undefined;

  function beginRecord(): void {
    if (records.length === maxRecords) throw tooMuch(say('circumstance.tooManyRecords'));
    record = Object.create(null); // so that no field name collides with a prototype
    fields = 0;
    records.push(record);
  }

  function beginField(name: string): string | undefined {
    if (name in record) return undefined;
    if (++fields > maxFields) throw tooMuch(say('circumstance.tooManyFields'));
    record[name] = '';
    return name;
  }

  return {
    open(place) {
      const depth = place.length - path.length;
      if (depth === 0 && isBelow(place, path)) beginRecord();
      if (depth <= 1) field = depth === 1 && isBelow(place, path) ? beginField(place.at(-1) ?? '') : undefined;
    },
    text(place, text) {
      if (field === undefined || place.length !== path.length + 1) return;
      const value = `${record[field]}${text}`;
      if (value.length > maxFieldLength) throw tooMuch(say('circumstance.valueTooLong'));
      record[field] = value;
    },
    records() {
      for (const each of records) for (const name in each) each[name] = each[name]?.trim() ?? '';
      return records;
    },
  };
}

const tooMuch = (detail: Sentence) => new DriverError('bad_answer', { detail });
