/** Interns strings: otherwise each of a hundred thousand rows would have its own copy. */
export function sharedTexts() {
  const texts = new Map<string, string>();
  return <T extends string | null>(text: T): T => {
    if (text === null) return text;
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return (known ?? text) as T; // equal
  };
}
