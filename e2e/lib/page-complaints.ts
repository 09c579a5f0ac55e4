/** Runs in a page before its own scripts, as text: this folder knows no browser types. */
export const violationScript = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
  console.error('Content security policy:', effectiveDirective, blockedURI, sample));`;

/** As playwright and puppeteer both hand it over. */
type Said = { type(): string; text(): string; location(): { url?: string } };

/** An answer of the API that says no, e.g. to a wrong password: the browser notes it, the screen deals with it. */
const isAnswer = (said: Said) =>
  said.text().startsWith('Failed to load resource') && said.location().url?.includes('/api/v1/');

/**
 * What a page complains about: errors on its console, exceptions nobody has caught, violations of our content security policy
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
