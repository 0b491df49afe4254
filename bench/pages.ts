import { parseArgs } from 'node:util';
import { PATHS } from '@site/contract/routes';
import { composeSite } from './pages/composed-site';
import {
  CONTROLS,
  type LoadFigures,
  measureColdTap,
  measureLateTap,
  measureLoad,
  measureNavigation,
} from './pages/measure-pages';
import { launchBrowser } from './pages/phone';
import { interleave, type Spread, spreadOf, writeReport } from './pages/report';
import { buildSingleBundle, openVariants, type Variant } from './pages/variants';

interface Measurement {
  readonly of: string;
  readonly where: string;
  readonly what: string;
  readonly spread: Spread;
}

interface Verdict {
  readonly target: string;
  readonly where: string;
  readonly value: number;
  readonly limit: number;
  readonly isMet: boolean;
}

interface Target {
  readonly target: string;
  readonly what: string;
  readonly limit: number;
  /** The variant whose median divides ours; without it the limit is absolute. */
  readonly dividedBy?: string;
  /** The only route to judge; all of them by default. */
  readonly only?: string;
}

const TARGETS: readonly Target[] = [
  { target: 'FCP ÷ the page without scripts', what: 'fcp', dividedBy: 'without scripts', limit: 1.05 },
  { target: 'LCP ÷ the page without scripts', what: 'lcp', dividedBy: 'without scripts', limit: 1.05 },
  { target: 'LCP ÷ the hand-written page', what: 'lcp', dividedBy: 'hand-written', limit: 1.05 },
  { target: 'total blocking time, ms', what: 'blocking', limit: 40 },
  { target: 'layout shift', what: 'layoutShift', limit: 0.01 },
  { target: 'bytes until idle', what: 'bytesUntilIdle', limit: 120_000, only: '/' },
  { target: 'script bytes until idle', what: 'scriptBytesUntilIdle', limit: 1750, only: '/' },
  { target: 'JavaScript ÷ one bundle', what: 'scriptBytes', dividedBy: 'one bundle', limit: 1.06 },
  { target: 'tap 2 s after load, ms', what: 'lateTap', limit: 200 },
  { target: 'cold tap, ms', what: 'coldTap', limit: 1500 },
  { target: 'to the next page, ms', what: 'navigation', limit: 300 },
];

/** Compares medians with their targets; skips targets that this run has not measured. */
function judge(measured: readonly Measurement[]): Verdict[] {
  const find = (of: string, where: string, what: string) =>
    measured.find((one) => one.of === of && one.where === where && one.what === what)?.spread.median;
  return TARGETS.flatMap(({ target, what, limit, dividedBy, only }) =>
    measured
      .filter((one) => one.of === 'ours' && one.what === what && (!only || one.where === only))
      .flatMap(({ where, spread: { median } }) => {
        const base = dividedBy ? find(dividedBy, where, what) : 1;
        if (base === undefined) return [];
        const value = Number((median / base).toFixed(3));
        return [{ target, where, value, limit, isMet: value <= limit }];
      }),
  );
}

function printVerdicts(measured: readonly Measurement[], verdicts: readonly Verdict[]): void {
  console.table(
    measured.map(({ of, where, what, spread: { min, median, max } }) => ({
      of,
      where,
      what,
      min: rounded(min),
      median: rounded(median),
      max: rounded(max),
    })),
  );
  console.table(verdicts.map(({ isMet, ...verdict }) => ({ ...verdict, met: isMet ? 'yes' : 'NO' })));
}

const rounded = (value: number) => Number(value.toFixed(value < 1 ? 4 : value < 10 ? 2 : 0));

// On a phone with a slow network, is every page as fast as a static page with the same content?

const ROUTES = Object.values(PATHS);

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    routes: { type: 'string', default: ROUTES.join(',') },
    'skip-taps': { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);

async function measure(variants: readonly Variant[]): Promise<Measurement[]> {
  const browser = await launchBrowser();
  const ours = variants.find(({ name }) => name === 'ours') as Variant;
  try {
    const visits = variants.flatMap((variant) => variant.routes.map((route) => ({ variant, route })));
    const loads = await interleave(runs, visits, ({ variant, route }) => measureLoad(browser, variant, route));
    const loaded = [...loads].flatMap(([{ variant, route }, figures]) =>
      (Object.keys(figures[0] ?? {}) as (keyof LoadFigures)[]).map((what) => ({
        of: variant.name,
        where: route,
        what,
        spread: spreadOf(figures.map((one) => one[what])),
      })),
    );
    if (values['skip-taps']) return loaded;
    const taps = [
      ...CONTROLS.flatMap((control) => [
        { what: 'coldTap', where: control.name, run: () => measureColdTap(browser, ours.address, control) },
        { what: 'lateTap', where: control.name, run: () => measureLateTap(browser, ours.address, control) },
      ]),
      { what: 'navigation', where: '/ → /booking', run: () => measureNavigation(browser, ours.address) },
    ];
    const tapped = await interleave(runs, taps, ({ run }) => run());
    return [
      ...loaded,
      ...[...tapped].map(([{ what, where }, times]) => ({ of: 'ours', where, what, spread: spreadOf(times) })),
    ];
  } finally {
    await browser.close();
  }
}

const bundle = await buildSingleBundle();
const site = await composeSite();
const variants = await openVariants(site, values.routes.split(','), bundle);
try {
  const measured = await measure(variants);
  const verdicts = judge(measured);
  printVerdicts(measured, verdicts);
  writeReport('pages', { runs, measured, verdicts });
  if (verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  for (const { close } of variants) close();
  await site.remove();
}
