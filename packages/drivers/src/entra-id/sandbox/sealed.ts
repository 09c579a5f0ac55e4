import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signed content: for access tokens and tokens in links. */
export type Seal = {
  /** `<content>.<seal>`, URL-safe. */
  close(content: unknown): string;
  /** Undefined for an invalid seal. */
  open(text: string): unknown;
};

export function createSeal(key: string): Seal {
  const sealOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    close(content) {
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${sealOf(text)}`;
    },
    open(sealed) {
      const [text = '', seal = ''] = [
        sealed.slice(0, sealed.lastIndexOf('.')),
        sealed.slice(sealed.lastIndexOf('.') + 1),
      ];
      const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(text))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    },
  };
}
