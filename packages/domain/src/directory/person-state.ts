import type { MappedPerson, PersonState } from '@key2xs/contract';
import { foldText } from '../fold-text';

const on = new Set(['true', 'yes', 'y', '1', 'on', 'active', 'enabled', 'ja', 'j', 'wahr', 'aktiv', 'x']);
const off = new Set(['false', 'no', 'n', '0', 'off', 'inactive', 'disabled', 'nein', 'falsch', 'inaktiv', 'gesperrt']);

/** Whether an account is switched on; an empty text means on. @returns undefined if unclear */
export function readSwitch(text: string): boolean | undefined {
  const word = foldText(text);
  if (word === '' || on.has(word)) return true;
  return off.has(word) ? false : undefined;
}

const isoDay = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
const germanDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/**
 * The day in a text, as `2026-11-30`; of a timestamp the written day, regardless of its zone. '' for an empty text.
 * @returns undefined if the text is no day
 */
export function readDay(text: string): string | undefined {
  if (text === '') return '';
  const iso = isoDay.exec(text);
  const german = germanDay.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : german ? [german[3], german[2], german[1]] : [];
  if (!year || !month || !day) return undefined;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== written ? undefined : written;
}

/** The state of a person listed by a source. First and last day are inclusive. @param today as `2026-11-30` */
export function personStateOn(fields: MappedPerson['fields'], today: string): PersonState {
  const { active, start_date, end_date } = fields;
  if (end_date !== undefined && end_date < today) return 'left';
  if (active === 'false') return 'suspended';
  return start_date !== undefined && start_date > today ? 'coming' : 'active';
}
