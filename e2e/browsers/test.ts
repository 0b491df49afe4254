import { writeFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import { Problems, visitorEmail } from '../support/problems';
import { ENGINES, type EngineName, isInstalled } from './engines';
import { openProxy, type ProxiedSite } from './proxy';
import { Visitor } from './visitor';
import type { Session } from './webdriver';

export { expect };

interface WorkerFixtures {
  readonly engine: EngineName;
  /** Opens the worker's browser at its first use: Firefox takes seconds to start. */
  readonly browserSession: () => Promise<Session>;
}

interface Fixtures {
  /** Fails the test on any problem that it does not expect or tolerate. */
  readonly problems: Problems;
  readonly site: ProxiedSite;
  readonly visitor: Visitor;
  readonly visitorWithoutScripts: Visitor;
  readonly email: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],

  browserSession: [
    async ({ engine }, use) => {
      let session: Promise<Session> | undefined;
      await use(() => {
        session ??= ENGINES[engine].open({ scripts: true });
        return session;
      });
      await (await session)?.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  problems: async ({ engine }, use, { skip }) => {
    skip(!isInstalled(engine), `${engine} is not installed`);
    const problems = new Problems();
    await use(problems);
    problems.verify();
  },

  site: async ({ baseURL, problems }, use) => {
    const site = await openProxy(baseURL ?? '', problems);
    await use(site);
    await site.close();
  },

  visitor: async ({ site, browserSession }, use, testInfo) => {
    const session = await browserSession();
    const visitor = new Visitor(session, site.address);
    await use(visitor);
    if (testInfo.errors.length > 0) await writeFile(testInfo.outputPath('screen.png'), await visitor.screenshot());
    // This test's page must not affect the next test.
    await session.send('Navigate', { url: 'about:blank' });
  },

  visitorWithoutScripts: async ({ site, engine }, use) => {
    const session = await ENGINES[engine].open({ scripts: false });
    await use(new Visitor(session, site.address));
    await session.close();
  },

  email: visitorEmail,
});
