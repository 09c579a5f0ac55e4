type Words = typeof import('./field-words');
type Name = keyof Words;
type Value = string | number;

type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? (Name extends `${infer Plain}, number` ? Plain : Name) | NamesIn<Rest>
  : never;
type ValuesOf<Text> = [NamesIn<Text>] extends [never] ? [] : [values: { [Name in NamesIn<Text>]: Value }];

/** One of them, by its name. */
type Sentence = Partial<Words>;
type TextIn<S> = S extends unknown ? S[keyof S] : never;

/** Words that have no values in them. */
export type PlainWords = { [N in Name]: [NamesIn<Words[N]>] extends [never] ? { [One in N]: Words[N] } : never }[Name];

/** What is wrong with a field: the name of its sentence in `field-words`, and the values in it. */
export type FieldSentence = { name: Name; values: { readonly [name: string]: Value } };
export type FieldProblem = { message: string; sentence: FieldSentence };

/** The parts of an issue that a check adds itself: the English message, and the sentence of the catalogue. */
export function fieldProblem<S extends Sentence>(sentence: S, ...given: ValuesOf<TextIn<S>>): FieldProblem {
  const [values = {}] = given;
  const entries = Object.entries(sentence) as [Name, string][]; // it has no other keys
  const [name, text] = entries[0] ?? (['invalid', ''] as const);
  return { message: inEnglish(text, values), sentence: { name, values } };
}

/** The `error` of a schema or check. Gives the issue its sentence too: the library keeps what an issue holds. */
export type FieldError = (issue: object) => string;
export const fieldError =
  <S extends Sentence>(sentence: S, ...values: ValuesOf<TextIn<S>>): FieldError =>
  (issue) =>
    Object.assign(issue, fieldProblem(sentence, ...values)).message;

/** The sentence of an issue; undefined for issues of schemas that are not of the contract. */
export const fieldSentenceOf = (issue: object): FieldSentence | undefined =>
  'sentence' in issue ? (issue.sentence as FieldSentence) : undefined; // set here only

function inEnglish(text: string, values: { readonly [name: string]: Value }): string {
  return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => values[name]?.toLocaleString('en') ?? '');
}
