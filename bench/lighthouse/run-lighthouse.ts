import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromiumOptions } from '@site/tooling/chromium';

/** Lighthouse needs a newer Node than the site: npx downloads both. */
const COMMAND = ['--yes', '--prefer-offline', '--package=node@24', '--package=lighthouse@13.5.0', 'lighthouse'];
const LONGEST_REPORT_BYTES = 50_000_000;

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];
/** From 0 to 100. */
export type Scores = Readonly<Record<Category, number>>;

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
}

/** Visits a page as a phone, with Lighthouse's default settings. @throws Error when the page cannot be loaded */
export async function runLighthouse(address: string): Promise<Scores> {
  const { executablePath, args = [] } = chromiumOptions();
  const flags = ['--headless=new', ...args].join(' ');
  const options = ['--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`, `--chrome-flags=${flags}`];
  const { stdout } = await promisify(execFile)('npx', [...COMMAND, address, ...options], {
    env: { ...process.env, CHROME_PATH: executablePath },
    maxBuffer: LONGEST_REPORT_BYTES,
  });
  const { categories, runtimeError } = JSON.parse(stdout) as Report;
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  return Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((categories[category].score ?? 0) * 100)]),
  ) as Record<Category, number>;
}
