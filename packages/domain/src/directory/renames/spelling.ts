import { foldText } from '../../fold-text';

/** Unambiguous abbreviations in directories, English and German. */
const longForms: Readonly<Record<string, string>> = {
  abt: 'abteilung',
  admin: 'administration',
  asst: 'assistant',
  centre: 'center',
  ctr: 'center',
  dept: 'department',
  dpt: 'department',
  gov: 'government',
  govt: 'government',
  hosp: 'hospital',
  intl: 'international',
  jr: 'junior',
  mgmnt: 'management',
  mgmt: 'management',
  mgr: 'manager',
  mgt: 'management',
  ref: 'referat',
  sr: 'senior',
  stv: 'stellvertretung',
  supv: 'supervisor',
  svc: 'service',
  svcs: 'services',
  und: 'and',
  verw: 'verwaltung',
};

/**
 * A value without case, accents, punctuation and blanks, and with abbreviations expanded. Two values with the same skeleton
 * are spellings of one name. For finding renames only: rules compare by `foldText`.
 */
export function skeletonOf(value: string): string {
  const plain = foldText(value).normalize('NFD').replace(/\p{M}/gu, '');
  const words = plain.replace(/[&+]/g, ' and ').split(/[^\p{L}\p{N}]+/u);
  return words.map((word) => longForms[word] ?? word).join('');
}

/** Whether two values share a word of more than three letters. */
export function haveWordInCommon(one: string, other: string): boolean {
  const wordsOf = (value: string) =>
    foldText(value)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 3);
  const words = new Set(wordsOf(one).map((word) => longForms[word] ?? word));
  return wordsOf(other).some((word) => words.has(longForms[word] ?? word));
}
