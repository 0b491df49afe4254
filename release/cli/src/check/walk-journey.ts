import { fillIn, type Journey, pathsOf, type Step, type TypedValues } from '@site/contract/journeys';
import { sanitizeForTerminal } from '@site/terminal/output';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { VisitSite } from './browser';
import { type IdleClock, startIdleClock } from './idle-clock';
import { collectProblems, isHydrated, LOOK_EVERY_MS, statusOf } from './page-state';

/** Pixels of a phone and of a desktop. */
export const WIDTHS = [360, 1280] as const;

/** Counted in idle milliseconds. No journey waits for ever, however many steps it has. */
const LIMITS = { liveMs: 10_000, stepMs: 5000, journeyMs: 60_000 };

/** Counted in idle milliseconds, and longer than all waits of a step. */
const HANGS_AFTER_MS = 30_000;

export interface Walk {
  readonly address: string;
  readonly journey: Journey;
  readonly width: number;
  readonly typed: TypedValues;
  /** Whether a step names a page of the part to which a path belongs. */
  readonly mayVisit: (path: string) => boolean;
  readonly picture?: string;
  readonly blocked?: RegExp;
  readonly limits?: Partial<typeof LIMITS>;
}

export interface Failure {
  /** The step that failed; null when the end of the journey did not keep its promise. */
  readonly step: Step | null;
  readonly problem: string;
  readonly picture: string | null;
}

/** On a phone, the next page is rendered ahead. On a desktop it is not, so that a journey meets both. */
const savesData = ({ width, journey }: Walk) => width > WIDTHS[0] || pathsOf(journey).length === 1;

export const walkJourney = (visitSite: VisitSite, walk: Walk): Promise<Failure | null> =>
  visitSite({
    width: walk.width,
    savesData: savesData(walk),
    act: (context) => walkIn(context, walk),
    hasFailed: (failure) => failure !== null,
  });

/** A journey of one step, on a desktop. */
export function openPage(visitSite: VisitSite, path: string, live: Omit<Walk, 'journey' | 'width'>) {
  const steps: readonly Step[] = [{ type: 'navigate', url: path, at: 1, assertedEvents: [] }];
  return walkJourney(visitSite, { ...live, journey: { name: path, title: path, steps }, width: WIDTHS[1] });
}

async function walkIn(context: BrowserContext, walk: Walk): Promise<Failure | null> {
  const { journey, address, picture, mayVisit } = walk;
  const limits = { ...LIMITS, ...walk.limits };
  const page = await context.newPage();
  try {
    if (walk.blocked) await page.route(walk.blocked, (route) => route.abort('aborted'));
    page.setDefaultTimeout(0);
    const clock = await startIdleClock(page);
    const { list, broken } = collectProblems(page, clock);
    const visited = visitedPages(page);
    for (const [at, step] of journey.steps.entries()) {
      const after = (ms: number) => clock.after(Math.min(ms, limits.journeyMs - clock.now()));
      const mayHaveLoaded = LOADING.has(journey.steps[at - 1]?.type);
      const stepContext = { page, address, typed: walk.typed, mayHaveLoaded, after, ...limits };
      const taken = takeStep(stepContext, step).catch(describeError);
      const hangs = clock.after(HANGS_AFTER_MS).then(() => `${pathOf(page)} no longer answers`);
      const fault = (await Promise.race([taken, broken, hangs])) || leftPages(visited, { address, mayVisit });
      // Sorted, because a browser logs in any order: equal failures of several widths are reported once.
      const problems = [...(fault ? [fault] : []), ...[...list()].sort()];
      if (problems.length === 0) continue;
      const isTaken = picture !== undefined && (await takePicture(page, picture));
      return { step, problem: sanitizeForTerminal(problems.join('; ')), picture: isTaken ? picture : null };
    }
    return null;
  } finally {
    await page.close();
  }
}

const LOADING: ReadonlySet<string | undefined> = new Set<Step['type']>(['click', 'keyDown']);

/** A page that hangs is never drawn. */
const PICTURE_WITHIN_MS = 10_000;

const takePicture = (page: Page, path: string) =>
  page.screenshot({ path, timeout: PICTURE_WITHIN_MS }).then(
    () => true,
    () => false,
  );

function visitedPages(page: Page): ReadonlySet<string> {
  const visited = new Set<string>();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) visited.add(frame.url());
  });
  return visited;
}

