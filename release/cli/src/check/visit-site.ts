import { TABLES_PATH } from '@site/contract/addresses';
import { launchBrowser, newVisitor } from './browser';
import { checkRoute } from './check-route';
import { withLifecycle } from './with-lifecycle';

/** What a real visitor's page would report. The visit itself says what it has found. */
const REPORTS = new RegExp(`${TABLES_PATH}(incidents|live_pages)`);

/**
 * Opens pages of the live site as a new visitor. Sends no form, because it would reach the owner, and is not counted.
 * @returns one sentence for each problem
 * @throws NoBrowserError
 */
export const visitSite = (address: string, paths: readonly string[]): Promise<readonly string[]> =>
  withLifecycle(async (life) => {
    const browser = await launchBrowser();
    life.onEnd(() => browser.close());
    const context = await newVisitor(browser);
    await context.route(REPORTS, (route) => route.abort('aborted'));
    const problems: string[] = [];
    for (const path of paths) {
      const route = await checkRoute(context, address + path, { sendsForms: false }).catch((error: Error) => ({
        problems: [`it cannot be opened (${error.message.split('\n')[0]})`],
      }));
      problems.push(...route.problems.map((problem) => `${path}: ${problem}.`));
    }
    return problems;
  });
