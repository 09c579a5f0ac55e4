const maxChars = 200;

/** A label fit for storing: one line, no control characters, cut to the contract's limit. */
export const cleanLabel = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return (line.length > maxChars ? line.slice(0, maxChars) : line).replaceAll(/\p{Surrogate}/gu, '\uFFFD');
};
