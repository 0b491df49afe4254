import type { BrowserContext } from '@playwright/test';

/** What went wrong on the pages of a test, beside what the test itself looks at. */
export class Problems {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #tolerated: RegExp[] = [];

  /** Something this test provokes: it must happen. */
  expect(...patterns: RegExp[]) {
    this.#expected.push(...patterns);
  }

  /** Something this test may provoke. */
  tolerate(...patterns: RegExp[]) {
    this.#tolerated.push(...patterns);
  }

  record(problem: string) {
    this.#seen.push(problem);
  }

  unexpected() {
    const known = [...this.#expected, ...this.#tolerated];
    return this.#seen.filter((problem) => !known.some((pattern) => pattern.test(problem)));
  }

  missing() {
    return this.#expected.filter((pattern) => !this.#seen.some((problem) => pattern.test(problem))).map(String);
  }
}

/** A request that the page itself gave up, mostly because the visitor went on to another page. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** Console errors, uncaught errors, refusals of the page's policy, failed requests, and requests to anyone else. */
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
