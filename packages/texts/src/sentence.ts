import type { texts } from './en/sentences';

/** The names of all texts below, joined by dots; both forms of a plural have one name. */
type Codes<Texts> = {
  [Name in keyof Texts & (string | number)]: Texts[Name] extends string
    ? `${Name}` extends `${infer Stem}_one` | `${infer Stem}_other`
      ? Stem
      : `${Name}`
    : `${Name}.${Codes<Texts[Name]>}`;
}[keyof Texts & (string | number)];

export type SentenceCode = Codes<typeof texts>;

/** Part of a sentence: a name or number as it is, another sentence, or several of them. */
export type Part = string | number | Sentence | readonly (string | Sentence)[];

/** What is said, without the words: told in whatever language it is read. Fit to be stored as JSON. */
export type Sentence = { code: string; params?: { readonly [name: string]: Part } };

type TextOf<Code extends string, Texts = typeof texts> = Code extends `${infer Name}.${infer Rest}`
  ? { [Key in keyof Texts]: `${Key & (string | number)}` extends Name ? TextOf<Rest, Texts[Key]> : never }[keyof Texts]
  : {
      [Key in keyof Texts]: `${Key & (string | number)}` extends Code | `${Code}_other` ? Texts[Key] : never;
    }[keyof Texts];

type Named<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? (Name extends `${infer Plain}, ${string}` ? Plain : Name) | Named<Rest>
  : never;

type ParamsOf<Code extends string> = [Named<TextOf<Code>>] extends [never]
  ? []
  : [params: { [Name in Named<TextOf<Code>>]: Part }];

/** A sentence of the catalogue, with all it speaks of. */
export const say = <Code extends SentenceCode>(code: Code, ...[params]: ParamsOf<Code>): Sentence =>
  params ? { code, params } : { code };

/** Shows a text of the catalogue by its code. */
type Translate = (code: string, params: Record<string, unknown>) => string;

/** Tells a sentence, and those that are parts of it. */
export function tell(translate: Translate, { code, params = {} }: Sentence): string {
  const told = Object.entries(params).map(([name, part]) => [name, tellPart(translate, part)]);
  return translate(code, Object.fromEntries(told));
}

function tellPart(translate: Translate, part: Part): unknown {
  if (typeof part === 'string' || typeof part === 'number') return part;
  return 'code' in part
    ? tell(translate, part)
    : part.map((one) => (typeof one === 'string' ? one : tell(translate, one)));
}
