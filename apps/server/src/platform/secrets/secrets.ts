import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { deriveKey } from './secret-key';

/**
 * Seals values that must not be readable in the database or its backups. A seal is bound to its row: in another, it
 * does not open.
 */
export type Secrets = {
  seal(plain: string, rowId: string): Buffer;
  /** @throws SecretUnreadable */
  open(sealed: Buffer, rowId: string): string;
  /** Of something short and random: without the key, what is stored cannot be guessed. Bound to its row like a seal. */
  hash(plain: string, rowId: string): Buffer;
};

export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable';
  constructor(
    readonly sentence: Sentence,
    options?: ErrorOptions,
  ) {
    super(renderSentence(sentence), options);
  }
}

// Layout: version (1), key id (8), nonce (12), tag (16), ciphertext.
const version = 1;
const headerBytes = 9;
const nonceBytes = 12;
const tagBytes = 16;
const bodyAt = headerBytes + nonceBytes + tagBytes;

/** AES-256-GCM under a key derived from the master. */
export function createSecrets(master: Buffer): Secrets {
  const key = deriveKey(master, 'sealing');
  const hashKey = deriveKey(master, 'hashing');
  const keyId = createHash('sha256').update(deriveKey(master, 'sealing key id')).digest().subarray(0, 8);
  const header = Buffer.concat([Buffer.of(version), keyId]);
  const boundTo = (rowId: string) => Buffer.concat([header, Buffer.from(rowId)]);

  return {
    seal(plain, rowId) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(rowId));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, rowId) {
      if (sealed.length < bodyAt || sealed[0] !== version) throw new SecretUnreadable(say('secret.notSealed'));
      if (!sealed.subarray(0, headerBytes).equals(header)) {
        throw new SecretUnreadable(say('secret.otherKey'));
      }
      const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
        .setAAD(boundTo(rowId))
        .setAuthTag(sealed.subarray(headerBytes + nonceBytes, bodyAt));
      try {
        return decipher.update(sealed.subarray(bodyAt), undefined, 'utf8') + decipher.final('utf8');
      } catch (error) {
        throw new SecretUnreadable(say('secret.changed'), { cause: error });
      }
    },
    hash: (plain, rowId) => createHmac('sha256', hashKey).update(`${rowId}\0${plain}`).digest(),
  };
}
