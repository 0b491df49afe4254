import * as v from 'valibot';
import { isObject } from './json.ts';
import { describeType, keyOf } from './read-build.ts';

/** Folder of a part with its journeys, one file each. */
export const JOURNEYS_FOLDER = 'journeys';

const JOURNEY_LIMITS = { journeys: 20, steps: 100, bytes: 64 * 1024 } as const;

/** The message names the file, the step and the fault. */
export class JourneyError extends Error {
  override name = 'JourneyError';
}

const LONGEST_TEXT = 2000;

const PLACEHOLDER = /\{(name|email|phone|day(?:\+(\d{1,3}))?)\}/g;

/** Values of the placeholders. `day` gets the days from today on. */
export interface TypedValues {
  readonly name: string;
  /** Unique to the run: the request of a journey that types it is recognised by it. */
  readonly email: string;
  readonly phone: string;
  readonly day: (ahead: number) => string;
}

export const fillIn = (text: string, typed: TypedValues): string =>
  text.replaceAll(PLACEHOLDER, (_, key: string, ahead?: string) =>
    key === 'name' || key === 'email' || key === 'phone' ? typed[key] : typed.day(Number(ahead ?? 0)),
  );

const text = v.pipe(
  v.string(),
  v.maxLength(LONGEST_TEXT, `has more than ${LONGEST_TEXT} characters`),
  v.check(
    (one) => !/[{}]/.test(one.replaceAll(PLACEHOLDER, '')),
    ({ input }) =>
      `is ${JSON.stringify(input)}: the placeholders are {name}, {email}, {phone}, {day} and, for later days, {day+7}`,
  ),
);

/** A recording was made on this machine, and runs on any. */
const RECORDED_ON = /^https?:\/\/localhost(?::\d+)?(?=\/|$)/;

const SITE = 'http://site';

const isOwnAddress = (address: string) =>
  address.startsWith('/') && URL.canParse(address, SITE) && new URL(address, SITE).origin === SITE;

const address = v.pipe(
  v.string(),
  v.maxLength(LONGEST_TEXT, `has more than ${LONGEST_TEXT} characters`),
  v.transform((url) => url.replace(RECORDED_ON, '') || '/'),
  v.check(
    isOwnAddress,
    ({ input }) => `is ${JSON.stringify(input)}: a journey stays on the site, so write an address as /booking`,
  ),
);

const BY_NAME_OR_TEXT = /^(?:aria|text)\/(?!.*>>>)./;

/**
 * The Recorder lists alternatives, each a path through frames, and insists on one of the code. The first one by name or
 * text counts: a visitor knows nothing else of a page.
 */
const selectors = v.pipe(
  v.array(v.union([v.string(), v.array(v.string())])),
  v.minLength(1, 'is empty'),
  v.transform((all) => all.map((one) => [one].flat().join(' >>> '))),
  v.check(
    (all) => all.some((one) => BY_NAME_OR_TEXT.test(one)),
    ({ input }) => `has only ${input.join(', ')}: give it an aria/… or a text/…, by which a visitor would find it`,
  ),
  v.transform((all) => all.find((one) => BY_NAME_OR_TEXT.test(one)) ?? ''),
  text,
);

const navigation = v.looseObject({ type: v.literal('navigation'), url: v.optional(address) });

/** Other keys of a recording, such as where in a button somebody clicked, are left out. */
const common = {
  target: v.optional(v.literal('main')),
  frame: v.optional(v.pipe(v.array(v.number()), v.maxLength(0, 'names a frame, and a journey stays in the page'))),
  assertedEvents: v.optional(v.array(navigation), () => []),
};

