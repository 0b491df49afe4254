/** Browsers measure these: `cls` has no unit, all others are milliseconds. */
export const SPEED_METRICS = ['lcp', 'inp', 'cls', 'ttfb', 'fcp'] as const;
export type SpeedMetric = (typeof SPEED_METRICS)[number];

interface SpeedScale {
  /** Highest value of each bucket but the last, which has no end. */
  readonly edges: readonly number[];
  /** A page is good up to it, and poor above `poor`: both are edges, the thresholds of web-vitals. */
  readonly good: number;
  readonly poor: number;
}

/** Never changed: browsers with an older release send numbers of these buckets, and the database keeps only those. */
export const SPEED_SCALES: Readonly<Record<SpeedMetric, SpeedScale>> = {
  lcp: { edges: [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 6000, 8000, 12_000], good: 2500, poor: 4000 },
  inp: { edges: [25, 50, 75, 100, 150, 200, 300, 400, 500, 800, 1500], good: 200, poor: 500 },
  cls: { edges: [0.001, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.4, 0.6, 1], good: 0.1, poor: 0.25 },
  ttfb: { edges: [100, 200, 300, 500, 800, 1000, 1300, 1800, 2500, 4000, 8000], good: 800, poor: 1800 },
  fcp: { edges: [500, 800, 1200, 1500, 1800, 2200, 2600, 3000, 4500, 6000, 10_000], good: 1800, poor: 3000 },
};

/** The fastest bucket is 0. */
export const bucketOf = (metric: SpeedMetric, value: number): number =>
  SPEED_SCALES[metric].edges.filter((edge) => value > edge).length;
