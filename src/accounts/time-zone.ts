/** Is it a zone of the IANA database, such as `America/New_York`? Offsets such as `+01:00` know no summer time: no. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return /^[A-Z]/i.test(zone);
  } catch {
    return false;
  }
}
