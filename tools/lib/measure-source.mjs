/**
 * Measures one TypeScript file.
 * @param ts TypeScript's API
 * @returns `lines`, `functions` (lines of each, nested ones included), `comments` (lines with one), `casts` (`as const`
 *   is none), `anys`, `nonNulls`
 */
export function measureSource(ts, file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = { file, lines: text.split('\n').length - 1, functions: [], casts: 0, anys: 0, nonNulls: 0 };
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) found.functions.push(lineOf(node.end) - lineOf(node.getStart()) + 1);
    else if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) found.casts += 1;
    else if (ts.isNonNullExpression(node)) found.nonNulls += 1;
    else if (node.kind === ts.SyntaxKind.AnyKeyword) found.anys += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { ...found, comments: countCommentLines(ts, source, text, lineOf) };
}

function countCommentLines(ts, source, text, lineOf) {
  const lines = new Set();
  const note = (ranges = []) => {
    for (const { pos, end } of ranges) for (let line = lineOf(pos); line <= lineOf(end); line += 1) lines.add(line);
  };
  const visit = (node) => {
    note(ts.getLeadingCommentRanges(text, node.pos));
    note(ts.getTrailingCommentRanges(text, node.end));
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return lines.size;
}
