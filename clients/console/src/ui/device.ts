import { readAgent } from '../device';
import { useTexts } from '../texts';

/** Says of which browser on which system a `User-Agent` is; what is not known is told as it tells itself. */
export function useDevice(): (userAgent: string) => string {
  const { identity } = useTexts();
  return (userAgent) => {
    const { browser, system } = readAgent(userAgent);
    return browser && system ? identity.browserOn(browser, system) : (browser ?? userAgent);
  };
}
