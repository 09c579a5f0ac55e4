import { onTestFinished, vi } from 'vitest';

/** jsdom has no passkeys. */
export function stubCredentials(credentials: Partial<CredentialsContainer>): void {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'credentials'));
}