/** A page that no step names is a problem: a change of a part must find all journeys that step through it. */
function leftPages(visited: ReadonlySet<string>, { address, mayVisit }: Pick<Walk, 'address' | 'mayVisit'>) {
  for (const url of visited) {
    const { origin, pathname } = new URL(url);
    if (url === 'about:blank' || origin === 'null') continue;
    if (origin !== address) return `it left the site for ${origin}`;
    if (!mayVisit(pathname)) {
      return `it came to ${pathname} of another part, which no step names: add "assertedEvents" with this address to the step`;
    }
  }
  return null;
}

interface StepContext {
  readonly page: Page;
  readonly address: string;
  readonly typed: TypedValues;
  readonly mayHaveLoaded: boolean;
  readonly after: IdleClock['after'];
  /** Limits the wait for a page to be hydrated; `stepMs` limits any other. */
  readonly liveMs: number;
  readonly stepMs: number;
}

const inTime = (
  awaited: Promise<unknown>,
  { after, stepMs }: Pick<StepContext, 'after' | 'stepMs'>,
): Promise<boolean> =>
  Promise.race([
    awaited.then(
      () => true,
      () => false,
    ),
    after(stepMs),
  ]);

async function takeStep(context: StepContext, step: Step): Promise<string | null> {
  const problem = await act(context, step);
  if (problem) return problem;
  for (const { url } of step.assertedEvents) {
    if (url === undefined) continue;
    const { page, address } = context;
    const arrival = inTime(page.waitForURL(address + url, { waitUntil: 'commit' }), context);
    if (!(await arrival)) return `the page is at ${page.url().slice(address.length)}, and not at ${url}`;
  }
  return null;
}

async function act(context: StepContext, step: Step): Promise<string | null> {
  const { page, address, typed, mayHaveLoaded, liveMs } = context;
  if (step.type === 'navigate') {
    const status = await statusOf(page, address + step.url);
    if (status === null || status >= 400) return `${step.url} answers ${status ?? 'nothing'}`;
  }
  if (mayHaveLoaded || step.type === 'navigate') {
    if (!(await isHydrated(page, context.after(liveMs)))) return `${pathOf(page)} is not hydrated`;
  }
  if (step.type === 'navigate') return null;
  if (step.type === 'keyDown') {
    await page.keyboard.press(step.key);
    return null;
  }
  const selector = fillIn(step.selectors, typed);
  if (step.type === 'waitForElement') return waitForElement(context, { ...step, selectors: selector });
  const found = await findOne(context, selector);
  if (typeof found === 'string') return found;
  const action = use(found, step, context).then(() => true);
  if (await Promise.race([action, context.after(context.stepMs)])) return null;
  // Playwright explains only why its own limit was exceeded.
  await use(found, step, { ...context, options: { timeout: EXPLAINED_WITHIN_MS, trial: true } });
  return (await inTime(action, context)) ? null : `${wordsOf(selector)} does not react`;
}

const EXPLAINED_WITHIN_MS = 1000;

type UseStep = Extract<Step, { readonly type: 'click' | 'change' }>;
type UseOptions = { readonly timeout?: number; readonly trial?: boolean };

async function use(
  found: Locator,
  step: UseStep,
  { typed, options = {} }: Pick<StepContext, 'typed'> & { readonly options?: UseOptions },
): Promise<void> {
  if (step.type === 'click') return found.click(options);
  const value = fillIn(step.value, typed);
  const isSelect = await found.evaluate((element) => element.tagName === 'SELECT');
  if (isSelect) await found.selectOption(value, options);
  else await found.fill(value, options);
}

type WaitStep = Extract<Step, { readonly type: 'waitForElement' }>;

async function waitForElement(
  context: StepContext,
  { selectors, count, properties = {} }: WaitStep,
): Promise<string | null> {
  const { page, typed } = context;
  const found = locate(page, selectors).filter({ visible: true });
  const waits =
    count === undefined
      ? [found.first().waitFor()]
      : [...(count > 0 ? [found.nth(count - 1).waitFor()] : []), found.nth(count).waitFor({ state: 'hidden' })];
  const isThere = await inTime(Promise.all(waits), context);
  const there = await found.count();
  const isRight = count === undefined ? there > 0 : there === count;
  if (!isThere && !isRight)
    return there > 0 ? `${wordsOf(selectors)} is there ${there} times, and not ${count}` : missing(context, selectors);
  const wanted = Object.entries(properties).map(
    ([key, value]) => [key, typeof value === 'string' ? fillIn(value, typed) : value] as const,
  );
  return wanted.length === 0 ? null : waitForProperties(context, found.first(), { selectors, wanted });
}

