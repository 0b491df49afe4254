import { setTimeout as delay } from 'node:timers/promises';
import { TABLES_PATH } from '@site/contract/addresses';
import type { Page } from 'playwright-core';

/** A navigation aborts requests, which is no problem. */
const ABORTED = 'net::ERR_ABORTED';
const LONGEST = 300;

/** After a first problem, whatever the check waits for may never happen. */
const GRACE_MS = 2000;

export interface PageProblems {
  readonly list: () => readonly string[];
  readonly broken: Promise<false>;
}

export function collectProblems(page: Page): PageProblems {
  const problems = new Set<string>();
  let onFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    onFirst = resolve;
  });
  const add = (problem: string) => {
    problems.add(problem.replace(/\s+/g, ' ').slice(0, LONGEST));
    onFirst();
  };
  page.on('console', (message) => {
    if (message.type() === 'error') add(`console error: ${message.text()}`);
  });
  page.on('pageerror', (error) => add(`uncaught error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== ABORTED) add(`${new URL(request.url()).pathname} failed (${reason})`);
  });
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith(`${TABLES_PATH}incidents`)) return;
    const { remote, phase, code } = (request.postDataJSON() ?? {}) as Record<string, string>;
    add(`the page reported that ${remote} failed (${phase}, ${code})`);
  });
  return { list: () => [...problems], broken: first.then(() => delay(GRACE_MS, false, { ref: false })) };
}