const KEYS = [
  ...['Tab', 'Enter', 'Escape', 'Space', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
] as const;

const step = v.variant('type', [
  v.object({ ...common, type: v.literal('navigate'), url: address }),
  v.object({ ...common, type: v.literal('click'), selectors, button: v.optional(v.literal('primary')) }),
  v.object({ ...common, type: v.literal('change'), selectors, value: text }),
  v.object({ ...common, type: v.literal('keyDown'), key: v.picklist(KEYS) }),
  v.object({
    ...common,
    type: v.literal('waitForElement'),
    selectors,
    /** Number of elements to wait for, 1 by default; 0 waits until none is left. */
    count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
    /** Names properties of the element, such as `value` or `checked`. */
    properties: v.optional(
      v.record(v.pipe(v.string(), v.regex(/^\w+$/)), v.union([v.string(), v.number(), v.boolean()])),
    ),
  }),
  // Each journey runs at a phone's and at a desktop's width, and a key goes up by itself.
  v.looseObject({ type: v.literal('setViewport') }),
  v.looseObject({ type: v.literal('keyUp') }),
]);

type RecordedStep = v.InferOutput<typeof step>;

/** A step that is taken. `at` is its number in the file, from 1 on. */
export type Step = Extract<RecordedStep, { readonly assertedEvents: unknown }> & { readonly at: number };

const journey = v.looseObject({
  title: v.pipe(v.string(), v.nonEmpty('is empty'), v.maxLength(100, 'has more than 100 characters')),
  steps: v.pipe(
    v.array(v.unknown()),
    v.maxLength(JOURNEY_LIMITS.steps, `has more than ${JOURNEY_LIMITS.steps} steps`),
    v.array(step),
    v.transform((all) => all.map((one, at) => ({ ...one, at: at + 1 }))),
    v.transform((all) => all.filter((one): one is Step => 'assertedEvents' in one)),
    v.check(([first]) => first?.type === 'navigate', 'must begin with a step of type navigate'),
  ),
});

/** What must work for visitors of a part, on any site and beside any other parts. */
export interface Journey {
  /** The name of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  readonly steps: readonly Step[];
}

const NAME = /^[a-z0-9](?:-?[a-z0-9]){0,59}$/;

/**
 * @param stored JSON: the content of each file of a part, by its name without the ending
 * @throws JourneyError
 */
export function readJourneys(stored: string): readonly Journey[] {
  const { journeys, bytes } = JOURNEY_LIMITS;
  const all = parse(JOURNEYS_FOLDER, stored);
  if (!isObject(all)) throw new JourneyError('The journeys are no JSON object: build the part again.');
  const entries = Object.entries(all);
  if (entries.length > journeys) {
    throw new JourneyError(`There are ${entries.length} journeys, and ${journeys} are the most: keep what matters.`);
  }
  const read = entries.map(([name, content]) => readJourney(name, content));
  if (new TextEncoder().encode(stored).length <= bytes) return read;
  throw new JourneyError(`The journeys have more than ${bytes / 1024} kB: make them shorter.`);
}

/** @throws JourneyError for a file that is no JSON */
export const parseJourneyFile = (name: string, source: string): unknown => parse(journeyFile(name), source);

export const journeyFile = (name: string) => `${JOURNEYS_FOLDER}/${name}.json`;

function parse(file: string, source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new JourneyError(`${file} is no valid JSON.`, { cause });
  }
}

function readJourney(name: string, content: unknown): Journey {
  if (!NAME.test(name)) {
    throw new JourneyError(`${JSON.stringify(journeyFile(name))} has no name such as "book-a-day.json": rename it.`);
  }
  const { issues, output } = v.safeParse(journey, content, { message: describeType, abortEarly: true });
  if (issues) throw new JourneyError(describeIssue(journeyFile(name), issues[0]));
  return { name, title: output.title, steps: output.steps };
}

function describeIssue(file: string, { path, message }: v.BaseIssue<unknown>): string {
  const [list, at, ...rest] = path ?? [];
  const inStep = list?.key === 'steps' && typeof at?.key === 'number';
  const key = keyOf({ path: inStep ? (rest as unknown as typeof path) : path });
  return `${file}${inStep ? `, step ${Number(at.key) + 1}` : ''}: ${key ? `"${key}" ` : 'it '}${message}.`;
}

export function pathsOf({ steps }: Journey): readonly string[] {
  const addresses = steps.flatMap((one) => [
    ...(one.type === 'navigate' ? [one.url] : []),
    ...one.assertedEvents.map(({ url }) => url),
  ]);
  return [...new Set(addresses.flatMap((one) => (one === undefined ? [] : [new URL(one, SITE).pathname])))];
}

/** Whether it types nothing, so that the public site may be visited with it. */
export const isReadOnly = ({ steps }: Journey): boolean => steps.every(({ type }) => type !== 'change');

/** Whether it promises that a request arrives. */
export const sendsRequest = ({ steps }: Journey): boolean =>
  steps.some((one) => one.type === 'change' && one.value.includes('{email}'));
