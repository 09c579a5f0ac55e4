import { fieldWords } from './field-words';

type Words = typeof fieldWords;
type Code = keyof Words;
type Value = string | number;

type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? (Name extends `${infer Plain}, number` ? Plain : Name) | NamesIn<Rest>
  : never;
type ValuesOf<C extends Code> = [NamesIn<Words[C]>] extends [never]
  ? []
  : [values: { [Name in NamesIn<Words[C]>]: Value }];

/** A problem whose sentence speaks of nothing but itself. */
export type PlainProblem = { [C in Code]: ValuesOf<C> extends [] ? C : never }[Code];

/** What is wrong with a field: the name of its sentence in `fieldWords`, and the values in it. */
export type FieldSentence = { name: Code; values: { readonly [name: string]: Value } };
export type FieldProblem = { message: string; sentence: FieldSentence };

/** In English and as a sentence of the catalogue. Part of an issue that a check adds itself. */
export function fieldProblem<C extends Code>(name: C, ...values: ValuesOf<C>): FieldProblem {
  const [spokenOf = {}] = values;
  return { message: inEnglish(fieldWords[name], spokenOf), sentence: { name, values: spokenOf } };
}

/** The `error` of a schema or check. Gives the issue its sentence too: the library keeps what an issue holds. */
export type FieldError = (issue: object) => string;
export const fieldError =
  <C extends Code>(name: C, ...values: ValuesOf<C>): FieldError =>
  (issue) =>
    Object.assign(issue, fieldProblem(name, ...values)).message;

/** The sentence of an issue; undefined for issues of schemas that are not of the contract. */
export const fieldSentenceOf = (issue: object): FieldSentence | undefined =>
  'sentence' in issue ? (issue.sentence as FieldSentence) : undefined; // set here only

function inEnglish(text: string, values: { readonly [name: string]: Value }): string {
  return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => values[name]?.toLocaleString('en') ?? '');
}
