/** Derived browsers first, because they also contain the name of their base. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** The browser and system of a `User-Agent`, if known. */
export function readAgent(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const [, browser] = browsers.find(([sign]) => sign.test(userAgent)) ?? [];
  const [, system] = systems.find(([sign]) => sign.test(userAgent)) ?? [];
  return { browser, system };
}