interface Target {
  readonly selectors: string;
  readonly wanted: readonly (readonly [key: string, value: string | number | boolean])[];
}

async function waitForProperties(context: StepContext, element: Locator, { selectors, wanted }: Target) {
  const { page } = context;
  const handle = await element.elementHandle();
  const differing = ({ handle: element, wanted: all }: { handle: unknown; wanted: Target['wanted'] }) =>
    all.filter(([key, value]) => (element as Record<string, unknown>)[key] !== value).map(([key]) => key);
  const match = page.waitForFunction(
    ({ handle: of, wanted: all }) =>
      all.every(([key, value]) => (of as unknown as Record<string, unknown>)[key] === value),
    { handle, wanted },
    { polling: LOOK_EVERY_MS },
  );
  if (await inTime(match, context)) return null;
  const [key = ''] = await page.evaluate(differing, { handle, wanted });
  const actual = await page.evaluate(({ of, name }) => String((of as unknown as Record<string, unknown>)[name]), {
    of: handle,
    name: key,
  });
  return `${wordsOf(selectors)} has ${key} ${JSON.stringify(actual)}, and not ${JSON.stringify(Object.fromEntries(wanted)[key])}`;
}

const ROLES = [
  ...(['button', 'link', 'textbox', 'checkbox', 'radio', 'switch', 'combobox', 'searchbox', 'spinbutton'] as const),
  ...(['option', 'tab', 'menuitem', 'gridcell', 'heading', 'dialog', 'alertdialog', 'region', 'navigation'] as const),
  ...(['form', 'group', 'list', 'img', 'status', 'alert', 'article', 'table'] as const),
];
type Role = Parameters<Page['getByRole']>[0];

/** Follows Puppeteer in how it reads a selector of a recording. */
function readSelector(selector: string): {
  readonly name: string;
  readonly role?: Role | undefined;
  readonly isText: boolean;
} {
  const [, name = '', role] = /^\w+\/(.*?)(?:\[role=["'](\w+)["']\])?$/s.exec(selector) ?? [];
  const isText = selector.startsWith('text/');
  return isText ? { name: selector.slice('text/'.length), isText } : { name, role: role as Role | undefined, isText };
}

function locate(page: Page, selector: string): Locator {
  const { name, role, isText } = readSelector(selector);
  if (isText) return page.getByText(name);
  const options = name ? { name, exact: true } : {};
  const [first, ...others] = role ? [role] : ROLES;
  return others.reduce((all, one) => all.or(page.getByRole(one, options)), page.getByRole(first ?? 'button', options));
}

function wordsOf(selector: string): string {
  const { name, role, isText } = readSelector(selector);
  if (isText) return `the text « ${name} »`;
  return [role ?? (name ? '' : 'an element'), name && `« ${name} »`].filter(Boolean).join(' ');
}

/** The only visible element that matches a selector, or the problem as part of a sentence. */
async function findOne(context: StepContext, selector: string): Promise<Locator | string> {
  const { page } = context;
  const found = locate(page, selector).filter({ visible: true });
  const isFound = await inTime(found.first().waitFor(), context);
  // A page that is left may still be there.
  if (isFound && (await inTime(found.nth(1).waitFor({ state: 'hidden' }), context))) return found;
  const count = await found.count();
  if (count < 2) return missing(context, selector);
  return `${wordsOf(selector)} is there ${count} times on ${pathOf(page)}, and a visitor would not know which one`;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

const missing = ({ page }: StepContext, selector: string) => `${wordsOf(selector)} is not on ${pathOf(page)}`;

const COVERED = /(<[^\n]+?>)[^\n]* intercepts pointer events/;

function describeError({ message }: Error): string {
  const [, cover] = COVERED.exec(message) ?? [];
  if (cover) return `it cannot be pressed, because ${cover} covers it`;
  if (message.includes('element is not enabled')) return 'it cannot be used, because it is disabled';
  return message.split('\n')[0] ?? '';
}
