/** Runs in a page before its own scripts, as text: this folder knows no browser types. */
export const violationScript = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
  console.error('Content security policy:', effectiveDirective, blockedURI, sample));`;

/** The common shape of playwright's and puppeteer's console messages. */
type Said = { type(): string; text(): string; location(): { url?: string } };

/** A refusal by the API, e.g. of a wrong password: the browser logs it, the screen handles it. */
const isAnswer = (said: Said) =>
  said.text().startsWith('Failed to load resource') && said.location().url?.includes('/api/v1/');

/**
 * Collects a page's console errors, uncaught exceptions and violations of our content security policy
 * (once the page has {@link violationScript}). The list grows while the page lives and both functions listen to it.
 */
export function createComplaints() {
  const complaints: string[] = [];
  return {
    complaints,
    onConsole: (said: Said): void => {
      if (said.type() === 'error' && !isAnswer(said)) complaints.push(said.text());
    },
    onError: (error: unknown): void => {
      complaints.push(String(error));
    },
  };
}
