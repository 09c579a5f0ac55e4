import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folders = ['apps/server/src/features', 'packages/drivers/src', 'packages/domain/src'];
/** Made for tests, for operators of a command line, or for a language model. */
const isOther =
  /\.(test|bench)\.tsx?$|\/sandbox(-kit)?\/|\/by-command\/|-(suite|suite-writes|factory)\.ts$|\/mining\/file\/|\/ask-language-model\.ts$/;

/** Words that end as a sentence does. */
const sentence = /\p{L}\s.*[.!?]$/su;

/** What is no matter of languages, and why. */
const exceptions: Record<string, string> = {
  'Kept equal to the key plan by Key2XS. Changes made here are undone at the next sync.':
    'is written into the key system, where everybody reads the same',
};

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !isOther.test(`/${name}`))
    .map((name) => join(root, folder, name)),
);

/** Schemas describe themselves for programmers. */
const isDescription = ({ parent }: ts.Node) =>
  ts.isCallExpression(parent) &&
  ts.isPropertyAccessExpression(parent.expression) &&
  parent.expression.name.text === 'describe';

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

function sentencesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && sentence.test(text) && !isDescription(node) && !(text in exceptions)) {
      found.push(`${relative(root, file)}: ${text}`);
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

test('features and drivers say nothing in English: what people read is a code of the catalogue', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(sentencesIn)).toEqual([]);
});
