/**
 * Whether this is the name of a time zone in the IANA database, such as `America/New_York`. Offsets such as `+01:00`
 * are not accepted, because they have no daylight saving time.
 */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return /^[A-Z]/i.test(zone);
  } catch {
    return false;
  }
}
