/** Length of the prefix shared by the references of a rule's profiles. */
const commonLength = '01234567-0123-7012'.length;

/**
 * The reference of a rule's profile with merged hours: the first half of the rule's id, then a digest of the hours. It is
 * stable across syncs, and identifies the rule even if writing the profile was never confirmed.
 *
 * @param hours a text that is equal for equal hours
 */
export function mergedReference(ruleId: string, hours: string): string {
  const [a, b] = [digest(hours, 0x9e3779b9), digest(hours, 0x85ebca6b)];
  return `${ruleId.slice(0, commonLength)}-a${a.slice(1, 4)}-${a.slice(4)}${b}`;
}

/** The common prefix of the references of a rule's profiles. */
export const referenceStart = (reference: string): string => reference.slice(0, commonLength);

/** 32 bits in hexadecimal: FNV-1a with a variable start and a final mix. */
function digest(text: string, start: number): string {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0).toString(16).padStart(8, '0');
}
