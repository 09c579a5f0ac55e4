/** Gives equal texts as one string: of a hundred thousand rows each would have its own. */
export function sharedTexts() {
  const texts = new Map<string, string>();
  return <T extends string | null>(text: T): T => {
    if (text === null) return text;
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return (known ?? text) as T; // equal
  };
}
