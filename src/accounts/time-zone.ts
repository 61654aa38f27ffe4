/** The names that `Intl` lists, and the one for UTC, which it leaves out. */
const LISTED: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/**
 * How names that are not listed must be spelled: browsers know newer names than the server. `Intl` takes any case, but
 * the date formatter keeps memory for each spelling forever, so there must not be many of one name.
 */
const SPELLING = /^[A-Z][a-z]+(?:[/_-][A-Za-z][a-z]*){1,5}$/;

/**
 * Whether this is the name of a time zone in the IANA database, such as `America/New_York`. Offsets such as `+01:00`
 * are not accepted, because they have no daylight saving time.
 */
export function isTimeZone(zone: string): boolean {
  try {
    if (LISTED.has(zone)) return true;
    if (!SPELLING.test(zone)) return false;
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
