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
import { interleave, spreadOf, writeReport } from './pages/report';
import { buildSingleBundle, openVariants, type Variant } from './pages/variants';
import { judge, type Measurement, printVerdicts } from './pages/verdict';

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
