/** From the rarer to the more common: each names the ones after it too. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** What a user agent says about its device, as far as it is known. */
export function deviceOf(userAgent: string | null): { browser?: string; system?: string } {
  const named = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, pattern]) => userAgent !== null && pattern.test(userAgent))?.[0];
  return { browser: named(browsers), system: named(systems) };
}
