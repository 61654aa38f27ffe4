import Bowser from 'bowser';

/** The longest name that is shown; a browser can call itself anything. */
const MAX_LENGTH = 60;

/**
 * What a browser calls itself, in words: `Firefox on Windows`. Anyone can send any header, so it is a hint and no proof.
 * @param userAgent its User-Agent header; null if it sent none
 */
export function deviceInWords(userAgent: string | null): string {
  const unknown = 'Unknown browser';
  if (userAgent === null || userAgent.trim() === '') return unknown;
  const parser = Bowser.getParser(userAgent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()];
  if (!browser) return system ? `${unknown} on ${system}`.slice(0, MAX_LENGTH) : unknown;
  return (system ? `${browser} on ${system}` : browser).slice(0, MAX_LENGTH);
}
