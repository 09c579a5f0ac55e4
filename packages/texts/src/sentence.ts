import type { texts } from './en/sentences';

/** Paths of all texts, joined by dots; both forms of a plural share one path. */
type Codes<Texts> = {
  [Name in keyof Texts & (string | number)]: Texts[Name] extends string
    ? `${Name}` extends `${infer Stem}_one` | `${infer Stem}_other`
      ? Stem
      : `${Name}`
    : `${Name}.${Codes<Texts[Name]>}`;
}[keyof Texts & (string | number)];

export type SentenceCode = Codes<typeof texts>;

/** A parameter of a sentence: a name or number, another sentence, or several of them. */
export type Part = string | number | Sentence | readonly (string | Sentence)[];

/** A sentence as code and parameters, rendered in the language of its reader. Can be stored as JSON. */
export type Sentence = { code: string; params?: { readonly [name: string]: Part } };

type TextOf<Code extends string, Texts = typeof texts> = Code extends `${infer Name}.${infer Rest}`
  ? { [Key in keyof Texts]: `${Key & (string | number)}` extends Name ? TextOf<Rest, Texts[Key]> : never }[keyof Texts]
  : {
      [Key in keyof Texts]: `${Key & (string | number)}` extends Code | `${Code}_other` ? Texts[Key] : never;
    }[keyof Texts];

type ParamNames<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? (Name extends `${infer Plain}, ${string}` ? Plain : Name) | ParamNames<Rest>
  : never;

type ParamsOf<Code extends string> = [ParamNames<TextOf<Code>>] extends [never]
  ? []
  : [params: { [Name in ParamNames<TextOf<Code>>]: Part }];

/** Makes a sentence of the catalogue from its code and parameters. */
export const say = <Code extends SentenceCode>(code: Code, ...[params]: ParamsOf<Code>): Sentence =>
  params ? { code, params } : { code };

/** Looks up and fills in a text of the catalogue. */
type Translate = (code: string, params: Record<string, unknown>) => string;

/** Renders a sentence, and the sentences in its parameters. */
export function translateSentence(translate: Translate, { code, params = {} }: Sentence): string {
  const translated = Object.entries(params).map(([name, part]) => [name, translatePart(translate, part)]);
  return translate(code, Object.fromEntries(translated));
}

function translatePart(translate: Translate, part: Part): unknown {
  if (typeof part === 'string' || typeof part === 'number') return part;
  return 'code' in part
    ? translateSentence(translate, part)
    : part.map((one) => (typeof one === 'string' ? one : translateSentence(translate, one)));
}
