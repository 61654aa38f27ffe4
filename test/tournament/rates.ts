/** How often something happened. */
export interface Rate {
  count: number;
  of: number;
}

/** Adds one observation. */
export function observe(rate: Rate, happened: boolean): void {
  rate.of += 1;
  if (happened) rate.count += 1;
}

/** The share in percent; 0 if nothing was observed. */
export function percent({ count, of }: Rate): number {
  return of === 0 ? 0 : (100 * count) / of;
}

/** The 95% confidence interval of a share in percent, by Wilson's formula. */
export function interval({ count, of }: Rate): [number, number] {
  if (of === 0) return [0, 100];
  const z = 1.96;
  const share = count / of;
  const center = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return [(100 * Math.max(0, center - spread)) / scale, (100 * (center + spread)) / scale];
}

/** `23% (19–28)`. */
export function rateText(rate: Rate): string {
  const [low, high] = interval(rate).map(Math.round);
  return `${Math.round(percent(rate))}% (${low}–${high})`;
}
