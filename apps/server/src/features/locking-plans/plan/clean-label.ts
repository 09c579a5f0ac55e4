const maxChars = 200;

/** A label as it is stored: one line, no control characters, at most as long as the contract allows. */
export const cleanLabel = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return (line.length > maxChars ? line.slice(0, maxChars) : line).replaceAll(/\p{Surrogate}/gu, '\uFFFD');
};
