import { readAgent } from './user-agent';
import { useTexts } from '../texts';

/** Returns the browser and system of a `User-Agent`. An unknown `User-Agent` is shown unchanged. */
export function useDevice(): (userAgent: string) => string {
  const { identity } = useTexts();
  return (userAgent) => {
    const { browser, system } = readAgent(userAgent);
    return browser && system ? identity.browserOn(browser, system) : (browser ?? userAgent);
  };
}
