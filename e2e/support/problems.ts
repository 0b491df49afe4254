import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect } from '@playwright/test';

export class Problems {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #tolerated: RegExp[] = [];

  /** Problems that must occur in this test. */
  expect(...patterns: RegExp[]) {
    this.#expected.push(...patterns);
  }

  /** Problems that may occur in this test. */
  tolerate(...patterns: RegExp[]) {
    this.#tolerated.push(...patterns);
  }

  record(problem: string) {
    this.#seen.push(problem);
  }

  /** Fails on problems that are neither expected nor tolerated, and on expected ones that have not occurred. */
  verify() {
    const allowed = [...this.#expected, ...this.#tolerated];
    const unexpected = this.#seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
    expect(unexpected, 'no unexpected problem occurs').toEqual([]);
    const missing = this.#expected.filter((pattern) => !this.#seen.some((problem) => pattern.test(problem)));
    expect(missing.map(String), 'every expected problem occurs').toEqual([]);
  }
}

/** A request that the page aborted, mostly by a navigation. */
const GIVEN_UP = 'net::ERR_ABORTED';

export async function watch(context: BrowserContext, origin: string, problems: Problems) {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      console.error(`The policy refused ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on('console', (message) => {
    if (message.type() === 'error') problems.record(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.record(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url());
    if (protocol.startsWith('http') && target !== origin) problems.record(`request to another site: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== GIVEN_UP) problems.record(`request failed: ${request.url()} (${reason})`);
  });
}

/** A fixture: a unique address, which identifies the visitor's requests. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
export async function visitorEmail({}, use: (email: string) => Promise<void>) {
  await use(`visite-${randomUUID()}@exemple.fr`);
}
